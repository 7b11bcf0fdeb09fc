#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[derive(Deserialize, PathParams)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    product_slug: String,
}

/// A product.
#[page(route = "/products/[product_slug]", state = Shop)]
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
