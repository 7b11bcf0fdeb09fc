//! Generated code allows no lint that an app forbids: `allow` under `forbid` is an error. What is missing
//! here is what the derives of serde and schemars allow themselves.
#![forbid(
    missing_docs,
    unreachable_pub,
    deprecated,
    dead_code,
    unused_imports,
    unused_variables,
    unused_mut,
    unused_must_use,
    unused_results,
    unused_lifetimes,
    unused_parens,
    unused_macros,
    unused_unsafe,
    unsafe_code,
    trivial_casts,
    missing_debug_implementations
)]

use affordances::{page, prelude::*};

/// What is in a cart.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cart {
    pieces: u32,
}

/// What to buy.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Buy {
    sku: String,
}

/// From the path.
#[derive(Debug, Deserialize, PathParams)]
pub(crate) struct Slug {
    slug: String,
}

/// A product.
#[page(route = "/product/[slug]", state = ())]
pub(crate) mod product {
    use super::*;

    /// What is shown.
    #[derive(Debug)]
    #[entities]
    pub(crate) struct Entities {
        cart: Cart,
    }

    #[load]
    pub(crate) fn load(Path(path): Path<Slug>) -> Result<Entities> {
        if path.slug.is_empty() {
            return Err(ActionError::not_found());
        }
        Ok(Entities {
            cart: Cart { pieces: 0 },
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, Path(slug): Path<String>) -> Html<String> {
        Html(format!("{slug}: {}", entities.cart.pieces))
    }

    #[guard("it is open")]
    pub(crate) fn open() -> Verdict {
        Verdict::available()
    }

    #[nav]
    pub(crate) fn nav() -> Vec<Nav> {
        Vec::new()
    }

    #[markdown]
    pub(crate) fn markdown() -> String {
        String::new()
    }

    fn described(_: &Entities, _: &(), _: Option<&Caller>) -> String {
        "Empty the cart".to_owned()
    }

    /// Buys.
    #[action(expose = "confirm", effects = [cart], guard = open, summary = "Buy {sku}")]
    pub(crate) async fn buy(_: &Write<Cart>, Input(buy): Input<Buy>) -> Result<String> {
        Ok(buy.sku)
    }

    /// Empties the cart.
    #[action(expose = "confirm", effects = [], summary = described)]
    pub(crate) fn empty() {}

    /// Does nothing.
    #[action(expose = "session", effects = [])]
    pub(crate) fn nothing() {}
}

/// A page per file.
pub(crate) mod file {
    /// What is bought.
    #[affordances::page(route = "/bought", state = ())]
    pub(crate) mod page {
        use crate::{Cart, Serialize};

        /// What is shown.
        #[derive(Debug, Serialize)]
        #[entities]
        pub(crate) struct Entities {
            cart: Cart,
        }

        #[load]
        pub(crate) fn load() -> Entities {
            Entities {
                cart: Cart { pieces: 1 },
            }
        }
    }
}

/// A flow per file.
pub(crate) mod start {
    /// Set up a shop.
    #[affordances::onboarding(name = "Shop", state = ())]
    pub(crate) mod flow {
        use affordances::prelude::*;

        /// Open a shop.
        #[step]
        pub(crate) fn open(Input(name): Input<String>) -> Result<String> {
            Ok(name)
        }

        /// Close it.
        #[step]
        pub(crate) fn close() {}
    }
}

site! {
    /// The site.
    pub(crate) static SITE: () = { name: "Shop", auth: [cookie], pages: [product, file] }
}

fn main() {
    let _ = (&SITE, &start::FLOW);
}
