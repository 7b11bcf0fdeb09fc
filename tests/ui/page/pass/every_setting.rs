//! Every key of every attribute at once.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/products/[slug]/[[...rest]]", state = Shop, name = "item", crate = ::affordances)]
pub mod product {
    use super::shop::*;

    #[derive(Deserialize)]
    pub struct Params {
        pub slug: String,
        pub rest: Option<String>,
    }

    #[entities]
    pub struct Entities {
        #[entity(resource = Stock)]
        pub product: Product,
        #[entity(volatile, name = "basket")]
        pub the_cart: Cart,
    }

    #[load]
    pub async fn load(
        State(shop): State<Shop>,
        Path(_): Path<Params>,
        _: Option<Caller>,
    ) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            the_cart: shop.cart(),
        })
    }

    #[view]
    pub async fn view(entities: &Entities, page: &PageView) -> Html<String> {
        Html(format!("{}{}", entities.product.name, page.path()))
    }

    #[guard("a variant is in stock")]
    pub async fn in_stock(State(_): State<Shop>, _: &Entities) -> Result<Verdict> {
        Ok(Verdict::available())
    }

    /// Takes something.
    #[action(
        expose = "confirm",
        effects = [product, the_cart],
        writes = [Order],
        guard = in_stock,
        summary = "Take {quantity} of {sku} {{really}}",
        visible_to = staff,
        rate = "10/min",
        timeout = "500ms",
        name = "takeIt",
        tool = "take-it",
        requires = "cart:write",
        idempotent,
        destructive,
    )]
    pub async fn take(
        State(shop): State<Shop>,
        caller: Caller,
        Input(input): Input<AddToCart>,
        cart: &Write<Cart>,
        _: &Write<Stock>,
        _: &Write<Order>,
        entities: &Entities,
    ) -> Result<Outcome<Added>> {
        let _ = (caller, entities);
        Ok(Outcome::new(shop.add(cart, input).await).message("Taken"))
    }

    fn staff(caller: Option<&Caller>) -> bool {
        caller.is_some()
    }

    /// Takes something, in other words.
    #[action(expose = "confirm", effects = [], summary = describe, timeout = 5)]
    pub async fn describe_it(Input(_): Input<AddToCart>) {}

    fn describe(entities: &Entities, input: &AddToCart, caller: Option<&Caller>) -> String {
        format!("{}{}{}", entities.product.name, input.sku, caller.is_some())
    }

    /// Takes nothing.
    #[action(expose = "confirm", effects = [], summary = without_input)]
    pub async fn nothing() {}

    fn without_input(_: &Entities, _: &(), _: Option<&Caller>) -> String {
        String::new()
    }

    /// Looks.
    #[action(expose = "public", read_only)]
    pub fn look(_: Option<Caller>) -> u32 {
        1
    }

    #[action]
    pub async fn not_exposed() {}

    #[nav]
    pub fn nav(_: &Entities) -> Result<Vec<Nav>> {
        Ok(Vec::new())
    }

    #[markdown]
    pub async fn markdown(_: &Entities) -> String {
        String::new()
    }
}

site! {
    /// The site.
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie, bearer],
        prefix: "/app",
        mcp: "/mcp",
        pages: [product],
    };
}

fn main() {
    assert_eq!(product::PAGE.meta.name, "item");
    assert_eq!(SITE.pages.len(), 1);
}
