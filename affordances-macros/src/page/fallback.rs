//! A page with errors → its items all the same, with an empty `PAGE`.
//!
//! Whoever names the page in `site!`, or calls one of its functions, must not get a second error; and
//! what is sound in it is checked by the compiler in the same build.
use proc_macro2::TokenStream;
use quote::quote;

use super::expand::{aliases, export, loads, page_ident, tables, types, with_items};
use super::item::PageItem;
use super::model::BrokenPage;

/// The module with what could be saved.
pub(super) fn expand(item: PageItem, broken: &BrokenPage) -> TokenStream {
    let BrokenPage { page, ground, body } = broken;
    let (private, _) = aliases();
    let types = body.as_ref().map(|body| types(ground, body));
    let loads = body.as_ref().map(loads);
    let table = quote!(#loads #private::PageDef::stub());
    let export = export(page);
    let tables = tables(ground, &page_ident(page), body.as_ref(), &table);
    let module = with_items(item, ground, quote!(#types #tables));
    quote!(#module #export)
}
