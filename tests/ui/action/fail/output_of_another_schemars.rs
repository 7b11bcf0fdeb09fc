#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// Stands for another major version of schemars: a trait of the same name, and not the one.
mod schemars {
    pub trait JsonSchema {
        fn schema_name() -> String;
    }
}

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

    #[derive(Serialize)]
    pub struct Buy {
        pub sku: String,
    }

    impl super::schemars::JsonSchema for Buy {
        fn schema_name() -> String {
            "Buy".to_owned()
        }
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add() -> Buy {
        Buy { sku: String::new() }
    }
}

fn main() {}
