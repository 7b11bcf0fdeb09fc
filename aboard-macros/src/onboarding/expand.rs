//! [`FlowModel`] → the module with its table. Cannot fail.
//!
//! Beside the user's items stand a hidden module of marker types, a `const _` of impls, the steps in one
//! constant, and `FLOW`. Everything else is inside the initialisers of these, where no name of ours can
//! meet one of the user's.
use affordances_macro_support::handler::{private, state};
use affordances_macro_support::marks::with_items;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Ident;

use super::item::FlowItem;
use super::model::{FlowModel, Ground, Head};
use crate::step::{self, StepModel};

/// The module, its table inside.
pub(super) fn expand(item: FlowItem, model: &FlowModel) -> TokenStream {
    let FlowModel {
        ground,
        head,
        steps,
    } = model;
    let types = types(ground, steps);
    let tables = tables(ground, &flow_ident(&head.flow), steps, &table(head));
    let export = export(&head.flow);
    let tables = quote!(#types #tables);
    let module = with_items(item.module, &item.named, &ground.krate, tables);
    quote!(#module #export)
}

/// The names under which a generated block knows our crate's private part and the flow's state.
pub(super) fn aliases() -> (Ident, Ident) {
    (private(Span::call_site()), state(Span::call_site()))
}

/// What the initialisers begin with: the names that everything in them uses.
fn prologue(ground: &Ground) -> TokenStream {
    let Ground {
        krate,
        state,
        judged: _,
    } = ground;
    let (private, alias) = aliases();
    quote! {
        use #krate::#private;
        type #alias = #state;
    }
}

/// The markers, in a module of their own, and a `const _` of what each step may take: rustc warns of
/// impls that stand inside a function or a static.
pub(super) fn types(ground: &Ground, steps: &[StepModel]) -> TokenStream {
    let asking = || steps.iter().filter(|step| step.handler.asks());
    if asking().next().is_none() {
        return TokenStream::new();
    }
    let Ground {
        krate,
        state: _,
        judged,
    } = ground;
    let (private, _) = aliases();
    let markers = asking().map(step::marker);
    let admissions = asking().map(step::admissions);
    quote! {
        #[allow(
            non_camel_case_types,
            reason = "each bears the name of its function, which is what messages print"
        )]
        mod __affordances { #(#markers)* }
        #judged
        const _: () = {
            use #krate::#private;
            #(#admissions)*
        };
    }
}

/// The steps, row by row with what makes their schemas, and `FLOW`.
///
/// Both kinds of row stand in one constant: rustc then checks once what both need. A server that embeds
/// its descriptor refers to a copy of `FLOW` without the second, and the linker drops every schema.
pub(super) fn tables(
    ground: &Ground,
    flow: &Ident,
    steps: &[StepModel],
    table: &TokenStream,
) -> TokenStream {
    let Ground {
        krate,
        state,
        judged,
    } = ground;
    let prologue = prologue(ground);
    let (private, _) = aliases();
    let rows = steps.iter().map(|step| step::row(step, steps));
    let types = steps.iter().map(step::types_row);
    let steps = (!steps.is_empty()).then(|| {
        quote! {
            #judged
            const __AFFORDANCES_STEPS: (
                &[#krate::__private::StepDef<#state>],
                &[#krate::__private::StepTypes],
            ) = {
                #prologue
                use #private::NoError as _;
                (&[#(#rows),*], &[#(#types),*])
            };
        }
    });
    quote! {
        #steps
        /// The table of this flow: give it to `Onboarding::new`.
        #judged
        pub static #flow: #krate::__private::FlowDef<#state> = {
            #prologue
            #table
        };
    }
}

/// The value of `FLOW`.
fn table(head: &Head) -> TokenStream {
    let Head {
        flow: _,
        name,
        slug,
        at,
        identity_optional,
        discovery,
        stuck_after,
        description,
    } = head;
    let (private, _) = aliases();
    let slug = match slug {
        Some(slug) => slug.to_token_stream(),
        None => quote!("default"),
    };
    let at = at.as_ref().map(|at| quote!(.at(#at)));
    let identity = identity_optional.then(|| quote!(.identity_optional()));
    let discovery = discovery.as_ref().map(|place| quote!(.discovery(#place)));
    let stuck_after = stuck_after.map(|failures| {
        let failures = Literal::u32_unsuffixed(failures);
        quote!(.stuck_after(#failures))
    });
    quote! {
        #private::FlowDef::new(
            #slug,
            #name,
            #description,
            ::core::concat!(::core::file!(), ":", ::core::line!()),
            __AFFORDANCES_STEPS.0,
        )
        .types(__AFFORDANCES_STEPS.1) #at #identity #discovery #stuck_after
    }
}

/// `FLOW`, located at the flow's name: that is where rustc warns of a flow that nobody serves.
pub(super) fn flow_ident(flow: &Ident) -> Ident {
    Ident::new("FLOW", flow.span())
}

/// With one flow per file the module is called `flow`, and the file's own module stands for it.
pub(super) fn export(flow: &Ident) -> TokenStream {
    if flow == "flow" {
        // Not at the user's module: lints would take it for theirs.
        let flow = Ident::new("flow", Span::call_site());
        let table = flow_ident(&flow);
        quote! {
            #[allow(clippy::pub_use, reason = "how else could a file stand for its flow?")]
            pub use self::#flow::#table;
        }
    } else {
        TokenStream::new()
    }
}
