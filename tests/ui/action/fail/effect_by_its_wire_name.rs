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
        pub saved_cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            saved_cart: shop.cart(),
        })
    }

    /// Does something.
    #[action(expose = "session", effects = [savedCart])]
    pub async fn add(_: &Write<Cart>) {}
}

fn main() {}
