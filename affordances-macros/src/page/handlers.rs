//! The functions of a page, checked and put in their places.
use affordances_macro_support::attrs::cfgs;
use affordances_macro_support::sink::ErrorSink;
use quote::ToTokens;
use syn::{Ident, LitStr};

use super::Scope;
use crate::action::{self, ActionModel};
use crate::entry;
use crate::handler::{self, Handler, HandlerItem, HandlerKind, Output};

/// The sound handlers by kind. Of a kind that a page has one of, there is more only under `cfg`.
#[derive(Default)]
pub(crate) struct Handlers {
    pub(crate) loads: Vec<Handler>,
    pub(crate) views: Vec<Handler>,
    pub(crate) navs: Vec<Handler>,
    pub(crate) markdowns: Vec<Handler>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) actions: Vec<ActionModel>,
}

/// A guard with the words that the index publishes.
pub(crate) struct Guard {
    pub(crate) handler: Handler,
    pub(crate) words: LitStr,
}

impl Handlers {
    /// Checks each function for itself, then those of a kind against each other.
    pub(crate) fn check(items: &[HandlerItem], scope: &Scope<'_>, errors: &ErrorSink<'_>) -> Self {
        let mut handlers = Self::default();
        let mut seen: Vec<&HandlerItem> = Vec::new();
        for item in items {
            // A name declared twice is rustc's to report; a second marker would report it again.
            if seen
                .iter()
                .any(|earlier| earlier.sig.ident == item.sig.ident && both_on(earlier, item))
            {
                continue;
            }
            let rival = seen.iter().find(|earlier| {
                item.kind.is_single() && earlier.kind == item.kind && both_on(earlier, item)
            });
            if let Some(rival) = rival {
                errors.on(
                    entry::TWO_ON_ONE_PAGE,
                    &item.sig.ident,
                    format!(
                        "page `{}` has a `#[{kind}]` already: `{}`\n\
                         make one of the two, or take `#[{kind}]` off this one",
                        scope.page,
                        rival.sig.ident,
                        kind = item.kind,
                    ),
                );
                continue;
            }
            seen.push(item);
            handlers.add(item, scope, errors);
        }
        check_names(&handlers.actions, errors);
        handlers
    }

    fn add(&mut self, item: &HandlerItem, scope: &Scope<'_>, errors: &ErrorSink<'_>) {
        let list = match item.kind {
            HandlerKind::Action => return self.actions.extend(action::check(item, scope, errors)),
            HandlerKind::Guard => return self.guards.extend(guard(item, errors)),
            HandlerKind::Load => &mut self.loads,
            HandlerKind::View => &mut self.views,
            HandlerKind::Nav => &mut self.navs,
            HandlerKind::Markdown => &mut self.markdowns,
        };
        item.without_arguments(errors);
        let handler = handler::check(item, errors);
        // To axum `()` is an answer; to a person it is an empty page.
        if item.kind == HandlerKind::View
            && let Some(Output::Nothing) = handler.as_ref().map(|view| &view.output)
        {
            errors.on(
                entry::VIEW_OF_NOTHING,
                &item.sig.ident,
                format!(
                    "view `{}` returns nothing: return the page, as in `-> Html<String>`",
                    item.sig.ident
                ),
            );
        }
        list.extend(handler);
    }

    /// The handlers that are handed anything: the traits say whether they may have it.
    pub(crate) fn asking(&self) -> impl Iterator<Item = (HandlerKind, &Handler)> {
        let of = |kind| move |handler| (kind, handler);
        let guards = self.guards.iter().map(|guard| &guard.handler);
        let actions = self.actions.iter().filter(|action| action.asks());
        let actions = actions.map(|action| (HandlerKind::Action, &action.handler));
        self.loads
            .iter()
            .map(of(HandlerKind::Load))
            .chain(self.views.iter().map(of(HandlerKind::View)))
            .chain(self.navs.iter().map(of(HandlerKind::Nav)))
            .chain(self.markdowns.iter().map(of(HandlerKind::Markdown)))
            .chain(guards.map(of(HandlerKind::Guard)))
            .filter(|(_, handler)| handler.asks())
            .chain(actions)
    }
}

/// Whether both are in the same build for certain. Under `cfg` they may be each other's alternative.
fn both_on(a: &HandlerItem, b: &HandlerItem) -> bool {
    cfgs(&a.attrs).is_empty() && cfgs(&b.attrs).is_empty()
}

fn guard(item: &HandlerItem, errors: &ErrorSink<'_>) -> Option<Guard> {
    let ident = &item.sig.ident;
    let arguments = item.arguments(errors);
    let words = match syn::parse2::<LitStr>(arguments.clone()) {
        Ok(words) if !words.value().trim().is_empty() => words,
        _ => {
            let place = if arguments.is_empty() {
                item.marker.to_token_stream()
            } else {
                arguments
            };
            errors.on(
                entry::GUARD_WITHOUT_WORDS,
                place,
                format!(
                    "guard `{ident}` must say in words what it asks for, as in `#[guard(\"a variant is in stock\")]`"
                ),
            );
            // The actions that name it must not be told that it is not there.
            LitStr::new("", ident.span())
        }
    };
    let handler = handler::check(item, errors)?;
    Some(Guard { handler, words })
}

/// Wire names and tool names are unique on a page.
fn check_names(actions: &[ActionModel], errors: &ErrorSink<'_>) {
    for (number, action) in actions.iter().enumerate() {
        let rival = |same: &dyn Fn(&ActionModel) -> bool| {
            let unconditional = action.handler.cfgs.is_empty();
            let earlier = actions.iter().take(number);
            earlier
                .filter(|other| unconditional && other.handler.cfgs.is_empty())
                .find(|other| same(other))
                .map(|other| &other.handler.ident)
        };
        if let Some(rival) = rival(&|other| other.name == action.name) {
            errors.on(
                entry::DUPLICATE_NAME,
                &action.name_place,
                format!(
                    "action `{}` is called `{}`, as `{rival}` is\n\
                     give it a name of its own: `#[action(name = \"..\")]`",
                    action.handler.ident, action.name
                ),
            );
        }
        let Some(tool) = &action.tool else { continue };
        let same = |other: &ActionModel| {
            other
                .tool
                .as_ref()
                .is_some_and(|t| t.value() == tool.value())
        };
        if let Some(rival) = rival(&same) {
            errors.on(
                entry::DUPLICATE_NAME,
                tool,
                format!(
                    "tool `{}` is `{rival}` already: give `{}` another",
                    tool.value(),
                    action.handler.ident
                ),
            );
        }
    }
}

/// The names of the handlers of one kind.
pub(crate) fn named(items: &[HandlerItem], kind: HandlerKind) -> Vec<&Ident> {
    items
        .iter()
        .filter(|item| item.kind == kind)
        .map(|item| &item.sig.ident)
        .collect()
}
