//! Types with const generics, lifetimes and bounds, and functions that are not `async`.
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A page of long types.
#[page(route = "/types", state = Counter)]
pub mod page {
    use super::{Count, Counter, Step, Total};
    use affordances::PageView;
    use affordances::prelude::*;
    use axum::response::IntoResponse;
    use std::borrow::Cow;
    use std::collections::BTreeMap;
    use std::future::Future;
    use std::marker::PhantomData;

    /// A length.
    const SIDE: usize = 2;

    /// Something of a size.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Grid<const N: usize> {
        /// Row by row.
        rows: Vec<Vec<u8>>,
    }

    impl<const N: usize> Grid<N> {
        /// An empty one.
        fn new() -> Self {
            Self {
                rows: vec![vec![0; N]],
            }
        }
    }

    /// A resource with a lifetime.
    #[derive(Debug)]
    pub struct Named<'name, T: ?Sized>(PhantomData<&'name T>);

    /// An input of a type and of a size.
    #[derive(Debug, Deserialize, JsonSchema)]
    pub struct Wide<T, const N: usize> {
        /// What was meant.
        pub by: T,
        /// How long it takes.
        #[serde(skip)]
        pub rest: PhantomData<[u8; N]>,
    }

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub count: Count,
        /// By a const expression.
        pub grid: Grid<{ SIDE + 1 }>,
        /// By a lifetime.
        #[entity(resource = Named<'static, str>)]
        pub name: Cow<'static, str>,
        /// By several types.
        #[expect(clippy::type_complexity, reason = "its length is the point")]
        pub map: BTreeMap<String, Vec<(u8, Option<Cow<'static, [u8; SIDE]>>)>>,
    }

    /// Loads by a future of its own.
    #[load]
    #[expect(clippy::manual_async_fn, reason = "the form is the point")]
    pub fn load(State(counter): State<Counter>) -> impl Future<Output = Result<Entities>> + Send {
        async move {
            Ok(Entities {
                count: counter.count(),
                grid: Grid::new(),
                name: Cow::Borrowed("grid"),
                map: BTreeMap::new(),
            })
        }
    }

    /// Draws what has no name.
    #[view]
    pub fn view<'page>(
        entities: &'page Entities,
        page: &'page PageView,
    ) -> impl IntoResponse + use<> {
        Html(format!("{}{}", entities.name, page.path()))
    }

    /// Borrows for as long as it says.
    #[action(expose = "public", effects = [count, grid, name])]
    pub async fn lifetimes<'short, 'long>(
        State(counter): State<Counter>,
        count: &'short Write<Count>,
        grid: &'long Write<Grid<{ SIDE + 1 }>>,
        name: &Write<Named<'static, str>>,
        entities: &'short Entities,
        Input(Wide { by, .. }): Input<Wide<u32, { 2 * SIDE }>>,
    ) -> Result<Total>
    where
        'long: 'short,
    {
        let _ = (grid, name, entities);
        Ok(counter.add(count, Step { by }))
    }

    /// Answers at once.
    #[action(expose = "public", effects = [count])]
    pub fn at_once(
        State(counter): State<Counter>,
        Input(step): Input<Step>,
        count: &Write<Count>,
    ) -> Result<Total> {
        Ok(counter.add(count, step))
    }

    /// Answers by a future of its own.
    #[action(expose = "public", effects = [count])]
    pub fn later(
        State(counter): State<Counter>,
        Input(step): Input<Step>,
        count: &Write<Count>,
    ) -> impl Future<Output = Result<Outcome<Total>>> + Send + use<> {
        let total = counter.add(count, step);
        async move { Ok(Outcome::new(total)) }
    }

    /// Answers with something of a size.
    #[action(expose = "public", effects = [])]
    pub async fn sized() -> Result<Outcome<Grid<{ SIDE }>>, ActionError> {
        Ok(Outcome::new(Grid::new()))
    }
}
