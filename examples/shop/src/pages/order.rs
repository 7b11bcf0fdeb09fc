//! `/orders/[id]`: one order, which only its owner finds.

use affordances::prelude::*;
use maud::Markup;

use crate::entities::{Order, OrderStatus, Stock};
use crate::store::Store;
use crate::{Shop, html};

/// One of the visitor's orders.
#[page(route = "/orders/[id]", state = Shop)]
pub mod page {
    use super::*;

    #[derive(Debug, Deserialize)]
    pub struct Params {
        id: String,
    }

    #[derive(Debug)]
    #[entities]
    pub struct Entities {
        pub order: Order,
    }

    // Not `Caller`, which would tell strangers to sign in: for them, too, the
    // order is not there.
    #[load]
    pub async fn load(
        State(store): State<Store>,
        Path(params): Path<Params>,
        caller: Option<Caller>,
    ) -> Result<Entities> {
        let caller = caller.ok_or_else(ActionError::not_found)?;
        Ok(Entities {
            order: store.order(caller.subject(), &params.id).await?,
        })
    }

    #[view]
    pub fn view(entities: &Entities, page: &PageView) -> Markup {
        html::order(&entities.order, page)
    }

    #[guard("the order is placed")]
    pub fn placed(entities: &Entities) -> Verdict {
        let placed = entities.order.status == OrderStatus::Placed;
        Verdict::available_if(placed, "This order is cancelled already")
    }

    /// Cancel the order; its pieces and a gift card's money go back.
    #[action(
        expose = "confirm",
        effects = [order],
        writes = [Stock],
        guard = placed,
        summary = what_is_cancelled,
    )]
    pub async fn cancel_order(
        State(store): State<Store>,
        Path(params): Path<Params>,
        caller: Caller,
        order: &Write<Order>,
        stock: &Write<Stock>,
    ) -> Result<Outcome<()>> {
        store
            .cancel_order(order, stock, caller.subject(), &params.id)
            .await?;
        Ok(Outcome::new(()).message("Order cancelled"))
    }

    fn what_is_cancelled(entities: &Entities, _: &(), _: Option<&Caller>) -> String {
        let Order {
            id, total_cents, ..
        } = &entities.order;
        format!("Cancel the order {id} for {}", html::dollars(*total_cents))
    }

    #[nav]
    pub fn nav() -> Vec<Nav> {
        vec![
            Nav::to("/cart").label("Cart and orders"),
            Nav::to("/").label("All products"),
        ]
    }
}
