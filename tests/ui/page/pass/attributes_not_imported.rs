use affordances::page;
use affordances::prelude::Serialize;

#[derive(Serialize)]
pub struct Cart;

/// A product.
#[page(route = "/product", state = ())]
pub mod product {
    #[affordances::entities]
    pub struct Entities {
        pub cart: super::Cart,
    }

    #[load]
    pub async fn load() -> Entities {
        Entities { cart: super::Cart }
    }
}

fn main() {}
