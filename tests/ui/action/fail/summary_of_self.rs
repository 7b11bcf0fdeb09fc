#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::*;

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

    /// Adds.
    #[action(expose = "confirm", effects = [cart], summary = "Add {Self}")]
    pub async fn add(Input(input): Input<AddToCart>, permission: &Write<Cart>) {
        let _ = (input, permission);
    }
}

fn main() {}
