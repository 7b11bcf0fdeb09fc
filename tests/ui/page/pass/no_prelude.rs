//! Generated code uses no name of the standard prelude, nor of anything that the page imports.
#![no_implicit_prelude]

#[derive(::std::clone::Clone)]
pub struct Shop;

#[derive(::serde::Serialize)]
pub struct Cart {
    pub count: u32,
}

/// A product.
#[::affordances::page(route = "/product/[slug]", state = crate::Shop)]
pub mod product {
    #[::affordances::entities]
    pub struct Entities {
        pub cart: crate::Cart,
    }

    #[::affordances::load]
    pub async fn load(_: ::axum::extract::Path<(::std::string::String,)>) -> Entities {
        Entities {
            cart: crate::Cart { count: 1 },
        }
    }

    #[::affordances::view]
    pub fn view(_: &Entities) -> &'static str {
        ""
    }

    #[::affordances::guard("always")]
    pub fn always(_: &Entities) -> ::affordances::Verdict {
        ::affordances::Verdict::available()
    }

    /// Adds.
    #[::affordances::action(expose = "confirm", effects = [cart], guard = always, summary = "Add {start} to {end}")]
    pub async fn add(
        _: ::affordances::Input<::std::ops::Range<u32>>,
        _: &::affordances::Write<crate::Cart>,
    ) {
    }
}

::affordances::site! { pub static SITE: Shop = { name: "Shop", auth: [], pages: [product] } }

fn main() {
    let _ = &SITE;
}
