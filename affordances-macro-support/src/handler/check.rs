//! Signature → [`Handler`], or what is wrong with it. Types are not judged here: whether a parameter
//! can be had and an output be used is for the traits, which see through aliases.
use std::fmt::Display;

use crate::attrs::cfgs;
use crate::items::mentions;
use crate::sink::ErrorSink;
use crate::spans::{TypeSpans, last_segment, ungrouped};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    AssocType, FnArg, GenericArgument, GenericParam, PatType, PathArguments, ReturnType, Safety,
    Signature, Type, TypeParamBound,
};

use super::model::Output;
use super::{Handler, HandlerItem, Parameter};
use crate::entry;

/// The handler, unless its signature is one that no shim can call.
#[must_use]
pub fn check<K: Display>(item: &HandlerItem<K>, errors: &ErrorSink<'_>) -> Option<Handler> {
    let HandlerItem {
        kind,
        marker: _,
        attrs,
        sig,
    } = item;
    let errors = errors.child();
    check_qualifiers(kind, sig, &errors);
    check_generics(kind, sig, &errors);
    let lifetimes = sig
        .generics
        .lifetimes()
        .map(|parameter| parameter.lifetime.ident.clone())
        .collect::<Vec<_>>();
    let parameters = sig
        .inputs
        .iter()
        .filter_map(|input| parameter(kind, sig, input, &lifetimes, &errors))
        .collect();
    let (is_async, output) = output(sig, &lifetimes);
    if errors.failed() {
        return None;
    }
    Some(Handler {
        ident: sig.ident.clone(),
        cfgs: cfgs(attrs),
        parameters,
        is_async,
        output,
    })
}

/// Reports a second input, for a handler that takes one. Through an alias it is the engine that sees it,
/// at start.
pub fn check_inputs<K: Display>(item: &HandlerItem<K>, handler: &Handler, errors: &ErrorSink<'_>) {
    let is_input = |parameter: &&Parameter| match ungrouped(&parameter.written) {
        ty @ Type::Path(_) => last_segment(ty).is_some_and(|name| name == "Input"),
        _ => false,
    };
    if let Some(second) = handler.parameters.iter().filter(is_input).nth(1) {
        errors.on(
            entry::TWO_INPUTS,
            &second.written,
            format!(
                "{} `{}` takes two inputs, and a call has one\n\
                 put the fields of both into one struct",
                item.kind, handler.ident
            ),
        );
    }
}

fn check_qualifiers(kind: &dyn Display, sig: &Signature, errors: &ErrorSink<'_>) {
    let name = &sig.ident;
    if let Safety::Unsafe(token) = &sig.safety {
        errors.on(
            entry::UNSAFE_HANDLER,
            token,
            format!(
                "{kind} `{name}` must not be `unsafe`: whoever calls it over the network promises nothing\ndrop `unsafe`, and call what is unsafe inside"
            ),
        );
    }
    if let Some(abi) = &sig.abi {
        errors.on(
            entry::FOREIGN_FUNCTION,
            abi,
            format!("{kind} `{name}` must be a plain Rust function: drop the ABI"),
        );
    }
    if let Some(dots) = &sig.variadic {
        errors.on(
            entry::FOREIGN_FUNCTION,
            dots,
            format!("{kind} `{name}` must have a fixed number of parameters\ndrop `...`"),
        );
    }
}

fn check_generics(kind: &dyn Display, sig: &Signature, errors: &ErrorSink<'_>) {
    for parameter in &sig.generics.params {
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            errors.on(
                entry::GENERIC_HANDLER,
                parameter,
                format!(
                    "{kind} `{}` must not be generic: a request names no types\nname the types in the signature",
                    sig.ident
                ),
            );
        }
    }
}

fn parameter(
    kind: &dyn Display,
    sig: &Signature,
    input: &FnArg,
    lifetimes: &[Ident],
    errors: &ErrorSink<'_>,
) -> Option<Parameter> {
    let name = &sig.ident;
    let PatType { attrs, ty, .. } = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            errors.on(
                entry::SELF_PARAMETER,
                receiver,
                format!(
                    "{kind} `{name}` must not take `self`: it is a free function, take `State<..>` instead"
                ),
            );
            return None;
        }
    };
    // The shim cannot leave out an argument: `cfg` has no place in a call.
    if let Some(cfg) = cfgs(attrs).first() {
        errors.on(
            entry::CONDITIONAL_PARAMETER,
            cfg,
            format!(
                "{kind} `{name}` must not have a parameter under `cfg`: write the function twice, each under its `cfg`"
            ),
        );
        return None;
    }
    let tokens = ty.to_token_stream();
    if mentions(tokens.clone(), "impl") {
        errors.on(
            entry::OPAQUE_PARAMETER,
            ty,
            format!("{kind} `{name}` must name the types of its parameters: `impl Trait` is none"),
        );
        return None;
    }
    Some(Parameter {
        spans: TypeSpans::of(ty),
        tokens: without_lifetimes(tokens, lifetimes),
        written: (**ty).clone(),
    })
}

/// Whether calling the function gives a future, and what comes out in the end.
fn output(sig: &Signature, lifetimes: &[Ident]) -> (bool, Output) {
    let ReturnType::Type(_, ty) = &sig.output else {
        return (sig.asyncness.is_some(), Output::Nothing);
    };
    let (is_async, tokens) = match future_output(ty) {
        Some(inner) if sig.asyncness.is_none() => (true, inner.to_token_stream()),
        _ => (sig.asyncness.is_some(), ty.to_token_stream()),
    };
    let tokens = without_lifetimes(tokens, lifetimes);
    let output = if mentions(tokens.clone(), "impl") {
        Output::Opaque(tokens)
    } else {
        Output::Named(tokens)
    };
    (is_async, output)
}

/// `T` of `impl Future<Output = T>`: what `async fn` is short for, so it is taken for the same.
fn future_output(ty: &Type) -> Option<&Type> {
    let Type::ImplTrait(opaque) = ungrouped(ty) else {
        return None;
    };
    opaque.bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let segment = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
            return None;
        };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(AssocType { ident, ty, .. })
                if segment.ident == "Future" && ident == "Output" =>
            {
                Some(ty)
            }
            _ => None,
        })
    })
}

/// The function's own lifetimes do not exist where its types are written again. Token by token is
/// right here: Rust lets no inner `for<'a>` reuse the name of an outer lifetime.
fn without_lifetimes(tokens: TokenStream, lifetimes: &[Ident]) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|token| {
            let was_quote = after_quote;
            after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
            match token {
                TokenTree::Ident(ident) if was_quote && lifetimes.contains(&ident) => {
                    TokenTree::Ident(Ident::new("_", ident.span()))
                }
                TokenTree::Group(group) => {
                    let stream = without_lifetimes(group.stream(), lifetimes);
                    let mut copy = proc_macro2::Group::new(group.delimiter(), stream);
                    copy.set_span(group.span());
                    TokenTree::Group(copy)
                }
                other => other,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ErrorStore;
    use syn::{ItemFn, parse_quote};

    /// The handler with its errors.
    fn checked(function: ItemFn) -> (Option<Handler>, Vec<String>) {
        let item = HandlerItem {
            kind: "action",
            marker: parse_quote!(#[action]),
            attrs: function.attrs,
            sig: function.sig,
        };
        let store = ErrorStore::new();
        let handler = check(&item, &store.sink());
        let errors = store.into_errors();
        (handler, errors.iter().map(ToString::to_string).collect())
    }

    fn sound(function: ItemFn) -> Handler {
        checked(function).0.expect("a handler")
    }

    /// What comes out of a handler: a mark for how, and the type.
    fn output(function: ItemFn) -> (bool, String) {
        let handler = sound(function);
        let output = match handler.output {
            Output::Nothing => "()".to_owned(),
            Output::Named(tokens) => tokens.to_string(),
            Output::Opaque(tokens) => format!("opaque {tokens}"),
        };
        (handler.is_async, output)
    }

    #[test]
    fn the_output_is_what_is_left_after_the_future() {
        assert_eq!(
            output(parse_quote!(
                async fn f() {}
            )),
            (true, "()".into())
        );
        assert_eq!(
            output(parse_quote!(
                fn f() -> A {}
            )),
            (false, "A".into())
        );
        assert_eq!(
            output(parse_quote!(
                fn f() -> impl ::core::future::Future<Output = A> + Send {}
            )),
            (true, "A".into())
        );
        assert_eq!(
            output(parse_quote!(
                async fn f() -> impl Show {}
            )),
            (true, "opaque impl Show".into())
        );
    }

    #[test]
    fn a_future_that_an_async_function_gives_is_its_output() {
        let (is_async, output) = output(parse_quote!(
            async fn f() -> impl Future<Output = A> {}
        ));
        assert!(is_async && output.starts_with("opaque"), "{output}");
    }

    #[test]
    fn own_lifetimes_are_left_open_and_others_stay() {
        let handler = sound(parse_quote! {
            async fn f<'a>(x: Ref<'a, dyn for<'b> Fn(&'b u8) + 'a>, y: &'static str) {}
        });
        let tokens = handler.parameters.iter().map(|p| p.tokens.to_string());
        assert_eq!(
            tokens.collect::<Vec<_>>(),
            [
                "Ref < '_ , dyn for < 'b > Fn (& 'b u8) + '_ >",
                "& 'static str"
            ]
        );
    }

    #[test]
    fn every_fault_of_a_signature_is_reported() {
        let (handler, errors) = checked(parse_quote! {
            async unsafe extern "C" fn f<T>(self, a: impl Show, #[cfg(x)] b: B) {}
        });
        assert!(handler.is_none());
        assert_eq!(errors.len(), 6, "{errors:#?}");
    }
}
