#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// Whether this is an `Option` is for the compiler to say.
type Language = String;

/// A product.
#[page(route = "/products/[slug]", state = Shop)]
pub mod product {
    use super::*;

    #[derive(Deserialize)]
    pub struct Params {
        slug: String,
        language: Language,
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
