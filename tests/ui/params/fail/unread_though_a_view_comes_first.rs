#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/products/[slug]/[page]", state = Shop)]
pub mod product {
    use super::*;

    #[derive(Deserialize)]
    pub struct Params {
        slug: String,
    }

    #[view]
    pub fn view(Path(_): Path<Params>) -> Html<String> {
        Html(String::new())
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
