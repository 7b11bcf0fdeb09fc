//! Sites: the list of an app's pages.
mod args;
mod check;
mod expand;
mod model;

use affordances_macro_support::sink::ErrorStore;
use proc_macro2::TokenStream;

use args::{SiteArgs, SiteSettings};

use crate::entry;

pub(crate) const MACRO: &str = "site! { .. }";

/// `pub static SITE: State = { .. }` → the table, with a check of each page against those before it.
pub(crate) fn expand_site(input: TokenStream) -> TokenStream {
    let store = ErrorStore::new();
    let args = store
        .sink()
        .take(entry::MALFORMED_SITE, SiteArgs::read(input));
    let Some(SiteArgs {
        krate,
        head,
        settings,
    }) = args
    else {
        return store.into_compile_errors();
    };
    let checked = {
        let errors = store.sink();
        let settings = SiteSettings::parse(settings, head.ident.span(), &errors);
        check::check(settings, &errors).filter(|_| !errors.failed())
    };
    let mut tokens = store.into_compile_errors();
    tokens.extend(match checked {
        Some(model) => expand::expand(&krate, &head, &model),
        None => expand::stub(&krate, &head),
    });
    tokens
}

#[cfg(test)]
mod tests;
