//! What the cases annotate: the types of a small shop.
#![allow(dead_code, unused_imports)]

pub use affordances::prelude::*;
pub use affordances::{action, entities, guard, load, markdown, nav, page, site, view};

/// The state of every page.
#[derive(Clone)]
pub struct Shop;

/// A state that cannot be made from a `Shop`.
#[derive(Clone)]
pub struct Other;

#[derive(Clone, Serialize)]
pub struct Product {
    pub name: String,
}

#[derive(Clone, Serialize)]
pub struct Cart {
    pub count: u32,
}

/// What no page shows.
pub struct Stock;
pub struct Order;

#[derive(Deserialize, JsonSchema)]
pub struct AddToCart {
    pub sku: String,
    pub quantity: u32,
}

#[derive(Serialize, JsonSchema)]
pub struct Added {
    pub quantity: u32,
}

impl Shop {
    pub fn product(&self) -> Product {
        Product {
            name: String::new(),
        }
    }

    pub fn cart(&self) -> Cart {
        Cart { count: 0 }
    }

    /// A change, which takes the permission for it.
    pub async fn add(&self, _: &Write<Cart>, input: AddToCart) -> Added {
        Added {
            quantity: input.quantity,
        }
    }
}
