//! The library half of an app: its state and its pages, one in each file. The site is the binary's.
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use hygiene_facade::Shelf;
use hygiene_facade::axum::extract::FromRef;

pub mod pages;

/// The state of the app.
#[derive(Clone, Debug, Default)]
pub struct App {
    /// How often somebody rang.
    pub rings: Arc<AtomicU32>,
    /// What the page of another library needs.
    pub shelf: Shelf,
}

impl FromRef<App> for Shelf {
    fn from_ref(app: &App) -> Self {
        app.shelf.clone()
    }
}
