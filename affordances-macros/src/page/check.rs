//! Arguments + items → the model of a page, or everything that is wrong with it.
use affordances_grammar::Route;
use affordances_macro_support::docs::description;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::Arg;
use syn::LitStr;

use super::args::PageArgs;
use super::entities::{self, Entities};
use super::handlers::{Handlers, named};
use super::item::PageItem;
use super::model::{Body, BrokenPage, Checked, Ground, Head, PageModel};
use super::{Scope, params};
use crate::entry;
use crate::handler::{HandlerKind, judged};

/// Checks a page as far as it can be checked, whatever is wrong with parts of it.
pub(crate) fn check(args: PageArgs, item: &PageItem, errors: &ErrorSink<'_>) -> Checked {
    let page = &item.module.ident;
    let PageArgs {
        route,
        state,
        name,
        krate,
    } = args;
    let route = route.and_then(|route| read_route(route, errors));
    let unseen = route
        .as_ref()
        .map(|(_, route)| params::check(route, item, errors))
        .unwrap_or_default();
    let head = head(item, route, name, errors);
    check_presence(item, errors);
    let entities = entities(item, errors);
    let scope = Scope {
        page,
        entities: (!entities.is_empty())
            .then(|| entities.iter().flat_map(|struct_| &struct_.all).collect()),
        guards: named(&item.handlers, HandlerKind::Guard),
        functions: &item.functions,
        data: &item.data,
    };
    let handlers = Handlers::check(&item.handlers, &scope, errors);

    let has_state = state.is_some();
    let ground = Ground {
        krate,
        state: state.map_or_else(|| syn::parse_quote!(()), |state| state.value),
        judged: judged(&item.module),
    };
    let entities_type = entities.first().map(|first| first.ident.clone());
    let body = entities_type
        .filter(|_| has_state)
        .map(|entities_type| Body {
            entities_type,
            entities,
            handlers,
            unseen,
        });
    match (head, body) {
        (Some(head), Some(body)) if !errors.failed() && !item.is_half_read => {
            Checked::Page(Box::new(PageModel { ground, head, body }))
        }
        (_, body) => Checked::Broken(Box::new(BrokenPage {
            page: page.clone(),
            ground,
            body,
        })),
    }
}

fn read_route(route: Arg<LitStr>, errors: &ErrorSink<'_>) -> Option<(LitStr, Route)> {
    match Route::parse(&route.value.value()) {
        Ok(read) => Some((route.value, read)),
        Err(error) => {
            errors.on(entry::INVALID_ROUTE, route.value, error);
            None
        }
    }
}

fn head(
    item: &PageItem,
    route: Option<(LitStr, Route)>,
    name: Option<Arg<LitStr>>,
    errors: &ErrorSink<'_>,
) -> Option<Head> {
    let module = &item.module;
    let page = &module.ident;
    let docs = module.attrs.iter().chain(&module.inner_attrs);
    let description = description(&docs.cloned().collect::<Vec<_>>());
    if description.is_none() {
        errors.on(
            entry::MISSING_DESCRIPTION,
            page,
            format!(
                "page `{page}` needs a description for agents and people\n\
                 write a doc comment above it: `/// What the page shows.`"
            ),
        );
    }
    let name = name.map(|name| name.value);
    if let Some(name) = name.as_ref().filter(|name| name.value().trim().is_empty()) {
        errors.on(
            entry::INVALID_NAME,
            name,
            "the name of a page must not be empty\nwrite one, or drop `name`: the page is then called like its module",
        );
    }
    let (route, read) = route?;
    Some(Head {
        page: page.clone(),
        name,
        route,
        paths: read.axum_paths(),
        description: description?,
    })
}

/// Every page shows something, and something loads it.
fn check_presence(item: &PageItem, errors: &ErrorSink<'_>) {
    let page = &item.module.ident;
    if item.is_half_read {
        return;
    }
    if item.entities.is_empty() {
        errors.on(
            entry::MISSING_ENTITIES,
            page,
            format!(
                "page `{page}` shows nothing: put `#[entities]` on a struct whose fields are what it shows"
            ),
        );
    }
    if named(&item.handlers, HandlerKind::Load).is_empty() {
        errors.on(
            entry::MISSING_LOAD,
            page,
            format!(
                "page `{page}` has nothing to show its entities from: put `#[load]` on a function that returns them"
            ),
        );
    }
    let mut structs = item.entities.iter();
    if let Some(first) = structs.next() {
        for second in structs {
            let both_on = [first, second]
                .iter()
                .all(|item| affordances_macro_support::attrs::cfgs(&item.attrs).is_empty());
            if both_on {
                errors.on(
                    entry::TWO_ON_ONE_PAGE,
                    &second.data.ident,
                    format!(
                        "page `{page}` has its `#[entities]` already: `{}`\n\
                         put the fields of both into one, or take `#[entities]` off this one",
                        first.data.ident
                    ),
                );
            }
        }
    }
}

/// The entities, or none at all when some have errors: a half-known page makes every effect look
/// unknown.
fn entities(item: &PageItem, errors: &ErrorSink<'_>) -> Vec<Entities> {
    let checked = item
        .entities
        .iter()
        .map(|item| entities::check(item, errors))
        .collect::<Vec<_>>();
    let all = checked.into_iter().collect::<Option<Vec<_>>>();
    all.unwrap_or_default()
}
