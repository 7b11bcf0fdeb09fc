//! [`SiteModel`] → the table of a site. Cannot fail.
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::spans::{last, respan};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use super::args::SiteHead;
use super::model::{Auth, SiteModel, SitePage};
use crate::page::SCHEMAS;

/// The static, and one check per page.
pub(super) fn expand(krate: &CratePath, head: &SiteHead, model: &SiteModel) -> TokenStream {
    let SiteModel {
        name,
        auth,
        prefix,
        mcp,
        pages,
    } = model;
    let auth = auth.iter().map(|mode| match mode {
        Auth::Cookie => quote!(#krate::__private::Auth::Cookie),
        Auth::Bearer => quote!(#krate::__private::Auth::Bearer),
    });
    let prefix = prefix.as_ref().map(|prefix| quote!(.prefix(#prefix)));
    let mcp = mcp.as_ref().map(|mcp| quote!(.mcp(#mcp)));
    let entries = pages.iter().map(|page| entry(krate, page));
    let schemas = pages.iter().map(schemas);
    let state = &head.state;
    let site = site(
        krate,
        head,
        quote! {
            static PAGES: &[#krate::__private::Entry<#state>] = &[#(#entries),*];
            #krate::__private::Site::new(#name, &[#(#auth),*], PAGES).schemas(&[#(#schemas),*]) #prefix #mcp
        },
    );
    let checks = pages.iter().enumerate().map(|(number, page)| {
        let before = pages.iter().take(number);
        check(krate, head, page, before)
    });
    quote!(#site #(#checks)*)
}

/// The static alone, without pages: naming it adds no second error.
pub(super) fn stub(krate: &CratePath, head: &SiteHead) -> TokenStream {
    site(
        krate,
        head,
        quote!(#krate::__private::Site::new("", &[], &[])),
    )
}

fn site(krate: &CratePath, head: &SiteHead, value: TokenStream) -> TokenStream {
    let SiteHead {
        attrs,
        vis,
        keyword,
        ident,
        state,
    } = head;
    quote! {
        #(#attrs)*
        #vis #keyword #ident: #krate::__private::Site<#state> = { #value };
    }
}

/// A page's row. All of it is at the page's path: there rustc says that a page is not found, or that it
/// cannot be mounted.
fn entry(krate: &CratePath, page: &SitePage) -> TokenStream {
    let SitePage { cfgs, path } = page;
    let span = last(&path.to_token_stream());
    let private = krate.at(span);
    quote_spanned! {span=>
        #(#cfgs)* #private::__private::Entry::new(&#path::PAGE.meta, &#path::PAGE)
    }
}

/// What makes a page's schemas.
fn schemas(page: &SitePage) -> TokenStream {
    let SitePage { cfgs, path } = page;
    let schemas = Ident::new(SCHEMAS, last(&path.to_token_stream()));
    quote!(#(#cfgs)* #path::#schemas)
}

/// Compares a page with those before it, while compiling.
fn check<'a>(
    krate: &CratePath,
    head: &SiteHead,
    page: &SitePage,
    before: impl Iterator<Item = &'a SitePage>,
) -> TokenStream {
    let SitePage { cfgs, path } = page;
    let span = last(&path.to_token_stream());
    let private = krate.at(span);
    let site = respan(head.ident.to_token_stream(), span);
    let number = place_of(before, span);
    quote_spanned! {span=>
        #(#cfgs)* const _: () = #private::__private::check_page(#site.pages, #number);
    }
}

/// The number of a page in the table, which `cfg` before it may lower.
fn place_of<'a>(before: impl Iterator<Item = &'a SitePage>, span: Span) -> TokenStream {
    let mut fixed = 0_usize;
    let mut conditional = Vec::new();
    for SitePage { cfgs, path: _ } in before {
        if cfgs.is_empty() {
            fixed += 1;
        } else {
            conditional.push(quote_spanned!(span=> #(#cfgs)* ()));
        }
    }
    if conditional.is_empty() {
        quote_spanned!(span=> #fixed)
    } else {
        quote_spanned!(span=> #fixed + { const BEFORE: &[()] = &[#(#conditional),*]; BEFORE.len() })
    }
}
