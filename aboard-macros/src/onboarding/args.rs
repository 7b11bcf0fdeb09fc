//! `#[onboarding(..)]` as written.
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, Args, Key};
use proc_macro2::{Span, TokenStream};
use syn::{LitInt, LitStr, Type};

use super::ATTRIBUTE;
use crate::entry::RELATIVE_CRATE_PATH;

const NAME: Key = Key::new("name", "a string, as in `name = \"Acme\"`");
const STATE: Key = Key::new("state", "a type, as in `state = App`");
const SLUG: Key = Key::new("slug", "a string, as in `slug = \"default\"`");
const AT: Key = Key::new("at", "a path, as in `at = \"/api/onboarding\"`");
const IDENTITY: Key = Key::new(
    "identity",
    "`\"required\"` or `\"optional\"`, as in `identity = \"optional\"`",
);
const DISCOVERY: Key = Key::new(
    "discovery",
    "where agents learn how to get an access token, as in `discovery = \"/auth.md\"`",
);
const STUCK_AFTER: Key = Key::new(
    "stuck_after",
    "a number of failures, as in `stuck_after = 3`",
);
const CRATE: Key = Key::new("crate", "a path, as in `crate = ::facade::affordances`");

/// The settings of a flow, each as it was written.
pub(crate) struct FlowArgs {
    pub(crate) name: Option<Arg<LitStr>>,
    pub(crate) state: Option<Arg<Type>>,
    pub(crate) slug: Option<Arg<LitStr>>,
    pub(crate) at: Option<Arg<LitStr>>,
    pub(crate) identity: Option<Arg<LitStr>>,
    pub(crate) discovery: Option<Arg<LitStr>>,
    pub(crate) stuck_after: Option<Arg<LitInt>>,
    pub(crate) krate: CratePath,
}

impl FlowArgs {
    /// Reads the tokens between the parentheses. What is missing altogether has no token of its own:
    /// that error is at the attribute.
    pub(crate) fn parse(tokens: TokenStream, errors: &ErrorSink<'_>) -> Self {
        let mut args = Args::parse(ATTRIBUTE, tokens, errors);
        let read = Self {
            name: args.required(NAME, Span::call_site(), errors),
            state: args.required(STATE, Span::call_site(), errors),
            slug: args.value(SLUG, errors),
            at: args.value(AT, errors),
            identity: args.value(IDENTITY, errors),
            discovery: args.value(DISCOVERY, errors),
            stuck_after: args.value(STUCK_AFTER, errors),
            krate: args
                .explained::<CratePath>(CRATE, RELATIVE_CRATE_PATH, errors)
                .map(|krate| krate.value)
                .unwrap_or_default(),
        };
        args.finish(errors);
        read
    }
}
