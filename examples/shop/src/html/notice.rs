//! What people are told when something did not work, and the page to sign in on.

use affordances::{FormFailure, PageError};
use axum::http::StatusCode;
use maud::{Markup, html};

use super::Chrome;
use super::layout::around;
use crate::callers;

/// Above the page, after a form that failed. The faults stand here too, since
/// the field that one belongs to may no longer be on the page.
pub(super) fn failed(failure: &FormFailure) -> Markup {
    html! {
        section.alert role="alert" {
            p { (failure.message) }
            @if !failure.issues.is_empty() {
                ul {
                    @for issue in &failure.issues {
                        li { (issue.path.trim_start_matches('/')) ": " (issue.message) }
                    }
                }
            }
        }
    }
}

/// In place of a page that cannot be shown.
#[must_use]
pub fn error(error: &PageError) -> Markup {
    let chrome = Chrome::plain(callers::name_of(error.caller.as_ref()));
    failure(error.status, &error.message, &chrome)
}

/// In answer to a request that nothing can be done for.
#[must_use]
pub fn failure(status: StatusCode, message: &str, chrome: &Chrome<'_>) -> Markup {
    let title = status.canonical_reason().unwrap_or("Error");
    around(
        title,
        chrome,
        html! {
            h1 { (title) }
            p.lead { (message) }
            @if status == StatusCode::UNAUTHORIZED {
                p { a href="/login" { "Sign in" } " and try again." }
            }
            p { a href="/" { "Back to the shop" } }
        },
    )
}

/// The page to sign in on, with what was typed and what is wrong with it.
#[must_use]
pub fn login(chrome: &Chrome<'_>, typed: &str, fault: Option<&str>) -> Markup {
    around(
        "Sign in",
        chrome,
        html! {
            h1 { "Sign in" }
            p.lead {
                "This is a demonstration: there are no passwords. Whoever types a name "
                "sees the cart and the orders of that name."
            }
            form method="post" action="/login" {
                label {
                    span { "Name" }
                    input type="text" name="name" value=(typed) maxlength="40" required
                        autocomplete="nickname" aria-invalid=[fault.map(|_| "true")];
                    @if let Some(fault) = fault { strong.fault role="alert" { (fault) } }
                }
                button { "Sign in" }
            }
        },
    )
}
