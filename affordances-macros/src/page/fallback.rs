//! A page with errors → its items all the same, with an empty `PAGE`.
//!
//! Whoever names the page in `site!`, or calls one of its functions, must not get a second error; and
//! what is sound in it is checked by the compiler in the same build.
use proc_macro2::TokenStream;
use quote::quote;

use super::expand::{aliases, export, functions, page_ident, prologue, types, with_items};
use super::item::PageItem;
use super::model::{BrokenPage, Ground};

/// The module with what could be saved.
pub(super) fn expand(item: PageItem, broken: &BrokenPage) -> TokenStream {
    let BrokenPage { page, ground, body } = broken;
    let Ground { krate, state } = ground;
    let (private, _) = aliases();
    let prologue = prologue(ground);
    let (types, functions) = match body {
        Some(body) => (types(ground, body), functions(body)),
        None => (TokenStream::new(), TokenStream::new()),
    };
    let table = page_ident(page);
    let export = export(page);
    let module = with_items(
        item,
        quote! {
            #types
            /// The table of a page that does not compile.
            #[allow(
                dead_code,
                unreachable_pub,
                unused_imports,
                unused_qualifications,
                reason = "it stands in for the real one"
            )]
            pub static #table: #krate::__private::PageDef<#state> = {
                #prologue
                #functions
                #private::PageDef::stub()
            };
        },
    );
    quote!(#module #export)
}
