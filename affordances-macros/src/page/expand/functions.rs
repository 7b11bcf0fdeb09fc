//! The functions that a page's table points to.
use affordances_macro_support::spans::respan;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use super::aliases;
use crate::action::{guard_const, row, types_row};
use crate::handler::{self, Handler, private, state};
use crate::page::handlers::Guard;
use crate::page::model::Body;

/// Guards as items (each may stand under `cfg`, and has a type that says which closure is meant), then
/// the actions: their rows, and what makes their schemas. Nothing where there is neither.
pub(super) fn actions(body: &Body) -> Option<TokenStream> {
    let entities = &body.entities_type;
    let handlers = &body.handlers;
    if handlers.guards.is_empty() && handlers.actions.is_empty() {
        return None;
    }
    let guards = handlers.guards.iter().map(guard);
    let rows = handlers.actions.iter().map(|action| row(action, entities));
    let types = handlers.actions.iter().map(types_row);
    let (private, _) = aliases();
    Some(quote! {
        use #private::NoError as _;
        #(#guards)*
        (&[#(#rows),*], &[#(#types),*])
    })
}

/// Loads, likewise as items.
pub(in crate::page) fn loads(body: &Body) -> TokenStream {
    let loads = body.handlers.loads.iter();
    loads.map(|item| load(item, &body.entities_type)).collect()
}

fn guard(guard: &Guard) -> TokenStream {
    let Guard { handler, words } = guard;
    let cfgs = &handler.cfgs;
    let span = handler.ident.span();
    let (private, state) = (private(span), state(span));
    let name = guard_const(&handler.ident);
    let verdict = quote!(#private::Verdict);
    let shim = handler::shim(handler, &returned(handler, &verdict));
    quote! {
        #(#cfgs)*
        const #name: (&::core::primitive::str, #private::Shim<#state, #verdict>) = (#words, #shim);
    }
}

fn load(load: &Handler, entities: &Ident) -> TokenStream {
    let cfgs = &load.cfgs;
    let span = load.ident.span();
    let (private, state) = (private(span), state(span));
    let loaded = handler::converter(load, |span| {
        let private = handler::private(span);
        let entities = respan(entities.to_token_stream(), span);
        (
            quote_spanned!(span=> #private::Loads<#entities>),
            "into_loaded",
        )
    });
    let shim = handler::shim(load, &loaded);
    quote! {
        #(#cfgs)*
        const __AFFORDANCES_LOAD: #private::Shim<#state, #private::Loaded> = #shim;
    }
}

/// The shims of the functions that a page has one of at most: the method of the table that takes it,
/// and the closure.
pub(super) fn drawn(view: &Handler) -> (TokenStream, TokenStream) {
    let converter = handler::converter(view, |span| {
        let private = private(span);
        (quote_spanned!(span=> #private::Drawn<_>), "drawn")
    });
    (quote!(view), handler::shim(view, &converter))
}

pub(super) fn linked(nav: &Handler) -> (TokenStream, TokenStream) {
    let private = private(nav.ident.span());
    let links = quote!(#private::Vec<#private::Nav>);
    let converter = returned(nav, &links);
    (quote!(nav), handler::shim(nav, &converter))
}

pub(super) fn written(markdown: &Handler) -> (TokenStream, TokenStream) {
    let private = private(markdown.ident.span());
    let text = quote!(#private::String);
    let converter = returned(markdown, &text);
    (quote!(markdown), handler::shim(markdown, &converter))
}

/// Converts what a function gives: the value, or a `Result` of it.
fn returned(handler: &Handler, value: &TokenStream) -> TokenStream {
    handler::converter(handler, |span| {
        let private = private(span);
        let value = respan(value.clone(), span);
        (
            quote_spanned!(span=> #private::Returns<#value>),
            "into_value",
        )
    })
}
