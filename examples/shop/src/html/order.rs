//! An order's page.

use affordances::PageView;
use maud::{Markup, html};

use super::form::ActionForm;
use super::layout::{money, number, page};
use crate::entities::{Order, OrderStatus};

/// The page at `/orders/[id]`.
#[must_use]
pub fn order(order: &Order, view: &PageView) -> Markup {
    let cancel = ActionForm::new(view, "cancelOrder", &[]);
    page(
        "Order",
        view,
        html! {
            h1 { "Order " (order.id) }
            p.lead { "This order is " (status(order.status)) "." }
            table {
                thead {
                    tr {
                        th scope="col" { "Product" } th scope="col" { "Variant" }
                        th scope="col" { "Each" } th scope="col" { "Pieces" }
                    }
                }
                tbody {
                    @for line in &order.items {
                        tr {
                            th scope="row" { (line.name) } td { (line.sku) }
                            td { (money(line.price_cents)) } td { (number(line.quantity)) }
                        }
                    }
                }
            }
            p { "Paid " b { (money(order.total_cents)) } }
            (cancel.draw("Cancel this order", html! {}))
        },
    )
}

/// The same word as on the wire.
pub(super) fn status(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Placed => "placed",
        OrderStatus::Cancelled => "cancelled",
    }
}
