//! A product's page.

use affordances::PageView;
use maud::{Markup, html};

use super::cart::lines;
use super::form::ActionForm;
use super::layout::{money, number, page};
use crate::entities::{Cart, Product};

/// The page at `/products/[slug]`.
#[must_use]
pub fn product(product: &Product, cart: &Cart, view: &PageView) -> Markup {
    let skus = || product.variants.iter().map(|variant| variant.sku.as_str());
    let add = ActionForm::new(view, "addToCart", &[]);
    let reserve = ActionForm::new(view, "reserve", &[]);
    page(
        &product.name,
        view,
        html! {
            h1 { (product.name) }
            p { code { (product.slug) } }
            p.lead { (product.description) }
            p { (money(product.price_cents)) }
            ul.tags { @for tag in &product.tags { li { (tag) } } }
            table {
                caption { "Variants" }
                thead { tr { th scope="col" { "Variant" } th scope="col" { "In stock" } } }
                tbody {
                    @for variant in &product.variants {
                        tr { th scope="row" { (variant.sku) } td { (number(variant.stock)) } }
                    }
                }
            }
            h2 { "Add to cart" }
            (add.draw("Add to cart", html! {
                (add.choice("sku", "Variant", skus()))
                (add.number("quantity", "Pieces", 1, 1))
            }))
            h2 { "Reserve" }
            p { "Reserved pieces are taken out of stock for you until you order or give them up." }
            (reserve.draw("Reserve", html! {
                (reserve.choice("sku", "Variant", skus()))
                (reserve.number("quantity", "Pieces", 1, 1))
            }))
            h2 { "Your cart" }
            (lines(cart, |_| html! {}))
        },
    )
}
