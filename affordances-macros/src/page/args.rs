//! `#[page(..)]` as written.
use affordances_macro_support::entry::RELATIVE_CRATE_PATH;
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, Args, Key};
use proc_macro2::{Span, TokenStream};
use syn::{LitStr, Type};

use super::ATTRIBUTE;

const ROUTE: Key = Key::new("route", "a string, as in `route = \"/products/[slug]\"`");
const STATE: Key = Key::new("state", "a type, as in `state = Shop`");
const NAME: Key = Key::new("name", "a string, as in `name = \"product\"`");
const CRATE: Key = Key::new("crate", "a path, as in `crate = ::facade::affordances`");

/// The settings of a page, each as it was written.
pub(crate) struct PageArgs {
    pub(crate) route: Option<Arg<LitStr>>,
    pub(crate) state: Option<Arg<Type>>,
    pub(crate) name: Option<Arg<LitStr>>,
    pub(crate) krate: CratePath,
}

impl PageArgs {
    /// Reads the tokens between the parentheses. What is missing altogether has no token of its own:
    /// that error is at the attribute.
    pub(crate) fn parse(tokens: TokenStream, errors: &ErrorSink<'_>) -> Self {
        let mut args = Args::parse(ATTRIBUTE, tokens, errors);
        let read = Self {
            route: args.required(ROUTE, Span::call_site(), errors),
            state: args.required(STATE, Span::call_site(), errors),
            name: args.value(NAME, errors),
            krate: args
                .explained::<CratePath>(CRATE, RELATIVE_CRATE_PATH, errors)
                .map(|krate| krate.value)
                .unwrap_or_default(),
        };
        args.finish(errors);
        read
    }
}
