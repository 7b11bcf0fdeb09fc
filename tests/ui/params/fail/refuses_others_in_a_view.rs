#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/products/[slug]/[page]", state = Shop)]
pub mod product {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Params {
        slug: String,
    }

    #[entities]
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, Path(_): Path<(String, u32)>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }

    #[view]
    pub fn view(Path(_): Path<Params>) -> Html<String> {
        Html(String::new())
    }
}

fn main() {}
