//! The page declares names that generated code could be thought to use.
#![allow(dead_code, unused_macros)]
#[path = "../../shop.rs"]
mod shop;
use shop::{AddToCart, Cart, Shop, action, entities, guard, load, markdown, nav, page, view};

macro_rules! format {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! assert {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::*;
    use ::affordances as web;

    pub mod core {}
    pub mod std {}
    pub mod affordances {}
    pub mod serde_json {}
    pub struct Option;
    pub struct Result;
    pub struct Vec;
    pub struct Box;
    pub struct String;
    pub struct State;
    pub trait FromCall {}
    pub trait NotSame {}
    impl<T> NotSame for T {}
    pub enum Ok {}
    pub enum Some {}
    pub const ACTIONS: u8 = 0;
    pub const LOAD: u8 = 0;
    type Permission<'a> = &'a web::Write<Cart>;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load() -> Entities {
        Entities {
            cart: Cart { count: 0 },
        }
    }

    #[view]
    pub fn page(_: &Entities) -> &'static str {
        ""
    }

    #[guard("always")]
    pub fn cx(_: &Entities) -> web::Verdict {
        web::Verdict::available()
    }

    /// Adds.
    #[action(expose = "confirm", effects = [cart], guard = cx, summary = "Add {sku}")]
    pub async fn a0(_: web::Input<AddToCart>, _: Permission<'_>) {}

    /// Adds.
    #[action(expose = "confirm", effects = [], summary = input)]
    pub async fn entities(_: web::Input<AddToCart>) {}

    fn input(
        _: &Entities,
        _: &AddToCart,
        _: ::core::option::Option<&web::Caller>,
    ) -> ::std::string::String {
        ::std::string::String::new()
    }

    #[nav]
    pub fn private(_: &Entities) -> ::std::vec::Vec<web::Nav> {
        ::std::vec::Vec::new()
    }

    #[markdown]
    pub fn call(_: &Entities) -> ::std::string::String {
        ::std::string::String::new()
    }
}

fn main() {}
