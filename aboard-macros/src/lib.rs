//! Attribute macros of affordances for onboarding: `#[onboarding]` and `#[step]`. Use them through the
//! `affordances` crate, which documents them.
//!
//! Entry points only. Behind them, the stages of the other macros in files of the same names:
//!
//! ```text
//! args ─┐
//!       ├─▶ check ─▶ model ─▶ expand       tokens ─▶ what was written ─▶ what is valid ─▶ tokens
//! item ─┘     └────────────▶ fallback      errors ─▶ the user's items all the same, and an empty flow
//! ```
//!
//! `onboarding/` owns the module and everything in it; `step/` is its part, one function.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::todo,
    clippy::indexing_slicing
)]
#![allow(
    missing_debug_implementations,
    reason = "syn's types have no `Debug` without its feature `extra-traits`, which is most of syn again"
)]
#![cfg_attr(
    test,
    allow(clippy::indexing_slicing, reason = "a test may fail by panicking")
)]

mod entry;
#[cfg(test)]
mod golden;
mod onboarding;
#[cfg(test)]
mod reference;
mod step;

use affordances_macro_support::marks;
use proc_macro::TokenStream;

/// Turns a module into an onboarding flow. See `affordances::onboarding`.
#[proc_macro_attribute]
pub fn onboarding(args: TokenStream, item: TokenStream) -> TokenStream {
    onboarding::expand_onboarding(args.into(), item.into()).into()
}

/// Marks a function that agents call in its turn. See `affordances::step`.
///
/// `#[onboarding]` reads it and takes it off, so that one which is expanded at all stands outside of a
/// flow.
#[proc_macro_attribute]
pub fn step(args: TokenStream, item: TokenStream) -> TokenStream {
    let message = "`#[step]` has a meaning only inside `#[onboarding(..)] mod name { .. }`";
    let entry = entry::ATTRIBUTE_OUTSIDE_ONBOARDING;
    marks::outside(entry, message, &args.into(), item.into()).into()
}
