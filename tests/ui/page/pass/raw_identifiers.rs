//! Keywords as names lose their `r#` on the wire.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product/[type]", state = Shop)]
pub mod r#type {
    use super::shop::*;

    #[derive(Deserialize)]
    pub struct Params {
        pub r#type: String,
    }

    #[entities]
    pub struct Entities {
        pub r#loop: Cart,
    }

    #[load]
    pub async fn r#match(State(shop): State<Shop>, Path(_): Path<Params>) -> Entities {
        Entities {
            r#loop: shop.cart(),
        }
    }

    #[guard("always")]
    pub fn r#try(_: &Entities) -> Verdict {
        Verdict::available()
    }

    #[derive(Deserialize, JsonSchema)]
    pub struct In {
        pub r#type: String,
    }

    /// Moves.
    #[action(expose = "confirm", effects = [r#loop], guard = r#try, summary = "Move {type}")]
    pub async fn r#move(_: Input<In>, _: &Write<Cart>) {}
}

fn main() {
    let [action] = r#type::PAGE.actions else {
        panic!("one action");
    };
    assert_eq!(action.meta.name, "move");
    assert_eq!(action.meta.effects, Some(&["loop"][..]));
    assert_eq!(r#type::PAGE.meta.entities[0].key, "loop");
}
