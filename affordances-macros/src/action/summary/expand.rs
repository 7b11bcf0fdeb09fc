//! [`Summary`] → the closure that makes the text.
use affordances_macro_support::spans::first;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, LitStr, Path};

use super::Summary;
use crate::handler::{self, Handler, marker, private, state, variable};

/// `|cx| Box::pin(async move { .. Ok(text) })`
pub(crate) fn shim(summary: &Summary, handler: &Handler, entities: &Ident) -> TokenStream {
    match summary {
        Summary::Template {
            literal,
            format,
            fields,
            input,
        } => template(literal, format, fields, input_of(handler, *input)),
        Summary::Function { path, input } => {
            let input = input_of(handler, *input);
            function(path, input, handler, entities)
        }
    }
}

/// Reads the input once more: the summary is made long before the call runs.
fn input_of(handler: &Handler, number: Option<usize>) -> Option<TokenStream> {
    let parameter = handler.parameters.get(number?)?;
    Some(handler::read(parameter, &handler.ident))
}

fn template(
    literal: &LitStr,
    format: &str,
    fields: &[Ident],
    input: Option<TokenStream>,
) -> TokenStream {
    // Located at the literal, but not the literal's own span: for tokens that seem to be the user's,
    // rustc proposes to replace the whole template by the name of a field.
    let span = Span::mixed_site().located_at(literal.span());
    let private = private(span);
    let input_value = local("input", span);
    let values = fields.iter().map(|field| {
        let mut field = field.clone();
        field.set_span(span);
        quote_spanned!(span=> #private::Shown(&#input_value.0.#field))
    });
    let format = LitStr::new(format, span);
    let read = input
        .filter(|_| !fields.is_empty())
        .map(|input| quote_spanned!(span=> let #input_value = #input;));
    let body = quote_spanned! {span=>
        #read
        ::core::result::Result::Ok(#private::format!(#format #(, #values)*))
    };
    handler::closure(span, read.is_some(), body)
}

/// A variable of the shim at the place of what it is made of.
fn local(name: &str, place: Span) -> Ident {
    let mut variable = variable(name);
    variable.set_span(variable.span().located_at(place));
    variable
}

fn function(
    path: &Path,
    input: Option<TokenStream>,
    handler: &Handler,
    entities: &Ident,
) -> TokenStream {
    let span = first(&path.to_token_stream());
    let private = private(span);
    let marker = marker(&handler.ident, span, span);
    let state = state(span);
    let cx = handler::cx();
    let [shown, input_value] = ["entities", "input"].map(|name| local(name, span));
    let input = match input {
        Some(read) => quote!(&#read.0),
        None => quote!(&()),
    };
    // Not the user's own span: lints that forbid `?` would take it for theirs.
    let read = quote_spanned!(Span::mixed_site().located_at(span)=> (#cx).await?);
    let body = quote_spanned! {span=>
        let #shown = <&#entities as #private::FromCall<'_, #state, _>>::admitted::<#marker>()#read;
        let #input_value = #input;
        ::core::result::Result::Ok(#private::summary(#shown, #input_value, #cx.caller.as_ref(), #path))
    };
    handler::closure(span, true, body)
}
