//! A facade passes our crate on under another name.
pub mod facade {
    pub use affordances as web;
}

use facade::web::prelude::*;
use facade::web::{entities, load, page};

/// Nothing much.
#[page(route = "/", state = (), crate = crate::facade::web)]
pub mod home {
    use super::*;

    #[entities]
    pub struct Entities {}

    #[load]
    pub fn load(_: State<()>) -> Entities {
        Entities {}
    }
}

facade::web::site! { pub static SITE: () = { name: "Site", auth: [], pages: [home] } }

fn main() {
    let _ = &SITE;
}
