#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/docs/[[...path]]", state = Shop)]
pub mod product {
    use super::*;

    #[derive(Deserialize)]
    pub struct Params {
        pth: Option<String>,
    }

    #[entities]
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, Path(_): Path<Params>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }
}

fn main() {}
