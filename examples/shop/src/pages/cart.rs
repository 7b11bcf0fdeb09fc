//! `/cart`: what is about to be ordered, and what was.

use affordances::prelude::*;
use maud::Markup;

use crate::calls::{ApplyCoupon, PlaceOrder, Placed, SetQuantity};
use crate::entities::{Cart, Order, Orders, Stock};
use crate::store::Store;
use crate::{Shop, html};

/// The visitor's cart and their latest orders.
#[page(route = "/cart", state = Shop)]
pub mod page {
    use super::*;

    #[derive(Debug)]
    #[entities]
    pub struct Entities {
        pub cart: Cart,
        #[entity(resource = Order)]
        pub orders: Orders,
    }

    #[load]
    pub async fn load(State(store): State<Store>, caller: Option<Caller>) -> Result<Entities> {
        let caller = caller.as_ref().map(Caller::subject);
        Ok(Entities {
            cart: store.cart(caller).await?,
            orders: store.orders(caller).await?,
        })
    }

    #[view]
    pub fn view(entities: &Entities, page: &PageView) -> Markup {
        html::cart(&entities.cart, &entities.orders, page)
    }

    #[guard("the cart is not empty")]
    pub fn not_empty(entities: &Entities) -> Verdict {
        Verdict::available_if(!entities.cart.items.is_empty(), "The cart is empty")
    }

    /// Change how many pieces of a variant are in the cart; 0 removes it.
    #[action(expose = "session", effects = [cart], writes = [Stock])]
    pub async fn set_quantity(
        State(store): State<Store>,
        caller: Caller,
        Input(SetQuantity { sku, quantity }): Input<SetQuantity>,
        cart: &Write<Cart>,
        stock: &Write<Stock>,
    ) -> Result<()> {
        Ok(store
            .set_quantity(cart, stock, caller.subject(), &sku, quantity)
            .await?)
    }

    /// Apply a coupon or a gift card to the cart, in place of the last of its kind.
    #[action(expose = "session", effects = [cart])]
    pub async fn apply_coupon(
        State(store): State<Store>,
        caller: Caller,
        Input(coupon): Input<ApplyCoupon>,
        cart: &Write<Cart>,
    ) -> Result<()> {
        Ok(store.apply_coupon(cart, caller.subject(), &coupon).await?)
    }

    /// Order everything in the cart.
    #[action(
        expose = "confirm",
        effects = [cart, orders],
        writes = [Stock],
        guard = not_empty,
        summary = what_is_ordered,
    )]
    pub async fn place_order(
        State(store): State<Store>,
        caller: Caller,
        Input(PlaceOrder { note }): Input<PlaceOrder>,
        cart: &Write<Cart>,
        orders: &Write<Order>,
        stock: &Write<Stock>,
    ) -> Result<Outcome<Placed>> {
        let note = note.as_deref();
        let placed = store
            .place_order(cart, orders, stock, caller.subject(), note)
            .await?;
        let page = format!("/orders/{}", placed.order_id);
        Ok(Outcome::new(placed).redirect(page).message("Order placed"))
    }

    fn what_is_ordered(entities: &Entities, _: &PlaceOrder, _: Option<&Caller>) -> String {
        let pieces: u32 = entities.cart.items.iter().map(|line| line.quantity).sum();
        let items = if pieces == 1 { "item" } else { "items" };
        format!(
            "Order {pieces} {items} for {}",
            html::dollars(entities.cart.total_cents)
        )
    }

    #[nav]
    pub fn nav(entities: &Entities) -> Vec<Nav> {
        let orders = entities.orders.recent.iter().map(|order| {
            Nav::to(format!("/orders/{}", order.id)).label(format!("Order {}", order.id))
        });
        orders.chain([Nav::to("/").label("All products")]).collect()
    }
}
