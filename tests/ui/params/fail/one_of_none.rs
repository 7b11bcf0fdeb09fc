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
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, Path(_): Path<String>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }
}

fn main() {}
