//! Attribute macros of affordances: `#[page]`, `#[action]` and their kin. Use them through the
//! `affordances` crate, which documents them.
//!
//! Entry points only. Behind each, the same stages in files of the same names:
//!
//! ```text
//! args ─┐
//!       ├─▶ check ─▶ model ─▶ expand       tokens ─▶ what was written ─▶ what is valid ─▶ tokens
//! item ─┘     └────────────▶ fallback      errors ─▶ the user's items all the same, and an empty page
//! ```
//!
//! `page/` owns the module and everything in it; `handler/` and `action/` are its parts, one function
//! each; `site/` lists pages.
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

mod action;
mod entry;
mod exported;
#[cfg(test)]
mod golden;
mod handler;
#[cfg(test)]
mod index;
mod misplaced;
mod page;
mod path_params;
#[cfg(test)]
mod reference;
mod site;

use proc_macro::TokenStream;

/// Turns a module into a page. See `affordances::page`.
#[proc_macro_attribute]
pub fn page(args: TokenStream, item: TokenStream) -> TokenStream {
    page::expand_page(args.into(), item.into()).into()
}

/// Publishes what a struct reads from the path. See `affordances::PathParams`.
#[proc_macro_derive(PathParams, attributes(path_params, serde))]
pub fn path_params(item: TokenStream) -> TokenStream {
    path_params::expand_path_params(item.into()).into()
}

/// Lists the pages of a site. See `affordances::site`.
#[proc_macro]
pub fn site(input: TokenStream) -> TokenStream {
    site::expand_site(input.into()).into()
}

/// Includes what a build script has exported. See `affordances::include_site`.
#[proc_macro]
pub fn exported(input: TokenStream) -> TokenStream {
    exported::expand_exported(input.into()).into()
}

/// Declares [`macro@page`]'s inner attributes: `#[page]` reads them and takes them off, so that an
/// attribute which is expanded at all stands outside of a page.
macro_rules! inner_attributes {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[proc_macro_attribute]
        pub fn $name(args: TokenStream, item: TokenStream) -> TokenStream {
            misplaced::explain(stringify!($name), &args.into(), item.into()).into()
        }
    )*};
}

inner_attributes! {
    /// Marks the struct whose fields a page shows. See `affordances::entities`.
    entities
    /// Gives settings to a field of the `#[entities]` struct. See `affordances::entities`.
    entity
    /// Marks the function that loads a page's entities. See `affordances::load`.
    load
    /// Marks the function that draws a page's HTML. See `affordances::view`.
    view
    /// Marks a function that says whether an action is available. See `affordances::guard`.
    guard
    /// Marks a function that agents and people can call. See `affordances::action`.
    action
    /// Marks the function that lists a page's links. See `affordances::nav`.
    nav
    /// Marks the function that writes a page's Markdown. See `affordances::markdown`.
    markdown
}
