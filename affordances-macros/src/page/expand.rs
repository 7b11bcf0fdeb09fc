//! [`PageModel`] → the module with its table. Cannot fail.
//!
//! Beside the user's items stand a hidden module of marker types, a `const _` of impls, and `PAGE`.
//! Everything else is inside the initialiser of `PAGE`, where no name of ours can meet one of the
//! user's; the impls are not, since rustc warns of impls inside a body.
use affordances_macro_support::items::Module;
use affordances_macro_support::spans::first;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use super::entities::{Entities, Entity};
use super::handlers::{Guard, Handlers};
use super::model::{Body, Ground, Head, PageModel};
use crate::action::{admissions, guard_const, row};
use crate::handler::{self, Handler, HandlerKind, marker, private, state};

/// The module, its table inside.
pub(super) fn expand(module: Module, model: &PageModel) -> TokenStream {
    let PageModel { ground, head, body } = model;
    let Ground { krate, state } = ground;
    let (private, alias) = aliases();
    let types = types(ground, body);
    let functions = functions(body);
    let table = table(head, body);
    let page = page_ident(&head.page);
    let export = export(&head.page);
    let module = with_items(
        module,
        quote! {
            #types
            /// The table of this page: name the page in `site!`.
            #[allow(unreachable_pub, reason = "a page may be private to its crate")]
            pub static #page: #krate::__private::PageDef<#state> = {
                use #krate::__private as #private;
                type #alias = #state;
                #functions
                #table
            };
        },
    );
    quote!(#module #export)
}

/// The names under which a generated block knows our crate's private part and the page's state.
pub(super) fn aliases() -> (Ident, Ident) {
    (private(Span::call_site()), state(Span::call_site()))
}

/// `PAGE`, located at the page's name: that is where rustc warns of a page that no site lists.
pub(super) fn page_ident(page: &Ident) -> Ident {
    Ident::new("PAGE", page.span())
}

/// With one page per file the module is called `page`, and the file's own module stands for it.
pub(super) fn export(page: &Ident) -> TokenStream {
    if page == "page" {
        let table = page_ident(page);
        quote_spanned!(page.span()=> pub use self::#page::#table;)
    } else {
        TokenStream::new()
    }
}

/// The module with more items at its end.
pub(super) fn with_items(module: Module, items: TokenStream) -> TokenStream {
    let Module {
        attrs,
        vis,
        keyword,
        ident,
        brace,
        inner_attrs,
        items: own,
    } = module;
    let mut tokens = quote!(#(#attrs)* #vis #keyword #ident);
    brace.surround(&mut tokens, |body| {
        body.extend(quote!(#(#inner_attrs)* #(#own)* #items));
    });
    tokens
}

/// What the traits say about the page's types: its entities and the markers of its handlers.
pub(super) fn types(ground: &Ground, body: &Body) -> TokenStream {
    let Ground { krate, state: _ } = ground;
    let private = private(Span::call_site());
    let handlers = &body.handlers;
    let markers = handlers.all().map(|(_, handler)| {
        let Handler { ident, cfgs, .. } = handler;
        // Where rustc says what a handler may take, it shows this declaration.
        quote_spanned!(ident.span()=> #(#cfgs)* pub enum #ident {})
    });
    let entities = body.entities.iter().map(entities_impl);
    let common = handlers
        .all()
        .map(|(kind, handler)| common(kind, handler, &body.entities_type));
    let admissions = handlers.actions.iter().map(admissions);
    quote! {
        #[doc(hidden)]
        #[allow(
            non_camel_case_types,
            unreachable_pub,
            reason = "each bears the name of its function, which is what messages print"
        )]
        mod __affordances { #(#markers)* }
        const _: () = {
            use #krate::__private as #private;
            #(#entities)*
            #(#common)*
            #(#admissions)*
        };
    }
}

/// What the entities can do: name themselves, and write themselves one by one.
fn entities_impl(entities: &Entities) -> TokenStream {
    let Entities { ident, cfgs, all } = entities;
    let private = private(Span::call_site());
    let metas = all.iter().map(|entity| {
        let Entity {
            cfgs,
            key,
            volatile,
            ..
        } = entity;
        let volatile = volatile.then(|| quote!(.volatile()));
        quote!(#(#cfgs)* #private::EntityMeta::new(#key) #volatile)
    });
    let values = all.iter().map(|entity| {
        let Entity {
            cfgs, field, ty, ..
        } = entity;
        // The cast to `dyn Entity` is where rustc says that a type cannot be shown.
        let span = first(&ty.to_token_stream());
        let mut field = field.clone();
        field.set_span(span);
        let value = quote_spanned!(span=> &self.#field);
        quote!(#(#cfgs)* #value)
    });
    quote! {
        #(#cfgs)*
        #[automatically_derived]
        impl #private::PageEntities for #ident {
            const ENTITIES: &'static [#private::EntityMeta] = &[#(#metas),*];
            fn write(
                &self,
                entity: usize,
                to: &mut #private::JsonWriter,
            ) -> ::core::result::Result<(), #private::serde_json::Error> {
                let all: &[&dyn #private::Entity] = &[#(#values),*];
                match all.get(entity) {
                    ::core::option::Option::Some(entity) => #private::Entity::write(*entity, to),
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }
        }
    }
}

/// The functions that the table points to.
pub(super) fn functions(body: &Body) -> TokenStream {
    let entities = &body.entities_type;
    let handlers = &body.handlers;
    let guards = handlers.guards.iter().map(guard_item);
    let loads = handlers.loads.iter().map(|load| load_item(load, entities));
    let rows = handlers.actions.iter().map(|action| row(action, entities));
    let (private, state) = aliases();
    quote! {
        #(#guards)*
        #(#loads)*
        static __AFFORDANCES_ACTIONS: &[#private::ActionDef<#state>] = &[#(#rows),*];
    }
}

/// What a handler may take by its kind; an action's attribute adds to it.
fn common(kind: HandlerKind, handler: &Handler, entities: &Ident) -> TokenStream {
    let Handler { ident, cfgs, .. } = handler;
    let span = ident.span();
    let (private, marker) = (private(span), marker(ident, span, span));
    let entities = Ident::new(&entities.to_string(), span);
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

fn guard_item(guard: &Guard) -> TokenStream {
    let Guard { handler, words } = guard;
    let span = handler.ident.span();
    let private = private(span);
    let name = guard_const(&handler.ident);
    let cfgs = &handler.cfgs;
    let state = state(span);
    let shim = handler::shim(handler, |call| returns(span, quote!(Verdict), call));
    quote! {
        #(#cfgs)*
        const #name: (&str, #private::Shim<#state, #private::Verdict>) = (#words, #shim);
    }
}

fn load_item(load: &Handler, entities: &Ident) -> TokenStream {
    let span = load.ident.span();
    let private = private(span);
    let cfgs = &load.cfgs;
    let state = state(span);
    let shim = handler::shim(
        load,
        |call| quote_spanned!(span=> #private::loaded::<#entities>(#call)),
    );
    quote! {
        #(#cfgs)*
        const __AFFORDANCES_LOAD: #private::Shim<#state, #private::Loaded> = #shim;
    }
}

/// `PageDef::new(..)…`
fn table(head: &Head, body: &Body) -> TokenStream {
    let Head {
        page: _,
        name,
        route,
        paths,
        description,
    } = head;
    let private = private(Span::call_site());
    // Hygienic: a handler may be called `page`.
    let page = Ident::new("page", Span::mixed_site());
    let entities = &body.entities_type;
    let name = match name {
        Some(name) => name.to_token_stream(),
        None => quote!(#private::page_name(::core::module_path!())),
    };
    let Handlers {
        loads: _,
        views,
        navs,
        markdowns,
        guards: _,
        actions: _,
    } = &body.handlers;
    let drawn = views.iter().map(|view| {
        let span = view.ident.span();
        let shim = handler::shim(view, |call| {
            let private = handler::private(span);
            quote_spanned! {span=>
                ::core::result::Result::Ok(#private::IntoResponse::into_response(#call))
            }
        });
        (view, quote!(view), shim)
    });
    let linked = navs.iter().map(|nav| {
        let span = nav.ident.span();
        let list = quote!(Vec<#private::Nav>);
        (
            nav,
            quote!(nav),
            handler::shim(nav, |call| returns(span, list, call)),
        )
    });
    let written = markdowns.iter().map(|md| {
        let span = md.ident.span();
        (
            md,
            quote!(markdown),
            handler::shim(md, |call| returns(span, quote!(String), call)),
        )
    });
    // Statements rather than one chain of calls: a statement can stand under `cfg`.
    let more = drawn
        .chain(linked)
        .chain(written)
        .map(|(handler, method, shim)| {
            let cfgs = &handler.cfgs;
            quote!(#(#cfgs)* let #page = #page.#method(#shim);)
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
        #page.actions(__AFFORDANCES_ACTIONS)
    }
}

/// Converts what a function gives: the value, or a `Result` of it.
fn returns(span: Span, value: TokenStream, call: TokenStream) -> TokenStream {
    let private = private(span);
    quote_spanned!(span=> #private::Returns::<#private::#value>::into_value(#call))
}
