//! The table itself: `PageDef::new(..)` and what is added to it.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::functions::{drawn, linked, written};
use super::{aliases, unseen};
use crate::handler::variable;
use crate::page::handlers::Handlers;
use crate::page::model::{Body, Head};

/// The value of `PAGE`.
pub(super) fn table(head: &Head, body: &Body) -> TokenStream {
    let Head {
        page: _,
        name,
        route,
        paths,
        description,
    } = head;
    let Handlers {
        loads: _,
        views,
        navs,
        markdowns,
        guards: _,
        actions,
    } = &body.handlers;
    let (private, _) = aliases();
    let entities = &body.entities_type;
    let name = match name {
        Some(name) => name.to_token_stream(),
        None => quote!(#private::page_name(::core::module_path!())),
    };
    let page = variable("page");
    // Statements rather than one chain of calls: a statement can stand under `cfg`.
    let views = views.iter().map(|view| (view, drawn(view)));
    let navs = navs.iter().map(|nav| (nav, linked(nav)));
    let markdowns = markdowns.iter().map(|md| (md, written(md)));
    let more = views
        .chain(navs)
        .chain(markdowns)
        .map(|(handler, (method, shim))| {
            let cfgs = &handler.cfgs;
            quote!(#(#cfgs)* let #page = #page.#method(#shim);)
        });
    let readers = unseen::readers(&body.unseen);
    // A page without actions pays nothing for them.
    let actions = (!actions.is_empty()).then(|| {
        quote! {
            .actions(__AFFORDANCES_ACTIONS.0, const {
                &#private::metas::<_, { __AFFORDANCES_ACTIONS.0.len() }>(__AFFORDANCES_ACTIONS.0)
            })
        }
    });
    quote! {
        let #page = #private::PageDef::new::<#entities>(
            #name,
            #route,
            &[#(#paths),*],
            #description,
            ::core::concat!(::core::file!(), ":", ::core::line!()),
            __AFFORDANCES_LOAD,
        );
        #(#more)*
        #page #readers #actions
    }
}
