//! [`PageModel`] → the module with its table. Cannot fail.
//!
//! Beside the user's items stand a hidden module of marker types, a `const _` of impls, and `PAGE`.
//! Everything else is inside the initialiser of `PAGE`, where no name of ours can meet one of the
//! user's.
mod functions;
mod table;
mod types;

use affordances_macro_support::items::Module;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::model::{Ground, PageModel};
use crate::handler::{private, state};

pub(super) use functions::functions;
pub(super) use types::types;

/// The module, its table inside.
pub(super) fn expand(module: Module, model: &PageModel) -> TokenStream {
    let PageModel { ground, head, body } = model;
    let Ground { krate, state } = ground;
    let (private, alias) = aliases();
    let types = types(ground, body);
    let functions = functions(body);
    let table = table::table(head, body);
    let page = page_ident(&head.page);
    let export = export(&head.page);
    let module = with_items(
        module,
        quote! {
            #types
            /// The table of this page: name the page in `site!`.
            #[allow(unreachable_pub, reason = "a page may be private to its crate")]
            pub static #page: #krate::__private::PageDef<#state> = {
                use #krate::__private as #private;
                type #alias = #state;
                #functions
                #table
            };
        },
    );
    quote!(#module #export)
}

/// The names under which a generated block knows our crate's private part and the page's state.
pub(super) fn aliases() -> (Ident, Ident) {
    (private(Span::call_site()), state(Span::call_site()))
}

/// `PAGE`, located at the page's name: that is where rustc warns of a page that no site lists.
pub(super) fn page_ident(page: &Ident) -> Ident {
    Ident::new("PAGE", page.span())
}

/// With one page per file the module is called `page`, and the file's own module stands for it.
pub(super) fn export(page: &Ident) -> TokenStream {
    if page == "page" {
        let table = page_ident(page);
        quote_spanned!(page.span()=> pub use self::#page::#table;)
    } else {
        TokenStream::new()
    }
}

/// The module with more items at its end.
pub(super) fn with_items(module: Module, items: TokenStream) -> TokenStream {
    let Module {
        attrs,
        vis,
        keyword,
        ident,
        brace,
        inner_attrs,
        items: own,
    } = module;
    let mut tokens = quote!(#(#attrs)* #vis #keyword #ident);
    brace.surround(&mut tokens, |body| {
        body.extend(quote!(#(#inner_attrs)* #(#own)* #items));
    });
    tokens
}
