//! The least that a page can be.
use affordances::prelude::*;
use affordances::{entities, load, page};

/// Nothing much.
#[page(route = "/", state = ())]
mod home {
    use super::*;

    #[entities]
    struct Entities {}

    #[load]
    fn load() -> Entities {
        Entities {}
    }
}

fn main() {
    let _: &affordances::__private::PageDef<()> = &home::PAGE;
    let _: Option<Caller> = None;
}
