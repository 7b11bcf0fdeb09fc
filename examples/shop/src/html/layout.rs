//! What all pages have in common: the head, the navigation, and how money reads.

use std::fmt::Display;

use affordances::PageView;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{form, notice};
use crate::callers;
use crate::entities::Cents;

/// What is around a page: who is signed in, and what else belongs in its head.
#[derive(Clone, Copy, Debug)]
pub struct Chrome<'a> {
    name: Option<&'a str>,
    link: &'a str,
}

impl<'a> Chrome<'a> {
    /// Around a page that agents read too.
    pub(super) fn of(page: &'a PageView) -> Self {
        Self {
            name: callers::name_of(page.caller()),
            link: page.link_element(),
        }
    }

    /// Around a page that is HTML alone.
    #[must_use]
    pub fn plain(name: Option<&'a str>) -> Self {
        Self { name, link: "" }
    }
}

/// A page with entities. What a posted form came to is said above them; where a
/// confirmation is asked for, there is nothing else to see.
pub(super) fn page(title: &str, view: &PageView, main: Markup) -> Markup {
    let chrome = Chrome::of(view);
    match view.confirmation() {
        Some(confirmation) => around("Please confirm", &chrome, form::confirm(confirmation, view)),
        None => around(
            title,
            &chrome,
            html! {
                @if let Some(failure) = view.failure() { (notice::failed(failure)) }
                (main)
            },
        ),
    }
}

/// Any page.
pub(super) fn around(title: &str, chrome: &Chrome<'_>, main: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Shop" }
                (PreEscaped(chrome.link))
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                a.skip href="#main" { "Skip to content" }
                header {
                    nav aria-label="Site" {
                        a.brand href="/" { "Shop" }
                        a href="/cart" { "Cart" }
                        a href="/help/shipping" { "Help" }
                        a href="/about" { "About" }
                    }
                    @match chrome.name {
                        Some(name) => form.inline method="post" action="/logout" {
                            span { "Signed in as " bdi { (name) } }
                            button.quiet { "Sign out" }
                        },
                        None => a href="/login" { "Sign in" },
                    }
                }
                main #main { (main) }
            }
        }
    }
}

/// A number that stands alone, with nothing that could run into it.
pub(super) fn number(number: impl Display) -> Markup {
    html! { data value=(number) { (number) } }
}

/// An amount as people write it, with the number behind it.
pub(super) fn money(cents: Cents) -> Markup {
    html! { data value=(cents) { (dollars(cents)) } }
}

/// An amount as people write it.
#[must_use]
pub fn dollars(cents: Cents) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}
