//! Keywords as the names of everything that has one. On the wire they are words like others.
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A page called by a keyword.
#[page(route = "/raw/[type]/[[...match]]", state = Counter)]
pub mod r#type {
    use super::{Count, Counter, Step, Total};
    use affordances::prelude::*;

    /// The parameters of the route.
    #[derive(Debug, Deserialize)]
    pub struct Params {
        /// One segment.
        pub r#type: String,
        /// The rest.
        pub r#match: Option<String>,
    }

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub r#loop: Count,
        /// The parameters, as they came.
        pub r#in: String,
    }

    /// Loads.
    #[load]
    pub async fn r#await(State(r#struct): State<Counter>, Path(r#fn): Path<Params>) -> Entities {
        let Params { r#type, r#match } = r#fn;
        Entities {
            r#loop: r#struct.count(),
            r#in: format!("{} {}", r#type, r#match.unwrap_or_default()),
        }
    }

    /// Draws.
    #[view]
    pub fn r#use(r#mod: &Entities) -> Html<String> {
        Html(format!("{}", r#mod.r#loop.value))
    }

    /// Is always there.
    #[guard("always")]
    pub fn r#try(r#ref: &Entities) -> Verdict {
        Verdict::available_if(r#ref.r#loop.value < u32::MAX, "it is full")
    }

    /// What to move.
    #[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
    pub struct Move {
        /// Added to the number.
        pub r#where: u32,
    }

    /// Moves.
    #[action(expose = "public", effects = [r#loop], guard = r#try)]
    pub async fn r#move(
        State(r#impl): State<Counter>,
        Input(Move { r#where }): Input<Move>,
        r#mut: &Write<Count>,
    ) -> Total {
        r#impl.add(r#mut, Step { by: r#where })
    }

    /// Moves as a person approves.
    #[action(
        expose = "confirm",
        effects = [r#loop],
        guard = r#try,
        summary = "Move {where}",
        visible_to = r#dyn,
    )]
    pub async fn r#box(_: Input<Move>, _: &Write<Count>) {}

    /// Hides nothing.
    fn r#dyn(r#as: Option<&Caller>) -> bool {
        r#as.is_none_or(|caller| !caller.subject().is_empty())
    }

    /// Moves as a person approves, in other words.
    #[action(expose = "confirm", effects = [], summary = r#gen)]
    pub async fn r#enum(_: Input<Move>) {}

    /// Says what is moved.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a summary is given a reference"
    )]
    fn r#gen(r#loop: &Entities, r#in: &Move, _: Option<&Caller>) -> String {
        format!("{}{}", r#loop.r#in, r#in.r#where)
    }
}
