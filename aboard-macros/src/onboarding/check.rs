//! Arguments + items → the model of a flow, or everything that is wrong with it.
use affordances_grammar::Route;
use affordances_grammar::flow::is_location;
use affordances_grammar::names::{check_slug, did_you_mean};
use affordances_macro_support::docs::description;
use affordances_macro_support::handler::judged;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::Arg;
use syn::{LitInt, LitStr};

use super::args::FlowArgs;
use super::item::FlowItem;
use super::model::{BrokenFlow, Checked, FlowModel, Ground, Head};
use super::order;
use crate::entry;
use crate::step::{self, StepModel};

/// Checks a flow as far as it can be checked, whatever is wrong with parts of it.
pub(crate) fn check(args: FlowArgs, item: &FlowItem, errors: &ErrorSink<'_>) -> Checked {
    let flow = &item.module.ident;
    let FlowArgs {
        name,
        state,
        slug,
        at,
        identity,
        discovery,
        stuck_after,
        krate,
    } = args;
    let head = head(
        item,
        Settings {
            name,
            slug,
            at,
            identity,
            discovery,
            stuck_after,
        },
        errors,
    );
    let steps = item
        .steps
        .iter()
        .map(|item| step::check(item, errors))
        .collect::<Vec<_>>();
    // A step that is not understood may be the one that another depends on.
    let is_whole = !item.is_half_read && steps.iter().all(Option::is_some);
    let steps = steps.into_iter().flatten().collect::<Vec<StepModel>>();
    if is_whole {
        order::check(item, &steps, errors);
    }

    let has_state = state.is_some();
    let ground = Ground {
        krate,
        state: state.map_or_else(|| syn::parse_quote!(()), |state| state.value),
        judged: judged(&item.module),
    };
    match head {
        Some(head) if has_state && is_whole && !errors.failed() => {
            Checked::Flow(Box::new(FlowModel {
                ground,
                head,
                steps,
            }))
        }
        _ => Checked::Broken(Box::new(BrokenFlow {
            flow: flow.clone(),
            ground,
            steps: has_state.then_some(steps),
        })),
    }
}

/// What concerns the flow as a whole.
struct Settings {
    name: Option<Arg<LitStr>>,
    slug: Option<Arg<LitStr>>,
    at: Option<Arg<LitStr>>,
    identity: Option<Arg<LitStr>>,
    discovery: Option<Arg<LitStr>>,
    stuck_after: Option<Arg<LitInt>>,
}

fn head(item: &FlowItem, settings: Settings, errors: &ErrorSink<'_>) -> Option<Head> {
    let Settings {
        name,
        slug,
        at,
        identity,
        discovery,
        stuck_after,
    } = settings;
    let module = &item.module;
    let flow = &module.ident;
    let docs = module.attrs.iter().chain(&module.inner_attrs);
    let description = description(&docs.cloned().collect::<Vec<_>>());
    if description.is_none() {
        errors.on(
            entry::MISSING_DESCRIPTION,
            flow,
            format!(
                "flow `{flow}` needs a description for agents and people\n\
                 write a doc comment above it: `/// What it sets up.`"
            ),
        );
    }
    let name = name.map(|name| name.value);
    if let Some(name) = name.as_ref().filter(|name| name.value().trim().is_empty()) {
        errors.on(
            entry::INVALID_NAME,
            name,
            "the name of a flow's product must not be empty\nwrite what people call it, as in `name = \"Acme\"`",
        );
    }
    let slug = slug.map(|slug| slug.value);
    if let Some(slug) = &slug
        && let Err(error) = check_slug(&slug.value())
    {
        errors.on(entry::INVALID_NAME, slug, error);
    }
    let at = at.map(|at| at.value);
    if let Some(at) = &at {
        check_path(at, errors);
    }
    let identity_optional = identity.is_some_and(|identity| is_optional(&identity.value, errors));
    let discovery = discovery.map(|discovery| discovery.value);
    if let Some(discovery) = &discovery {
        check_location("discovery", discovery, errors);
    }
    Some(Head {
        flow: flow.clone(),
        name: name?,
        slug,
        at,
        identity_optional,
        discovery,
        stuck_after: stuck_after.and_then(|stuck_after| read_stuck_after(&stuck_after, errors)),
        description: description?,
    })
}

/// The endpoints stand under one path that is more than `/`.
fn check_path(at: &LitStr, errors: &ErrorSink<'_>) {
    let fault = match Route::parse(&at.value()) {
        Err(error) => error.to_string(),
        Ok(route) => match route.parameters().next() {
            Some(parameter) => format!(
                "`at` must be one path: `{parameter}` stands for many\n\
                 write it without parameters, as in `at = \"/api/onboarding\"`"
            ),
            None if route.segments().is_empty() => {
                "`at` must have a segment, as in `at = \"/api/onboarding\"`, or be left out"
                    .to_owned()
            }
            None => return,
        },
    };
    errors.on(entry::INVALID_ENDPOINT_PATH, at, fault);
}

fn is_optional(identity: &LitStr, errors: &ErrorSink<'_>) -> bool {
    const WORDS: [&str; 2] = ["required", "optional"];
    let word = identity.value();
    if !WORDS.contains(&word.as_str()) {
        let guess = did_you_mean(&word, WORDS)
            .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
        errors.on(
            entry::UNKNOWN_IDENTITY,
            identity,
            format!(
                "`identity` must not be `{word}`{guess}\n\
                 `\"required\"`: a session takes an access token; `\"optional\"`: it takes none"
            ),
        );
    }
    word == "optional"
}

/// Where something is: a path on the site, or an absolute URL.
pub(crate) fn check_location(key: &str, location: &LitStr, errors: &ErrorSink<'_>) {
    if !is_location(&location.value()) {
        errors.on(
            entry::INVALID_LOCATION,
            location,
            format!(
                "`{key}` must be a path that begins with `/`, or an absolute URL, not `{}`",
                location.value()
            ),
        );
    }
}

/// After how many failures an agent counts as stuck.
pub(crate) fn read_stuck_after(written: &Arg<LitInt>, errors: &ErrorSink<'_>) -> Option<u32> {
    match written.value.base10_parse() {
        Ok(failures @ 1..) => Some(failures),
        _ => {
            errors.on(
                entry::INVALID_STUCK_AFTER,
                &written.value,
                format!(
                    "`stuck_after` must be from 1 to {}: a step has to fail before its agent is stuck",
                    u32::MAX
                ),
            );
            None
        }
    }
}
