//! [`PageModel`] → the module with its table. Cannot fail.
//!
//! Beside the user's items stand a hidden module of marker types, a `const _` of impls, `PAGE`, and what
//! makes its schemas. Everything else is inside the initialisers of these, where no name of ours can meet
//! one of the user's.
mod functions;
mod table;
mod types;
mod unseen;

use affordances_macro_support::marks;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use super::item::PageItem;
use super::model::{Body, Ground, PageModel};
use crate::handler::{private, state};
use functions::actions;

/// The constant that makes a page's schemas, beside its `PAGE`.
pub(crate) const SCHEMAS: &str = "__SCHEMAS";

pub(super) use functions::loads;
pub(super) use types::types;

/// The module, its table inside.
pub(super) fn expand(item: PageItem, model: &PageModel) -> TokenStream {
    let PageModel { ground, head, body } = model;
    let types = types(ground, body);
    let loads = loads(body);
    let table = table::table(head, body);
    let page = page_ident(&head.page);
    let export = export(&head.page);
    let tables = tables(ground, &page, Some(body), &quote!(#loads #table));
    let module = with_items(item, ground, quote!(#types #tables));
    quote!(#module #export)
}

/// The actions, `PAGE`, and what makes the schemas of its actions, row by row as in its table.
///
/// A server that embeds its documents refers to `PAGE` alone, and the linker drops every schema. Both
/// kinds of row stand in one constant: rustc then checks once what both need.
pub(super) fn tables(
    ground: &Ground,
    page: &Ident,
    body: Option<&Body>,
    table: &TokenStream,
) -> TokenStream {
    let Ground {
        krate,
        state,
        judged,
    } = ground;
    let prologue = prologue(ground);
    let schemas = schemas_ident();
    // A page without actions pays nothing for them.
    let actions = body.and_then(actions).map(|actions| {
        quote! {
            #judged
            const __AFFORDANCES_ACTIONS: (
                &[#krate::__private::ActionDef<#state>],
                #krate::__private::PageTypes,
            ) = {
                #prologue
                #actions
            };
        }
    });
    let rows = match &actions {
        Some(_) => quote!(__AFFORDANCES_ACTIONS.1),
        None => quote!(&[]),
    };
    quote! {
        #actions
        /// The table of this page: name the page in `site!`.
        #judged
        pub static #page: #krate::__private::PageDef<#state> = {
            #prologue
            #table
        };
        #[doc(hidden)]
        pub const #schemas: #krate::__private::PageTypes = #rows;
    }
}

/// The names under which a generated block knows our crate's private part and the page's state.
pub(super) fn aliases() -> (Ident, Ident) {
    (private(Span::call_site()), state(Span::call_site()))
}

/// What the initialisers of a page's tables begin with: the names that everything in them uses.
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

/// `PAGE`, located at the page's name: that is where rustc warns of a page that no site lists.
pub(super) fn page_ident(page: &Ident) -> Ident {
    Ident::new("PAGE", page.span())
}

fn schemas_ident() -> Ident {
    Ident::new(SCHEMAS, Span::call_site())
}

/// With one page per file the module is called `page`, and the file's own module stands for it.
pub(super) fn export(page: &Ident) -> TokenStream {
    if page == "page" {
        // Not at the user's module: lints would take it for theirs.
        let page = Ident::new("page", Span::call_site());
        let table = page_ident(&page);
        let schemas = schemas_ident();
        quote! {
            #[allow(clippy::pub_use, reason = "how else could a file stand for its page?")]
            pub use self::#page::#table;
            #[doc(hidden)]
            #[allow(clippy::pub_use, reason = "how else could a file stand for its page?")]
            pub use self::#page::#schemas;
        }
    } else {
        TokenStream::new()
    }
}

/// The user's module with more items at its end.
pub(super) fn with_items(item: PageItem, ground: &Ground, items: TokenStream) -> TokenStream {
    let import = item.import;
    let items = quote!(#import #items);
    marks::with_items(item.module, &item.named, &ground.krate, items)
}
