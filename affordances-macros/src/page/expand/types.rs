//! What the traits say about a page's types: its entities, and the markers of its handlers.
use affordances_macro_support::spans::first;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use super::{aliases, unseen};
use crate::action::admissions;
use crate::handler::{Handler, HandlerKind, marker, private, variable};
use crate::page::entities::{Entities, Entity};
use crate::page::model::{Body, Ground};

/// The markers, in a module of their own, and a `const _` of impls: rustc warns of impls that stand
/// inside a function or a static.
pub(in crate::page) fn types(ground: &Ground, body: &Body) -> TokenStream {
    let Ground {
        krate,
        state: _,
        judged,
    } = ground;
    let (private, _) = aliases();
    let handlers = &body.handlers;
    let markers = handlers.asking().map(|(_, handler)| {
        let Handler { ident, cfgs, .. } = handler;
        // Where rustc says what a handler may take, it shows this declaration.
        quote_spanned!(ident.span()=> #(#cfgs)* pub(super) enum #ident {})
    });
    let entities = body.entities.iter().map(entities_impl);
    let common = handlers
        .asking()
        .map(|(kind, handler)| common(kind, handler, &body.entities_type));
    let admissions = handlers.actions.iter().map(admissions);
    let checks = unseen::checks(&body.unseen);
    let markers = markers.collect::<Vec<_>>();
    let markers = (!markers.is_empty()).then(|| {
        quote! {
            #[allow(
                non_camel_case_types,
                reason = "each bears the name of its function, which is what messages print"
            )]
            mod __affordances { #(#markers)* }
        }
    });
    quote! {
        #markers
        #judged
        const _: () = {
            use #krate::#private;
            #(#entities)*
            #(#common)*
            #(#admissions)*
            #checks
        };
    }
}

/// What the entities can do: name themselves, and write themselves one by one.
fn entities_impl(entities: &Entities) -> TokenStream {
    let Entities { ident, cfgs, all } = entities;
    let (private, _) = aliases();
    let metas = all.iter().map(|entity| {
        let Entity {
            cfgs,
            key,
            resource,
            volatile,
            ..
        } = entity;
        // Where rustc says that there is no such type, whether or not an action names the entity.
        let resource = resource.as_ref().map(|resource| {
            let span = first(&resource.to_token_stream());
            quote_spanned!(span=> .of::<#resource>())
        });
        let volatile = volatile.then(|| quote!(.volatile()));
        quote!(#(#cfgs)* #private::EntityMeta::new(#key) #resource #volatile)
    });
    let values = all.iter().map(|entity| {
        let Entity {
            cfgs, field, ty, ..
        } = entity;
        // The cast to `dyn Entity` is where rustc says that a type cannot be shown.
        let span = first(&ty.to_token_stream());
        // `self` is hygienic: it must come from where the method's own does.
        let this = Ident::new("self", Span::call_site().located_at(span));
        let mut field = field.clone();
        field.set_span(span);
        let value = quote_spanned!(span=> &#this.#field);
        quote!(#(#cfgs)* #value)
    });
    let [number, to, all, entity] = ["number", "to", "all", "entity"].map(variable);
    quote! {
        #(#cfgs)*
        #[automatically_derived]
        impl #private::PageEntities for #ident {
            const ENTITIES: &'static [#private::EntityMeta] = &[#(#metas),*];
            fn write(
                &self,
                #number: ::core::primitive::usize,
                #to: &mut #private::JsonWriter,
            ) -> ::core::result::Result<(), #private::serde_json::Error> {
                let #all: &[&dyn #private::Entity] = &[#(#values),*];
                match #all.get(#number) {
                    ::core::option::Option::Some(#entity) => #private::Entity::write(*#entity, #to),
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }
        }
    }
}

/// What a handler may take by its kind; an action's attribute adds to it.
fn common(kind: HandlerKind, handler: &Handler, entities: &Ident) -> TokenStream {
    let Handler { ident, cfgs, .. } = handler;
    let span = ident.span();
    let (private, marker) = (private(span), marker(ident, span, span));
    let mut entities = entities.clone();
    entities.set_span(span);
    let somebody = quote_spanned!(span=> Recognises<#private::Somebody>);
    let shown = quote_spanned!(span=> Receives<#entities>);
    let view = quote_spanned!(span=> Receives<#private::PageView>);
    let may = match kind {
        HandlerKind::Load => vec![somebody],
        HandlerKind::View => vec![somebody, shown, view],
        HandlerKind::Guard | HandlerKind::Nav | HandlerKind::Markdown => vec![somebody, shown],
        HandlerKind::Action => vec![shown],
    };
    may.into_iter()
        .map(|may| quote_spanned!(span=> #(#cfgs)* impl #private::#may for #marker {}))
        .collect()
}
