//! The home page: what there is to buy, and who is looking.

use affordances::PageView;
use maud::{Markup, html};

use super::form::ActionForm;
use super::layout::{money, number, page};
use crate::entities::{Catalogue, Visitor};

/// The page at `/`.
#[must_use]
pub fn home(catalogue: &Catalogue, visitor: &Visitor, query: &str, view: &PageView) -> Markup {
    page(
        "Home",
        view,
        html! {
            h1 { "Good things, few of them" }
            @match &visitor.name {
                Some(name) => p.lead { "Hello " bdi { (name) } ", nice to see you." },
                None => section {
                    @let form = ActionForm::new(view, "signIn", &[]);
                    (form.draw("Sign in", form.text("name", "Your name", 40)))
                },
            }
            // A search changes nothing, so people get it as a link that they can
            // keep; the action `search` is the same for agents.
            form role="search" method="get" action="/" {
                label {
                    span { "Search" }
                    input type="search" name="query" value=(query) maxlength="100";
                }
                button { "Search" }
            }
            p { (number(catalogue.count)) " products" }
            ul.cards {
                @for product in &catalogue.products {
                    li {
                        a href=(format_args!("/products/{}", product.slug)) { (product.name) }
                        code { (product.slug) }
                        span { (money(product.price_cents)) }
                        span.quiet { @if product.in_stock { "in stock" } @else { "sold out" } }
                    }
                }
            }
        },
    )
}
