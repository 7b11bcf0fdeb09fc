#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[derive(Deserialize, PathParams)]
#[serde(from = "String")]
pub struct Params {
    slug: String,
}

impl From<String> for Params {
    fn from(slug: String) -> Self {
        Self { slug }
    }
}

/// A product.
#[page(route = "/products/[slug]", state = Shop)]
pub mod product {
    use super::*;

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
