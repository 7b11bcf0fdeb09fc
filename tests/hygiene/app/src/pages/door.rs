//! A page through a library that passes our crate on.
use hygiene_facade::passed_on::page;

/// A door.
#[page(route = "/door", state = crate::App, crate = ::hygiene_facade::passed_on)]
pub mod page {
    use hygiene_facade::passed_on::prelude::*;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// Whether it stands open.
        pub open: bool,
    }

    /// Loads.
    #[load]
    pub async fn load() -> Entities {
        Entities { open: true }
    }

    /// Draws.
    #[view]
    pub fn view(_: &Entities) -> Html<&'static str> {
        Html("a door")
    }

    /// Whom to greet.
    #[derive(Debug, Deserialize, JsonSchema)]
    pub struct Visitor {
        /// As they are called.
        pub name: String,
    }

    /// Is open.
    #[guard("the door is open")]
    pub fn open(entities: &Entities) -> Verdict {
        Verdict::available_if(entities.open, "it is shut")
    }

    /// Let somebody in.
    #[action(expose = "confirm", effects = [], guard = open, summary = "Let {name} in")]
    pub async fn admit(Input(visitor): Input<Visitor>) -> String {
        visitor.name
    }
}
