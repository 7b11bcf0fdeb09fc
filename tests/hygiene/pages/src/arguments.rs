//! Parameters of handlers under any name and any pattern.
//!
//! The page is this file, as one-page-per-file has it.
#![expect(
    clippy::pattern_type_mismatch,
    clippy::ref_patterns,
    reason = "patterns are the point"
)]
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A page whose handlers take their arguments in every way.
#[page(route = "/arguments/[first]/[second]", state = Counter)]
pub mod page {
    use super::{Count, Counter, Step, Total};
    use affordances::PageView;
    use affordances::prelude::*;
    use axum::http::{HeaderMap, Method, Uri};

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub count: Count,
        /// The parameters of the route, the second first.
        pub parameters: (String, String),
    }

    /// Takes a tuple apart, and a value by `mut`.
    #[load]
    pub async fn load(
        State(counter): State<Counter>,
        Path((first, mut second)): Path<(String, String)>,
    ) -> Entities {
        second.push('!');
        Entities {
            count: counter.count(),
            parameters: (second, first),
        }
    }

    /// Takes a reference apart.
    #[view]
    pub fn view(
        Entities {
            count: Count { value },
            ..
        }: &Entities,
        _: &PageView,
    ) -> Html<String> {
        Html(format!("{value}"))
    }

    /// Ignores all of it.
    #[guard("always")]
    pub fn always(_: State<Counter>, _: Method, _: Uri, _: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Adds, with parameters called like what generated code might call its own.
    #[action(expose = "public", effects = [count], guard = always)]
    pub async fn names(
        cx: State<Counter>,
        a0: Input<Step>,
        a1: &Write<Count>,
        __private: HeaderMap,
        page: &Entities,
        entities: Option<Caller>,
        input: Method,
    ) -> Result<Total> {
        drop((__private, entities, input));
        Ok(cx.0.add(
            a1,
            Step {
                by: a0.0.by.max(page.count.value),
            },
        ))
    }

    /// Adds, with parameters taken apart.
    #[action(expose = "public", effects = [count], guard = always)]
    pub async fn patterns(
        State(ref counter): State<Counter>,
        mut input: Input<Step>,
        &Entities {
            count: Count { value: before },
            parameters: (ref second, _),
        }: &Entities,
        permission: &Write<Count>,
    ) -> Result<Total> {
        input.0.by = input.0.by.saturating_add(before);
        Ok(counter.add(
            permission,
            Step {
                by: input.0.by.max(u32::from(second.is_empty())),
            },
        ))
    }

    /// Adds one, and looks at nothing.
    #[action(expose = "public", effects = [count], guard = always)]
    pub async fn unnamed(State(_): State<Counter>, _: Input<Step>, _: &Write<Count>, _: &Entities) {
    }

    /// Adds what a person approves.
    #[action(expose = "confirm", effects = [count], summary = "Add {by}")]
    pub async fn confirmed(Input(Step { by }): Input<Step>, _unused: &Write<Count>) -> Result<u32> {
        Ok(by)
    }

    /// Has parameters under attributes.
    #[action(expose = "public", effects = [])]
    pub async fn attributes(
        #[expect(unused_variables, reason = "the attribute is the point")] counter: State<Counter>,
        #[expect(unused_mut, reason = "the attribute is the point")] mut input: Input<Step>,
    ) -> u32 {
        input.0.by
    }
}
