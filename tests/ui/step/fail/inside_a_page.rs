#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;
    use affordances::step;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities { cart: shop.cart() })
    }

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}
}

fn main() {
    let _ = product::create_org;
}
