//! `/products/[slug]`: one product, on its way into the cart.

use affordances::prelude::*;
use maud::Markup;

use crate::calls::{AddToCart, InCart, Reserve, Restock};
use crate::entities::{Cart, Product, Stock};
use crate::store::Store;
use crate::{Shop, html};

/// One product with its variants, and the visitor's cart.
#[page(route = "/products/[slug]", state = Shop)]
pub mod page {
    use super::*;

    #[derive(Debug, Deserialize)]
    pub struct Params {
        pub slug: String,
    }

    #[derive(Debug)]
    #[entities]
    pub struct Entities {
        // What an action changes about a product is how many pieces are left.
        #[entity(resource = Stock)]
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub async fn load(
        State(store): State<Store>,
        Path(params): Path<Params>,
        caller: Option<Caller>,
    ) -> Result<Entities> {
        Ok(Entities {
            product: store.product(&params.slug).await?,
            cart: store.cart(caller.as_ref().map(Caller::subject)).await?,
        })
    }

    #[view]
    pub fn view(entities: &Entities, page: &PageView) -> Markup {
        html::product(&entities.product, &entities.cart, page)
    }

    #[guard("a variant is in stock")]
    pub fn in_stock(entities: &Entities) -> Verdict {
        let left = entities
            .product
            .variants
            .iter()
            .any(|variant| variant.stock > 0);
        Verdict::available_if(left, format!("{} is sold out", entities.product.name))
    }

    /// Add a variant of this product to the cart.
    #[action(expose = "session", effects = [cart], guard = in_stock)]
    pub async fn add_to_cart(
        State(store): State<Store>,
        Path(params): Path<Params>,
        caller: Caller,
        Input(AddToCart { sku, quantity }): Input<AddToCart>,
        cart: &Write<Cart>,
    ) -> Result<InCart> {
        Ok(store
            .add_to_cart(cart, caller.subject(), &params.slug, &sku, quantity)
            .await?)
    }

    /// Take pieces out of stock and into the cart, where nobody else can buy them.
    #[action(
        expose = "confirm",
        effects = [product, cart],
        guard = in_stock,
        summary = "Reserve {quantity} of {sku}",
    )]
    pub async fn reserve(
        State(store): State<Store>,
        Path(params): Path<Params>,
        caller: Caller,
        Input(Reserve { sku, quantity }): Input<Reserve>,
        stock: &Write<Stock>,
        cart: &Write<Cart>,
    ) -> Result<Outcome<InCart>> {
        let line = store
            .reserve(cart, stock, caller.subject(), &params.slug, &sku, quantity)
            .await?;
        Ok(Outcome::new(line).message(format!("Reserved {quantity} of {sku}")))
    }

    /// Put new pieces into stock. Without `expose` only our own code can call it.
    #[action(effects = [product])]
    pub async fn restock(
        State(store): State<Store>,
        Path(params): Path<Params>,
        Input(Restock { sku, quantity }): Input<Restock>,
        stock: &Write<Stock>,
    ) -> Result<()> {
        Ok(store.restock(stock, &params.slug, &sku, quantity).await?)
    }

    #[nav]
    pub fn nav() -> Vec<Nav> {
        vec![
            Nav::to("/cart")
                .label("Cart")
                .when("something is in the cart"),
            Nav::to("/").label("All products"),
        ]
    }
}
