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

    fn describe(input: &AddToCart) -> String {
        input.sku.clone()
    }

    /// Does something.
    #[action(expose = "confirm", effects = [], summary = describe)]
    pub async fn add(Input(_): Input<AddToCart>) {}
}

fn main() {}
