#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities<T> {
        pub cart: T,
    }

    #[load]
    pub async fn load() -> Result<Entities<Cart>> {
        Ok(Entities { cart: Shop.cart() })
    }
}

fn main() {}
