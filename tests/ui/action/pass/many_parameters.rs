//! A handler may take any number of parameters, of each kind and in any order.
#[path = "../../shop.rs"]
mod shop;
use axum::extract::OriginalUri;
use axum::http::{HeaderMap, Method, Uri};
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::*;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub fn load() -> Result<Entities> {
        Ok(Entities { cart: Cart { count: 0 } })
    }

    /// Takes as many as the engine reads in one go.
    #[action(expose = "session", effects = [cart])]
    pub async fn eight(
        _: State<Shop>,
        _: Method,
        _: Uri,
        _: &Entities,
        _: Input<AddToCart>,
        _: HeaderMap,
        _: Option<Caller>,
        _: &Write<Cart>,
    ) {
    }

    /// Takes more than that.
    #[action(expose = "session", effects = [cart])]
    pub async fn ten(
        _: State<Shop>,
        _: Method,
        _: Uri,
        _: &Entities,
        _: Input<AddToCart>,
        _: HeaderMap,
        _: Option<Caller>,
        _: Caller,
        _: OriginalUri,
        _: &Write<Cart>,
    ) {
    }

    /// Takes more than that, and waits for nothing.
    #[action(expose = "public")]
    pub fn nine(
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: State<Shop>,
        _: Method,
    ) {
    }
}

fn main() {
    assert_eq!(product::PAGE.actions.len(), 3);
}
