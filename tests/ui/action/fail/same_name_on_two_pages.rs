// The name of the action is no longer unique in the crate, so the message spells its path.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add(_: &Write<Order>) {}
}

/// Another product.
#[page(route = "/another", state = Shop)]
pub mod another {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities { cart: shop.cart() })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add(_: Caller) {}
}

fn main() {}
