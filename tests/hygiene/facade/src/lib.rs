//! A library between an app and affordances: it passes our crate on under a name of its own, and brings a
//! page that any app can list whose state has a [`Shelf`].
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub use affordances as passed_on;
pub use axum;

use affordances::{Write, page};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of this library's page.
#[derive(Clone, Debug, Default)]
pub struct Shelf(Arc<AtomicU32>);

impl Shelf {
    /// How many books stand on it.
    #[must_use]
    pub fn books(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    fn put(&self, _: &Write<Books>, more: u32) {
        self.0.fetch_add(more, Ordering::SeqCst);
    }
}

/// What stands on the shelf, as the page shows it.
#[derive(Debug, Serialize)]
pub struct Books {
    /// How many there are.
    pub pieces: u32,
}

/// What to add.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Delivery {
    /// How many.
    pub pieces: u32,
}

/// The shelf of a library.
#[page(route = "/shelf", state = Shelf)]
pub mod shelf {
    use super::{Books, Delivery, Shelf};
    use affordances::prelude::*;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// On the shelf.
        pub books: Books,
    }

    /// Loads.
    #[load]
    pub async fn load(State(shelf): State<Shelf>) -> Entities {
        let pieces = shelf.books();
        Entities {
            books: Books { pieces },
        }
    }

    /// Draws.
    #[view]
    pub fn view(entities: &Entities) -> Html<String> {
        Html(format!("{} books", entities.books.pieces))
    }

    /// Put books on the shelf.
    #[action(expose = "public", effects = [books])]
    pub async fn put(
        State(shelf): State<Shelf>,
        Input(delivery): Input<Delivery>,
        books: &Write<Books>,
    ) {
        shelf.put(books, delivery.pieces);
    }
}
