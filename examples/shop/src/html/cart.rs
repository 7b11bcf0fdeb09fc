//! The cart's page, and the cart as other pages show it.

use affordances::PageView;
use maud::{Markup, html};

use super::form::ActionForm;
use super::layout::{money, number, page};
use super::order::status;
use crate::entities::{Cart, CartLine, Orders};

/// The page at `/cart`.
#[must_use]
pub fn cart(cart: &Cart, orders: &Orders, view: &PageView) -> Markup {
    let coupon = ActionForm::new(view, "applyCoupon", &[("kind", "percent")]);
    let gift_card = ActionForm::new(view, "applyCoupon", &[("kind", "giftCard")]);
    let order = ActionForm::new(view, "placeOrder", &[]);
    page(
        "Cart",
        view,
        html! {
            h1 { "Your cart" }
            (lines(cart, |line| {
                let fixed = [("sku", line.sku.as_str())];
                let form = ActionForm::new(view, "setQuantity", &fixed);
                form.draw("Change", form.number("quantity", "Pieces", 0, line.quantity))
            }))
            h2 { "Coupon" }
            (coupon.draw("Apply", coupon.text("code", "Code", 40)))
            h2 { "Gift card" }
            (gift_card.draw("Apply", html! {
                (gift_card.text("number", "Number", 16))
                (gift_card.text("pin", "Pin", 4))
            }))
            h2 { "Order" }
            (order.draw("Place order", order.text("note", "Note (optional)", 200)))
            h2 { "Your orders" }
            p { (number(orders.count)) " orders" }
            ul {
                @for order in &orders.recent {
                    li {
                        a href=(format_args!("/orders/{}", order.id)) { (order.id) }
                        " " (status(order.status)) ", " (money(order.total_cents))
                    }
                }
            }
        },
    )
}

/// The cart, with what can be done to each of its lines.
pub(super) fn lines(cart: &Cart, change: impl Fn(&CartLine) -> Markup) -> Markup {
    html! {
        @if cart.items.is_empty() { p { "There is nothing in it." } }
        @else {
            table {
                thead {
                    tr {
                        th scope="col" { "Product" } th scope="col" { "Variant" }
                        th scope="col" { "Each" } th scope="col" { "Pieces" }
                        th scope="col" { "Reserved" } td {}
                    }
                }
                tbody {
                    @for line in &cart.items {
                        tr {
                            th scope="row" { (line.name) } td { (line.sku) }
                            td { (money(line.price_cents)) } td { (number(line.quantity)) }
                            td { (number(line.reserved)) } td { (change(line)) }
                        }
                    }
                }
            }
        }
        p { "Discount " (money(cart.discount_cents)) }
        p { "Total " b { (money(cart.total_cents)) } }
    }
}
