//! Two sites: their pages, and what is said of the whole.

use super::actions;
use super::changes::{At, Change};
use super::record::{ActionRecord, PageRecord, SiteRecord};
use super::route;

/// What `new` does otherwise than `old`, the version apart.
pub(super) fn compare(old: &SiteRecord, new: &SiteRecord) -> Vec<Change> {
    let mut changes = Vec::new();
    let SiteRecord {
        version: _,
        v,
        name,
        auth,
        mcp,
        pages,
    } = old;
    let mut at = At {
        place: "the site".to_owned(),
        changes: &mut changes,
    };
    if *v != new.v {
        at.breaking(format!("the protocol is version {} and was {v}", new.v));
    }
    if *name != new.name {
        at.trivial(format!("is called \"{}\" and was \"{name}\"", new.name));
    }
    for mode in only_in(auth, &new.auth) {
        at.breaking(format!("callers can no longer authenticate by `{mode}`"));
    }
    for mode in only_in(&new.auth, auth) {
        at.additive(format!("callers can authenticate by `{mode}`"));
    }
    match (mcp, &new.mcp) {
        (old, new) if old == new => {}
        (Some(old), Some(new)) => {
            at.breaking(format!("the MCP endpoint is at `{new}` and was at `{old}`"));
        }
        (Some(old), None) => at.breaking(format!("has no MCP endpoint; it was at `{old}`")),
        (None, _) => at.additive("has an MCP endpoint"),
    }

    for (name, page) in pages {
        let mut at = At {
            place: format!("page `{name}`"),
            changes: &mut changes,
        };
        if let Some(same) = new.pages.get(name) {
            compare_pages(page, same, &mut at);
        } else if let Some((other, moved)) = renamed(&page.route, old, new) {
            // Nobody sees the name but in those of tools, which are compared.
            at.trivial(format!("is called `{other}` now, on the same route"));
            compare_pages(page, moved, &mut at);
        } else {
            at.breaking(format!("is gone, and its route `{}`", page.route));
        }
    }
    for (name, now) in &new.pages {
        let known = pages.contains_key(name)
            || (pages.iter())
                .any(|(was, page)| !new.pages.contains_key(was) && page.route == now.route);
        if !known {
            let mut at = At {
                place: format!("page `{name}`"),
                changes: &mut changes,
            };
            at.additive(format!("is new, on the route `{}`", now.route));
        }
    }
    changes
}

/// Of the pages that are new by their names, the one on this route.
fn renamed<'n>(
    route: &str,
    old: &SiteRecord,
    new: &'n SiteRecord,
) -> Option<(&'n String, &'n PageRecord)> {
    let mut pages = new.pages.iter();
    pages.find(|(name, page)| !old.pages.contains_key(*name) && page.route == route)
}

fn compare_pages(old: &PageRecord, new: &PageRecord, at: &mut At<'_>) {
    let PageRecord {
        route,
        description,
        entities,
        actions,
    } = old;
    route::compare(route, &new.route, at);
    if *description != new.description {
        at.trivial("is described in other words");
    }
    for key in only_in(entities, &new.entities) {
        at.breaking(format!("no longer shows the entity `{key}`"));
    }
    for key in only_in(&new.entities, entities) {
        at.additive(format!("shows the entity `{key}`"));
    }
    for (name, action) in actions {
        let mut at = at.within(&format!("action `{name}`"));
        match new.actions.get(name) {
            Some(same) => actions::compare(action, same, &old.entities, &mut at),
            None => at.breaking(gone(action, old, new)),
        }
    }
    for (name, action) in &new.actions {
        if !actions.contains_key(name) {
            at.within(&format!("action `{name}`"))
                .additive(format!("is new, with `expose = \"{}\"`", action.expose));
        }
    }
}

/// An action that is gone, and, if one that is new takes and gives the same, how
/// it may be called now.
fn gone(action: &ActionRecord, old: &PageRecord, new: &PageRecord) -> String {
    let alike =
        |other: &ActionRecord| (&other.input, &other.output) == (&action.input, &action.output);
    let mut candidates = (new.actions.iter())
        .filter(|(name, other)| !old.actions.contains_key(*name) && alike(other));
    match (candidates.next(), candidates.next()) {
        (Some((name, _)), None) => {
            format!("is gone: `{name}`, which is new, may be its other name")
        }
        _ => "is gone".to_owned(),
    }
}

/// The items of `list` that `other` lacks.
pub(super) fn only_in<'l>(
    list: &'l [String],
    other: &'l [String],
) -> impl Iterator<Item = &'l String> {
    list.iter().filter(|item| !other.contains(item))
}
