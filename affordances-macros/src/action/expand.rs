//! [`ActionModel`] → what its marker may take, its row in the page's table, and that of its schemas.
use affordances_grammar::Expose;
use affordances_macro_support::spans::{first, respan};
use affordances_macro_support::spell::spelled;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::ActionModel;
use super::effects::Unproven;
use super::summary;
use crate::entry;
use crate::handler::{self, Parameter, inputs, marker, output_type, private};

/// The impls that admit the action's parameters, beside those that every handler has, and the proofs
/// that are left to the compiler.
pub(crate) fn admissions(action: &ActionModel) -> TokenStream {
    let ident = &action.handler.ident;
    let cfgs = &action.handler.cfgs;
    let span = ident.span();
    let proofs = action.effects.unproven.iter().map(|effect| {
        let proof = proof(effect, &action.handler.parameters);
        quote!(#(#cfgs)* #proof)
    });
    let mut tokens = proofs.collect::<TokenStream>();
    if !action.asks() {
        return tokens;
    }
    let (private, marker) = (private(span), marker(ident, span, span));
    tokens.extend(quote_spanned! {span=>
        #(#cfgs)*
        impl #private::Receives<#private::TheInput> for #marker {}
    });
    if action.expose != Some(Expose::Public) {
        tokens.extend(quote_spanned! {span=>
            #(#cfgs)*
            impl #private::Recognises<#private::Somebody> for #marker {}
        });
    }
    for resource in &action.effects.declares {
        tokens.extend(quote_spanned! {span=>
            #(#cfgs)*
            impl #private::Declares<#resource> for #marker {}
        });
    }
    tokens
}

/// Some parameter is the permission for `effect`, whatever it is called.
///
/// Compared by type identity in a constant: an inherent `IS_SAME_TYPE` (for equal types) is found before the
/// trait's.
fn proof(effect: &Unproven, parameters: &[Parameter]) -> TokenStream {
    let Unproven {
        place,
        resource,
        message,
    } = effect;
    let message = entry::EFFECT_WITHOUT_PERMISSION.ends(message);
    let span = first(place);
    let private = private(span);
    let resource = respan(resource.to_token_stream(), span);
    let types = parameters
        .iter()
        .map(|parameter| respan(parameter.tokens.clone(), span));
    quote_spanned! {span=>
        const _: () = {
            use #private::NotSame as _;
            ::core::assert!(#(#private::Same::<&#private::Write<#resource>, #types>::IS_SAME_TYPE)||*, #message);
        };
    }
}

/// `ActionDef::new(..).expose(..)…`
pub(crate) fn row(action: &ActionModel, entities: &Ident) -> TokenStream {
    let ActionModel {
        handler,
        name,
        name_place: _,
        description,
        expose,
        guard,
        effects,
        summary,
        visible_to,
        rate,
        timeout,
        tool,
        requires,
        read_only,
        idempotent,
        destructive,
    } = action;
    let private = private(Span::call_site());
    let cfgs = &handler.cfgs;
    let converter = handler::converter(handler, |span| {
        let private = handler::private(span);
        (quote_spanned!(span=> #private::IntoDone<_>), "into_done")
    });
    let call = handler::shim(handler, &converter);
    let output = output_type(&handler.output);
    let error = {
        let span = first(&output);
        let private = handler::private(span);
        quote_spanned!(span=> .fails_with(#private::ErrorOf::<#output>::HANDLER_ERROR))
    };
    // Called where the function is written: that is the place of the action.
    let new = {
        let span = handler.ident.span();
        let private = handler::private(span);
        quote_spanned!(span=> #private::ActionDef::new(#name, #description, #call))
    };
    let mut row = quote!(#(#cfgs)* #new #error);
    if let Some(level) = expose {
        let level = match level {
            Expose::Public => quote!(Public),
            Expose::Session => quote!(Session),
            Expose::Confirm => quote!(Confirm),
        };
        row.extend(quote!(.expose(#private::Expose::#level)));
    }
    if let Some(guard) = guard {
        let guard = guard_const(guard);
        row.extend(quote!(.guard(#guard.0, #guard.1)));
    }
    if let Some(keys) = &effects.keys {
        row.extend(quote!(.effects(&[#(#keys),*])));
    }
    if !effects.writes.is_empty() {
        let resources = effects.writes.iter().map(spelled);
        row.extend(quote!(.writes(&[#(#resources),*])));
    }
    if let Some(summary) = summary {
        let summary = summary::shim(summary, handler, entities);
        row.extend(quote!(.summary(#summary)));
    }
    if let Some(path) = visible_to {
        let span = first(&path.to_token_stream());
        row.extend(quote_spanned!(span=> .visible_to(#path)));
    }
    if let Some(rate) = rate {
        let calls = Literal::u32_unsuffixed(rate.calls);
        let seconds = Literal::u64_unsuffixed(rate.per.as_secs());
        row.extend(quote!(.rate(#calls, #seconds)));
    }
    if let Some(millis) = timeout {
        let millis = Literal::u64_unsuffixed(*millis);
        row.extend(quote!(.timeout(#millis)));
    }
    if let Some(tool) = tool {
        row.extend(quote!(.tool(#tool)));
    }
    if let Some(scope) = requires {
        row.extend(quote!(.requires(#scope)));
    }
    let flags = [
        (*read_only, quote!(.read_only())),
        (*idempotent, quote!(.idempotent())),
        (*destructive, quote!(.destructive())),
    ];
    for (_, call) in flags.into_iter().filter(|(set, _)| *set) {
        row.extend(call);
    }
    row
}

/// `(output, &[inputs]),`: what makes the action's schemas, apart from its row.
pub(crate) fn types_row(action: &ActionModel) -> TokenStream {
    let handler = &action.handler;
    let cfgs = &handler.cfgs;
    let output = output_type(&handler.output);
    let schema = {
        let span = first(&output);
        let private = private(span);
        quote_spanned!(span=> <#output as #private::IntoDone<_>>::schema)
    };
    let inputs = inputs(&handler.parameters);
    quote!(#(#cfgs)* (#schema, &[#(#inputs),*]))
}

/// The constant that holds a guard's words and its shim.
pub(crate) fn guard_const(guard: &Ident) -> Ident {
    let guard = guard.unraw();
    format_ident!("__AFFORDANCES_GUARD_{guard}", span = Span::call_site())
}
