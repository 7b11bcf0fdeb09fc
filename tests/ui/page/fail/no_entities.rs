#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[load]
    pub async fn load() -> Result<()> {
        Ok(())
    }
}

fn main() {}
