//! [`Handler`] → the closure that a table points to.
//!
//! The tokens of a check take their spans from the user's (see `spans` in the support crate), which is
//! why nothing here is one plain `quote!`.
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::spans::respan;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Ident, Type};

use super::{Handler, Parameter};

/// What the tokens of every handler of a page have in common.
pub(crate) struct Ground {
    pub(crate) krate: CratePath,
    /// The page's state.
    pub(crate) state: Type,
}

/// The alias of `affordances::__private` inside generated blocks: one identifier, so that each use can
/// bear the span of what it checks.
pub(crate) fn private(span: Span) -> Ident {
    Ident::new("__private", span)
}

/// The marker type of a handler. Markers live in a module of their own: beside the page's items, one
/// would clash with whatever type or module of the same name the page declares or imports.
pub(crate) fn marker(handler: &Ident, span: Span) -> TokenStream {
    let mut name = handler.clone();
    name.set_span(span);
    quote_spanned!(span=> __affordances::#name)
}

/// `|cx| Box::pin(async move { .. })`: reads the parameters, calls the function, and lets `convert`
/// turn the call into what the table expects.
pub(crate) fn shim(
    handler: &Handler,
    ground: &Ground,
    convert: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let span = handler.ident.span();
    let private = private(span);
    let names = local_names(handler);
    let reads = handler
        .parameters
        .iter()
        .zip(&names)
        .map(|(parameter, name)| {
            let value = read(parameter, &handler.ident, ground);
            quote!(let #name = #value;)
        });
    let function = &handler.ident;
    let mut call = quote_spanned!(span=> #function(#(#names),*));
    if handler.is_async {
        call = quote_spanned!(span=> #private::sendable(#call).await);
    }
    let result = convert(call);
    closure(
        span,
        !handler.parameters.is_empty(),
        quote!(#(#reads)* #result),
    )
}

/// `|cx| Box::pin(async move { body })`.
pub(crate) fn closure(span: Span, uses_cx: bool, body: TokenStream) -> TokenStream {
    let private = private(span);
    let cx = if uses_cx {
        cx().into_token_stream()
    } else {
        quote!(_)
    };
    quote_spanned!(span=> |#cx| #private::Box::pin(async move { #body }))
}

/// Reads one parameter from the context, if the handler's annotation admits it.
///
/// rustc reports a bound that fails at the type or at the whole path, from its first token to its
/// last: with these three spans both are exactly the type that the user wrote.
pub(crate) fn read(parameter: &Parameter, handler: &Ident, ground: &Ground) -> TokenStream {
    let Parameter {
        written: _,
        tokens,
        spans,
    } = parameter;
    let private = private(spans.name);
    let state = respan(ground.state.to_token_stream(), spans.name);
    let marker = marker(handler, spans.last);
    let cx = cx();
    let open = quote_spanned!(spans.first=> <);
    let reader = quote_spanned!(spans.name=> as #private::FromCall<'_, #state, _>);
    let admitted = quote_spanned!(spans.last=> >::admitted::<#marker>()(#cx).await?);
    quote!(#open #tokens #reader #admitted)
}

/// The context, hygienic: no function of the user's can be called so.
pub(crate) fn cx() -> Ident {
    Ident::new("cx", Span::mixed_site())
}

fn local_names(handler: &Handler) -> Vec<Ident> {
    (0..handler.parameters.len())
        .map(|number| format_ident!("a{number}", span = Span::mixed_site()))
        .collect()
}
