//! The shop as one site: its pages in a table, and the app that serves them.

use affordances::prelude::*;

use crate::{Shop, pages};

site! {
    /// All that agents can ask for and call here.
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie, bearer],
        pages: [pages::home, pages::product, pages::cart, pages::order, pages::docs],
    }
}
