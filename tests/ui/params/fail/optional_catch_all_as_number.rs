#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/products/[[...page]]", state = Shop)]
pub mod product {
    use super::shop::*;

    #[derive(Deserialize)]
    pub struct Params {
        pub page: u32,
    }

    #[entities]
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, Path(params): Path<Params>) -> Result<Entities> {
        let _ = params;
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }
}

fn main() {}
