//! [`StepModel`] → its marker, what that may take, its row in the flow's table, and that of its schemas.
use affordances_macro_support::handler::{
    self, Handler, converter, inputs, output_type, private, shim,
};
use affordances_macro_support::spans::first;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Artifact, StepModel, ids};

/// The type that bears the step's name.
pub(crate) fn marker(step: &StepModel) -> TokenStream {
    let Handler { ident, cfgs, .. } = &step.handler;
    // Where rustc says what a step may take, it shows this declaration.
    quote_spanned!(ident.span()=> #(#cfgs)* pub(super) enum #ident {})
}

/// What a step may take beside axum's extractors.
pub(crate) fn admissions(step: &StepModel) -> TokenStream {
    let Handler { ident, cfgs, .. } = &step.handler;
    let span = ident.span();
    let (private, marker) = (private(span), handler::marker(ident, span, span));
    let writes = step.writes.iter().map(|resource| {
        quote_spanned!(span=> #(#cfgs)* impl #private::Declares<#resource> for #marker {})
    });
    let writes = writes.collect::<TokenStream>();
    quote_spanned! {span=>
        #writes
        #(#cfgs)*
        impl #private::Receives<#private::StepContext> for #marker {}
        #(#cfgs)*
        impl #private::Receives<#private::TheInput> for #marker {}
    }
}

/// `StepDef::new(..).depends_on(..)…`
pub(crate) fn row(step: &StepModel, all: &[StepModel]) -> TokenStream {
    let StepModel {
        handler,
        id,
        id_place: _,
        description,
        depends_on,
        artifact,
        writes: _,
        stuck_after,
    } = step;
    let cfgs = &handler.cfgs;
    let into_step = converter(handler, |span| {
        let private = private(span);
        (quote_spanned!(span=> #private::StepReturn<_>), "into_step")
    });
    let call = shim(handler, &into_step);
    let output = output_type(&handler.output);
    let error = {
        let span = first(&output);
        let private = private(span);
        quote_spanned!(span=> .fails_with(#private::ErrorOf::<#output>::HANDLER_ERROR))
    };
    let private = private(Span::call_site());
    let mut row = quote!(#(#cfgs)* #private::StepDef::new(#id, #description, #call) #error);
    if let Some(list) = depends_on {
        let ids = ids(list, all);
        row.extend(quote!(.depends_on(&[#(#ids),*])));
    }
    if let Some(Artifact { name, path }) = artifact {
        row.extend(quote!(.artifact(#name, #path)));
    }
    if let Some(failures) = stuck_after {
        let failures = Literal::u32_unsuffixed(*failures);
        row.extend(quote!(.stuck_after(#failures)));
    }
    row
}

/// `(output, &[inputs])`: what makes the step's schemas, apart from its row.
pub(crate) fn types_row(step: &StepModel) -> TokenStream {
    let handler = &step.handler;
    let cfgs = &handler.cfgs;
    let output = output_type(&handler.output);
    let schema = {
        let span = first(&output);
        let private = private(span);
        quote_spanned!(span=> <#output as #private::StepReturn<_>>::schema)
    };
    let inputs = inputs(&handler.parameters);
    quote!(#(#cfgs)* (#schema, &[#(#inputs),*]))
}
