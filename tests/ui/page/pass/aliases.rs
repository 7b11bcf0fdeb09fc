//! Types are known by what they are, not by what they are called.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;
    use affordances::{Input as Form, Write as Token};

    type Permission<'a> = &'a Token<Cart>;
    type Wanted = Form<AddToCart>;
    type Visitor = Option<Caller>;
    type Shown<'a> = &'a Entities;
    type Answer = Result<Outcome<Added>>;
    type Drawing = Html<String>;

    #[entities]
    pub struct Entities {
        pub cart: Cart,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, _: Visitor) -> Result<Entities> {
        Ok(Entities { cart: shop.cart() })
    }

    #[view]
    pub fn view(_: Shown<'_>) -> Drawing {
        Html(String::new())
    }

    /// Adds.
    #[action(expose = "session", effects = [cart])]
    pub async fn add(
        Form(input): Wanted,
        State(shop): State<Shop>,
        permission: Permission<'_>,
    ) -> Answer {
        Ok(Outcome::new(shop.add(permission, input).await))
    }
}

fn main() {
    let [(output, inputs)] = product::__SCHEMAS else {
        panic!("one action");
    };
    assert!(inputs.iter().any(|schema| schema().is_some()));
    assert!(output().is_some());
}
