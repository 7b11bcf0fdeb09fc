//! `#[action(..)]` as written.
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, Args, Key};
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Path, Type};

use super::duration::WrittenDuration;

pub(crate) const ATTRIBUTE: &str = "#[action(..)]";

const EXPOSE: Key = Key::new(
    "expose",
    "`\"public\"`, `\"session\"` or `\"confirm\"`, as in `expose = \"session\"`",
);
const EFFECTS: Key = Key::new(
    "effects",
    "a list of the page's entities, as in `effects = [cart]`",
);
const WRITES: Key = Key::new("writes", "a list of types, as in `writes = [Stock]`");
const GUARD: Key = Key::new(
    "guard",
    "the name of a `#[guard]` function of this page, as in `guard = in_stock`",
);
const SUMMARY: Key = Key::new(
    "summary",
    "a template over the input's fields or a function, as in `summary = \"Buy {sku}\"` or `summary = describe`",
);
const VISIBLE_TO: Key = Key::new(
    "visible_to",
    "a function from `Option<&Caller>` to `bool`, as in `visible_to = staff`",
);
const RATE: Key = Key::new(
    "rate",
    "a number of calls in a unit of time, as in `rate = \"10/min\"`",
);
const TIMEOUT: Key = Key::new(
    "timeout",
    "a whole number of `ms`, `s`, `min` or `h`, as in `timeout = \"5s\"`, or of seconds, as in `timeout = 5`",
);
const NAME: Key = Key::new("name", "a string, as in `name = \"addToCart\"`");
const TOOL: Key = Key::new("tool", "a string, as in `tool = \"add-to-cart\"`");
const REQUIRES: Key = Key::new("requires", "a scope, as in `requires = \"orders:write\"`");
const READ_ONLY: Key = Key::new("read_only", "written alone");
const IDEMPOTENT: Key = Key::new("idempotent", "written alone");
const DESTRUCTIVE: Key = Key::new("destructive", "written alone");

/// The settings of an action, each as it was written.
pub(crate) struct ActionArgs {
    pub(crate) expose: Option<Arg<LitStr>>,
    pub(crate) effects: Option<Arg<Vec<Ident>>>,
    pub(crate) writes: Option<Arg<Vec<Type>>>,
    pub(crate) guard: Option<Arg<Ident>>,
    pub(crate) summary: Option<Arg<WrittenSummary>>,
    pub(crate) visible_to: Option<Arg<Path>>,
    pub(crate) rate: Option<Arg<LitStr>>,
    pub(crate) timeout: Option<Arg<WrittenDuration>>,
    pub(crate) name: Option<Arg<LitStr>>,
    pub(crate) tool: Option<Arg<LitStr>>,
    pub(crate) requires: Option<Arg<LitStr>>,
    pub(crate) read_only: Option<Ident>,
    pub(crate) idempotent: Option<Ident>,
    pub(crate) destructive: Option<Ident>,
}

/// What stands after `summary =`.
pub(crate) enum WrittenSummary {
    Template(LitStr),
    Function(Path),
}

impl Parse for WrittenSummary {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            input.parse().map(Self::Template)
        } else {
            input.parse().map(Self::Function)
        }
    }
}

impl ActionArgs {
    /// Reads the tokens between the parentheses.
    pub(crate) fn parse(tokens: TokenStream, errors: &ErrorSink<'_>) -> Self {
        let mut args = Args::parse(ATTRIBUTE, tokens, errors);
        let read = Self {
            expose: args.value(EXPOSE, errors),
            effects: args.list(EFFECTS, errors),
            writes: args.list(WRITES, errors),
            guard: args.value(GUARD, errors),
            summary: args.value(SUMMARY, errors),
            visible_to: args.value(VISIBLE_TO, errors),
            rate: args.value(RATE, errors),
            timeout: args.value(TIMEOUT, errors),
            name: args.value(NAME, errors),
            tool: args.value(TOOL, errors),
            requires: args.value(REQUIRES, errors),
            read_only: args.flag(READ_ONLY, errors),
            idempotent: args.flag(IDEMPOTENT, errors),
            destructive: args.flag(DESTRUCTIVE, errors),
        };
        args.finish(errors);
        read
    }
}
