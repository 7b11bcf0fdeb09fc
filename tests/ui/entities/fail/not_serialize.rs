#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub stock: Stock,
    }

    #[load]
    pub async fn load() -> Result<Entities> {
        Ok(Entities { stock: Stock })
    }
}

fn main() {}
