//! The handbook and the page about the shop: text alone.

use affordances::PageView;
use maud::{Markup, html};

use super::Chrome;
use super::layout::{around, page};
use crate::entities::Article;

/// A page at `/help/[...path]`.
#[must_use]
pub fn article(article: &Article, view: &PageView) -> Markup {
    page(
        &article.title,
        view,
        html! {
            p.quiet { "Help / " (article.path) }
            h1 { (article.title) }
            div.text { (article.body) }
        },
    )
}

/// The page at `/about`, for people alone.
#[must_use]
pub fn about(chrome: &Chrome<'_>) -> Markup {
    around(
        "About",
        chrome,
        html! {
            h1 { "About" }
            p.lead { "A shop that people and agents use through the same pages." }
            p {
                "Nothing here can be bought for real. Every page but this one also answers "
                "as JSON, and says what can be done on it; how to ask is in "
                a href="/help/agents/calling" { "the handbook" } "."
            }
        },
    )
}
