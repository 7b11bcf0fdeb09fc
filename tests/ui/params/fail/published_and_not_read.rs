#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[derive(Deserialize, PathParams)]
pub struct Params {
    slug: String,
}

/// A product.
#[page(route = "/products/[slug]/[variant]", state = Shop)]
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
