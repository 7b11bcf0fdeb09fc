// The page is still there while somebody types: only the compiler's own error about the body.
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
        Ok(Entities { product: shop.product(), cart: shop.cart() })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add(State(shop): State<Shop>) {
        let _ = shop.;
    }
}

fn main() {
    let _ = &product::PAGE;
}
