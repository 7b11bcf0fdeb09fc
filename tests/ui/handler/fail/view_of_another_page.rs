#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::cart::Entities as OtherEntities;
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

    #[view]
    pub fn view(_: &OtherEntities) -> Html<String> {
        Html(String::new())
    }
}

/// The cart.
#[page(route = "/cart", state = Shop)]
pub mod cart {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities { cart: shop.cart() })
    }
}

fn main() {}
