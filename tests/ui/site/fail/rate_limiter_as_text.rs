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
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [bearer],
        pages: [product],
    }
}

fn main() {
    let _ = Affordances::new(&SITE).rate_limiter("10/min");
}
