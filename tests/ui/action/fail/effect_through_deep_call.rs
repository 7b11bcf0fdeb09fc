// A store's mutator asks for the permission, so a change cannot hide in a helper.
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

    async fn helper(shop: &Shop, input: AddToCart) -> Added {
        shop.add(input).await
    }

    /// Does something.
    #[action(expose = "session")]
    pub async fn add(State(shop): State<Shop>, Input(input): Input<AddToCart>) {
        helper(&shop, input).await;
    }
}

fn main() {}
