//! Only exposed actions are tools: by default, named after their page and themselves.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub product: Product,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add() {}

    /// Does something.
    #[action(effects = [])]
    pub async fn add_all() {}

    /// Does something.
    #[action(expose = "session", effects = [], tool = "product-addAll")]
    pub async fn fill() {}
}

/// A cart.
#[page(route = "/cart", state = Shop)]
pub mod cart {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub product: Product,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add() {}

    /// Does something.
    #[action(effects = [])]
    pub async fn product_add() {}
}

/// A type.
#[page(route = "/type", state = Shop)]
pub mod r#type {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub product: Product,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn r#move() {}
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie],
        pages: [product, cart, r#type],
    }
}

fn main() {
    let tools = SITE.pages.iter().flat_map(|page| {
        let actions = page.meta.actions.iter();
        let actions = actions.filter(|action| action.expose.level.is_some());
        actions.map(|action| action.tool_name(page.meta.name).to_string())
    });
    assert_eq!(
        tools.collect::<Vec<_>>(),
        ["product-add", "product-addAll", "cart-add", "type-move"]
    );
}
