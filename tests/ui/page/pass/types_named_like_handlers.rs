//! Markers bear the names of functions; modules and types of the same names stay what they are.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

pub mod search {
    use crate::shop::*;

    #[derive(Deserialize, JsonSchema)]
    pub struct Query {
        pub words: String,
    }
}

pub mod globbed {
    #[allow(non_camel_case_types)]
    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct answer {
        pub ok: bool,
    }

    pub mod ask {
        pub type Answer = super::answer;
    }
}

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::globbed::*;
    use super::search;
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Entities {
        Entities { cart: shop.cart() }
    }

    /// Searches.
    #[action(expose = "public", read_only)]
    pub async fn search(Input(query): Input<search::Query>) -> usize {
        query.words.len()
    }

    /// Asks, and answers with a type from a module of its own name.
    #[action(expose = "public", read_only)]
    pub async fn ask() -> ask::Answer {
        ask::Answer { ok: true }
    }
}

fn main() {}
