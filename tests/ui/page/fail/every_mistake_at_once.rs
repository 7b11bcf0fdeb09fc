// Ten mistakes, ten errors, each at its own place.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product/[slug", state = Shop, nmae = "product")]
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

    /// The HTML.
    #[view]
    pub fn view(_: &Entities) -> Html<String> {
        Html(String::new())
    }

    #[guard]
    pub fn in_stock(_: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Does something.
    #[action(expose = "sesion", effects = [crat], guard = instock, rate = "10/fortnight")]
    pub async fn add(_: &Write<Cart>) {}

    #[action(expose = "session", effects = [])]
    pub async fn undocumented() {}

    /// Does something.
    #[action(expose = "confirm", effects = [])]
    pub async fn unsummarised<T>(_: T) {}

    /// Does something, and only its parameter is wrong.
    #[action(expose = "session", effects = [])]
    pub async fn sound(_: u32) {}
}

fn main() {}
