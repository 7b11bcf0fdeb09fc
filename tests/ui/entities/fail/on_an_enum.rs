#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub enum Entities {
        Cart(Cart),
    }

    #[load]
    pub async fn load() -> Result<Entities> {
        Ok(Entities::Cart(Shop.cart()))
    }
}

fn main() {}
