//! A small shop that people and agents use through the same pages.
//!
//! Read on in `pages/`: there stands what each page shows and what can be done
//! on it. Below them is the `store`, beside them the templates in `html`.

pub mod app;
pub mod articles;
pub mod callers;
pub mod calls;
pub mod config;
pub mod entities;
pub mod html;
pub mod login;
pub mod name;
pub mod origin;
pub mod pages;
#[cfg(feature = "store")]
pub mod server;
pub mod session;
pub mod store;

use std::sync::Arc;

use affordances::origin::Origin;
use affordances::site;
use axum::extract::FromRef;

use session::Sessions;
use store::Store;

site! {
    /// All that agents can ask for and call here.
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie, bearer],
        pages: [pages::home, pages::product, pages::cart, pages::order, pages::docs],
    }
}

/// What handlers share. Those that need the data alone take `State<Store>`.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The data.
    pub store: Store,
    /// The sessions of people.
    pub sessions: Sessions,
    /// The origins whose forms are ours.
    pub origins: Arc<[Origin]>,
}

impl FromRef<Shop> for Store {
    fn from_ref(shop: &Shop) -> Self {
        shop.store.clone()
    }
}
