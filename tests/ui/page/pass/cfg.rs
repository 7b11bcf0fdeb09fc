//! `cfg` is followed everywhere: one of two versions, and things that are not there.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        #[cfg(any())]
        pub nothing: Nothing,
        pub product: Product,
        #[cfg(all())]
        pub cart: Cart,
    }

    #[cfg(all())]
    #[load]
    pub async fn load(State(shop): State<Shop>) -> Entities {
        Entities {
            product: shop.product(),
            cart: shop.cart(),
        }
    }

    #[load]
    #[cfg(any())]
    pub async fn load(nothing: Nothing) -> Entities {}

    #[cfg(any())]
    #[view]
    pub fn view(nothing: Nothing) -> Nothing {}

    #[guard("always")]
    #[cfg(all())]
    pub fn always(_: &Entities) -> Verdict {
        Verdict::available()
    }

    #[guard("never")]
    #[cfg(any())]
    pub fn always(_: &Entities) -> Verdict {
        Verdict::unavailable("never")
    }

    /// Adds.
    #[cfg(all())]
    #[action(expose = "session", effects = [cart], guard = always)]
    pub async fn add(_: &Write<Cart>) {}

    /// Adds, elsewhere.
    #[cfg(any())]
    #[action(expose = "public", effects = [nothing])]
    pub async fn add(_: &Write<Nothing>, _: Permission<'_>) {}

    /// Is not there.
    #[cfg(any())]
    #[action(expose = "confirm", effects = [], summary = "Remove {it}")]
    pub async fn remove(_: Input<Nothing>) -> Nothing {}
}

#[cfg(any())]
/// Is not there.
#[page(route = "/nothing", state = Shop)]
pub mod nothing {}

/// The last of three.
#[page(route = "/last", state = Shop)]
pub mod last {
    use super::shop::*;

    #[entities]
    pub struct Entities {}

    #[load]
    pub async fn load() -> Entities {
        Entities {}
    }
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [],
        pages: [product, #[cfg(any())] nothing, #[cfg(all())] last],
    }
}

fn main() {
    let keys = product::PAGE.meta.entities.iter().map(|entity| entity.key);
    assert_eq!(keys.collect::<Vec<_>>(), ["product", "cart"]);
    assert_eq!(product::PAGE.actions.len(), 1);
    assert_eq!(SITE.pages.len(), 2);
}
