//! Attribute + signature + the page around them → [`ActionModel`], or everything that is wrong.
use affordances_grammar::names::{camel_case, check_action_name, check_tool_name, did_you_mean};
use affordances_grammar::{Expose, Rate};
use affordances_macro_support::docs::description;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, listed};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Ident, LitStr};

use super::duration::WrittenDuration;
use super::{ActionArgs, ActionModel, effects, summary};
use crate::entry;
use crate::handler::{self, HandlerItem, Output};
use crate::page::Scope;

/// The action, unless something about it is wrong that its row could not survive.
///
/// A missing doc comment or an undeclared effect is reported and survived: then the compiler's own
/// findings about the same function appear in the same build.
pub(crate) fn check(
    item: &HandlerItem,
    scope: &Scope<'_>,
    errors: &ErrorSink<'_>,
) -> Option<ActionModel> {
    let fatal = errors.child();
    let tokens = item.arguments(&fatal);
    let args = ActionArgs::parse(tokens, &fatal);
    let handler = handler::check(item, &fatal);
    let handler = handler.filter(|_| !fatal.failed())?;
    let ident = &item.sig.ident;
    if let Output::Opaque(output) = &handler.output {
        fatal.on(
            entry::OPAQUE_OUTPUT,
            output,
            format!("action `{ident}` must name the type that it returns: its schema is published"),
        );
    }
    check_combinations(ident, &args, &fatal);
    handler::check_inputs(item, &handler, &fatal);
    let effects = effects::check(&args, &handler, scope, &fatal, errors);
    let ActionArgs {
        expose,
        effects: _,
        writes: _,
        guard,
        summary,
        visible_to,
        rate,
        timeout,
        name,
        tool,
        requires,
        read_only,
        idempotent,
        destructive,
    } = args;

    let level = expose.as_ref().and_then(|expose| level(expose, &fatal));
    let described = description(&item.attrs);
    if expose.is_some() && described.is_none() {
        errors.on(
            entry::MISSING_DESCRIPTION,
            ident,
            format!(
                "action `{ident}` is exposed, so it needs a description for agents and people\n\
                 write a doc comment above it: `/// What a call does.`"
            ),
        );
    }
    let (name, name_place) = wire_name(ident, name.as_ref(), &fatal);
    let summary = summary::check(ident, expose.as_ref(), summary, &handler, scope, &fatal);
    let guard = guard.and_then(|guard| known_guard(guard, scope, &fatal));
    let rate = rate.and_then(|rate| read_rate(&rate, &fatal));
    let timeout = timeout.and_then(|timeout| read_timeout(&timeout, &fatal));
    if let Some(tool) = &tool
        && let Err(error) = check_tool_name(&tool.value.value())
    {
        fatal.on(entry::INVALID_NAME, &tool.value, error);
    }
    if let Some(scope) = &requires
        && scope.value.value().trim().is_empty()
    {
        fatal.on(
            entry::EMPTY_SCOPE,
            &scope.value,
            "`requires` must name a scope\nwrite it as in `requires = \"orders:write\"`",
        );
    }
    if fatal.failed() {
        return None;
    }
    Some(ActionModel {
        handler,
        name,
        name_place,
        description: described.unwrap_or_else(|| quote!("")),
        expose: level,
        guard,
        effects,
        summary,
        visible_to: visible_to.map(|path| path.value),
        rate,
        timeout,
        tool: tool.map(|tool| tool.value),
        requires: requires.map(|scope| scope.value),
        read_only: read_only.is_some(),
        idempotent: idempotent.is_some(),
        destructive: destructive.is_some(),
    })
}

/// Settings that exclude each other, or that have no meaning where they stand: the error is at the
/// setting which has to go.
fn check_combinations(ident: &Ident, args: &ActionArgs, errors: &ErrorSink<'_>) {
    let level = args.expose.as_ref().map(|expose| expose.value.value());
    if level.is_none() {
        let settings = [
            args.visible_to.as_ref().map(|arg| &arg.key),
            args.rate.as_ref().map(|arg| &arg.key),
            args.requires.as_ref().map(|arg| &arg.key),
            args.tool.as_ref().map(|arg| &arg.key),
            args.guard.as_ref().map(|arg| &arg.key),
        ];
        for key in settings.into_iter().flatten() {
            errors.on(
                entry::SETTING_WITHOUT_EXPOSE,
                key,
                format!(
                    "`{key}` has a meaning only for an exposed action\n\
                     expose `{ident}` as `\"public\"`, `\"session\"` or `\"confirm\"` \
                     (`expose = \"session\"`), or drop `{key}`"
                ),
            );
        }
    }
    if level.as_deref() == Some(Expose::Public.as_str())
        && let Some(requires) = &args.requires
    {
        errors.on(
            entry::SCOPE_OF_PUBLIC_ACTION,
            &requires.key,
            format!(
                "`{ident}` is `public`, so it must not require a scope: a stranger has none\n\
                 write `expose = \"session\"`, or drop `requires`"
            ),
        );
    }
    if args.read_only.is_some()
        && let Some(destructive) = &args.destructive
    {
        errors.on(
            entry::CONTRADICTS_READ_ONLY,
            destructive,
            format!(
                "`{ident}` is `read_only`, so it must not be `destructive`: drop one of the two"
            ),
        );
    }
}

fn level(expose: &Arg<LitStr>, errors: &ErrorSink<'_>) -> Option<Expose> {
    match Expose::parse(&expose.value.value()) {
        Ok(level) => Some(level),
        Err(error) => {
            errors.on(entry::UNKNOWN_EXPOSE, &expose.value, error);
            None
        }
    }
}

/// The wire name, with the tokens that an error about it underlines.
fn wire_name(
    ident: &Ident,
    name: Option<&Arg<LitStr>>,
    errors: &ErrorSink<'_>,
) -> (String, TokenStream) {
    let (name, place) = match name {
        Some(name) => (name.value.value(), name.value.to_token_stream()),
        None => (camel_case(&ident.to_string()), ident.to_token_stream()),
    };
    if let Err(error) = check_action_name(&name) {
        errors.on(entry::INVALID_NAME, &place, error);
    }
    (name, place)
}

fn known_guard(guard: Arg<Ident>, scope: &Scope<'_>, errors: &ErrorSink<'_>) -> Option<Ident> {
    let guard = guard.value;
    if scope.guards.contains(&&guard) {
        return Some(guard);
    }
    if scope
        .functions
        .iter()
        .any(|function| function.ident == guard)
    {
        errors.on(
            entry::UNMARKED_GUARD,
            &guard,
            format!(
                "`{guard}` is a function of this page but no guard\n\
                 mark it with `#[guard(\"what must hold, in words\")]`"
            ),
        );
        return None;
    }
    let names = scope
        .guards
        .iter()
        .map(|name| name.unraw().to_string())
        .collect::<Vec<_>>();
    let word = guard.unraw().to_string();
    let guess = did_you_mean(&word, names.iter().map(String::as_str))
        .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
    let page = scope.page;
    let known = if names.is_empty() {
        format!("page `{page}` has no guards: mark a function with `#[guard(\"..\")]`")
    } else {
        format!("the guards of page `{page}` are {}", listed(&names))
    };
    errors.on(
        entry::UNKNOWN_GUARD,
        &guard,
        format!("unknown guard `{word}`{guess}\n{known}"),
    );
    None
}

fn read_rate(rate: &Arg<LitStr>, errors: &ErrorSink<'_>) -> Option<Rate> {
    match Rate::parse(&rate.value.value()) {
        Ok(rate) => Some(rate),
        Err(error) => {
            errors.on(entry::INVALID_RATE, &rate.value, error);
            None
        }
    }
}

/// The milliseconds of a timeout.
fn read_timeout(timeout: &Arg<WrittenDuration>, errors: &ErrorSink<'_>) -> Option<u64> {
    match timeout.value.millis() {
        Ok(millis) => Some(millis),
        Err(why) => {
            errors.on(entry::INVALID_TIMEOUT, &timeout.value, why);
            None
        }
    }
}
