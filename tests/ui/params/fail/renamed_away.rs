#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/products/[slug]", state = Shop)]
pub mod product {
    use super::shop::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub struct Params {
        slug: String,
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
