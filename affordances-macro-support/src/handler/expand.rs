//! [`Handler`] → the closure that a table points to.
//!
//! The tokens of a check take their spans from the user's (see [`spans`](crate::spans)), which is
//! why few of these are one plain `quote!`.
use crate::items::Module;
use crate::spans::{first, ungrouped};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, Type};

use super::{Handler, Output, Parameter};

/// The alias of `affordances::__private` inside generated blocks: one identifier, so that each use can
/// bear the span of what it checks.
#[must_use]
pub fn private(span: Span) -> Ident {
    Ident::new("__private", span)
}

/// The alias of the page's state inside generated blocks. A state that is not found is then reported
/// once, where the user wrote it, however often it is used.
#[must_use]
pub fn state(span: Span) -> Ident {
    Ident::new("__State", span)
}

/// The marker type of a handler, its path reaching from one span to another. Markers live in a module
/// of their own: beside the page's items, one would clash with whatever type or module of the same name
/// the page declares or imports.
#[must_use]
pub fn marker(handler: &Ident, from: Span, to: Span) -> TokenStream {
    let module = Ident::new("__affordances", from);
    let mut name = handler.clone();
    name.set_span(to);
    quote_spanned!(from=> #module::#name)
}

/// A variable of generated code. `mixed_site` keeps it apart from variables and functions of the user's,
/// but not from constants, statics and unit structs: a pattern of such a name is no new variable. So it
/// bears one that nobody gives.
#[must_use]
pub fn variable(name: &str) -> Ident {
    Ident::new(&format!("__{name}"), Span::mixed_site())
}

/// The context that a shim reads from.
#[must_use]
pub fn cx() -> Ident {
    variable("cx")
}

/// The most parameters for which the engine has a function that reads them all.
const MOST_READ: usize = 8;

/// `|cx| run2(cx, read, read, function, converter)`: reads the parameters, calls the
/// function, and lets `converter` (see [`converter`]) turn what it gives into what the table expects.
#[must_use]
pub fn shim(handler: &Handler, converter: &TokenStream) -> TokenStream {
    let Handler {
        ident: function,
        cfgs: _,
        parameters,
        is_async,
        output: _,
    } = handler;
    let span = function.span();
    let private = private(span);
    let number = parameters.len();
    let locals = (0..number)
        .map(|number| variable(&format!("a{number}")))
        .collect::<Vec<_>>();
    let mut call = quote_spanned!(span=> #function(#(#locals),*));
    if *is_async {
        call = quote_spanned!(span=> #private::sendable(#call));
    }
    if (1..=MOST_READ).contains(&number) {
        let cx = cx();
        let reads = parameters.iter().map(|it| admitted(it, function));
        let (run, called) = if *is_async {
            let closure = quote_spanned!(span=> |#(#locals),*| #call);
            (format!("run{number}_async"), closure)
        } else {
            (format!("run{number}"), function.to_token_stream())
        };
        let run = Ident::new(&run, span);
        return quote_spanned! {span=>
            |#cx| #private::#run(#cx, #(#reads,)* #called, #converter)
        };
    }
    let reads = parameters.iter().zip(&locals).map(|(parameter, local)| {
        let value = read(parameter, function);
        quote!(let #local = #value;)
    });
    let wait = is_async.then(|| quote_spanned!(span=> .await));
    closure(span, number > 0, quote!(#(#reads)* #converter(#call #wait)))
}

/// `<Output as Trait>::method`: converts what a handler gives. rustc reports an output that will not
/// do at the type, where it is written; `wanted` names the trait, and gets the span for its tokens.
#[must_use]
pub fn converter(
    handler: &Handler,
    wanted: impl FnOnce(Span) -> (TokenStream, &'static str),
) -> TokenStream {
    let (output, span) = match &handler.output {
        Output::Nothing => {
            let span = handler.ident.span();
            (quote_spanned!(span=> ()), span)
        }
        Output::Named(tokens) => (tokens.clone(), first(tokens)),
        // A type without a name cannot be spelled; the compiler infers it.
        Output::Opaque(tokens) => (quote!(_), first(tokens)),
    };
    let (name, method) = wanted(span);
    let method = Ident::new(method, span);
    quote_spanned!(span=> <#output as #name>::#method)
}

/// `|cx| Box::pin(async move { body })`.
#[must_use]
pub fn closure(span: Span, uses_cx: bool, body: TokenStream) -> TokenStream {
    let private = private(span);
    let cx = if uses_cx {
        cx().into_token_stream()
    } else {
        quote!(_)
    };
    quote_spanned!(span=> |#cx| #private::Box::pin(async move { #body }))
}

/// Reads one parameter from the context, if the handler's annotation admits it.
#[must_use]
pub fn read(parameter: &Parameter, handler: &Ident) -> TokenStream {
    let spans = &parameter.spans;
    let cx = cx();
    let admitted = admitted(parameter, handler);
    // No check any more, and not to be taken for the user's own code by a lint.
    let value = quote_spanned!(Span::mixed_site().located_at(spans.last)=> (#cx).await?);
    quote!(#admitted #value)
}

/// What reads one parameter, if the handler's annotation admits it.
fn admitted(parameter: &Parameter, handler: &Ident) -> TokenStream {
    let spans = &parameter.spans;
    let marker = marker(handler, spans.first, spans.last);
    let from_call = from_call(parameter);
    let admitted = quote_spanned!(spans.last=> ::admitted::<#marker>());
    quote!(#from_call #admitted)
}

/// `<Type as FromCall<'_, State, _>>`: how the parameter is had; the compiler finds the last argument.
///
/// rustc reports a bound that fails at the type or at the whole path, from its first token to its
/// last: with these three spans both are exactly the type that the user wrote.
#[must_use]
pub fn from_call(parameter: &Parameter) -> TokenStream {
    let Parameter {
        written: _,
        tokens,
        spans,
    } = parameter;
    let (private, state) = (private(spans.name), state(spans.name));
    let open = quote_spanned!(spans.first=> <);
    let reader = quote_spanned!(spans.name=> as #private::FromCall<'_, #state, _>);
    let close = quote_spanned!(spans.last=> >);
    quote!(#open #tokens #reader #close)
}

/// The type of what a handler gives.
#[must_use]
pub fn output_type(output: &Output) -> TokenStream {
    match output {
        Output::Nothing => quote!(()),
        Output::Named(tokens) | Output::Opaque(tokens) => tokens.clone(),
    }
}

/// What makes the schema of each parameter, of which one at most is the input. Which, is the
/// compiler's to say; a reference never is.
#[must_use]
pub fn inputs(parameters: &[Parameter]) -> Vec<TokenStream> {
    parameters
        .iter()
        .filter(|parameter| !matches!(ungrouped(&parameter.written), Type::Reference(_)))
        .map(|parameter| {
            let from_call = from_call(parameter);
            let input = quote_spanned!(parameter.spans.last=> ::schema);
            quote!(#from_call #input)
        })
        .collect()
}

/// Stands above generated items. The user's types and functions are named in them once more, where an
/// `allow` that is written beside these cannot reach.
///
/// An `allow` of a lint that the user forbids is an error. So there are as few as can be:
/// `unused_qualifications` is what serde's derives allow too, and `deprecated` is there for a module that
/// speaks of it.
#[must_use]
pub fn judged(module: &Module) -> TokenStream {
    let deprecated = module.mentions("deprecated").then(|| quote!(deprecated,));
    quote! {
        #[allow(
            #deprecated
            unused_qualifications,
            reason = "lints judge what is written where it is written"
        )]
    }
}
