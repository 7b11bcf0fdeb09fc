//! Two routes of one page.

use super::changes::At;

/// Tells whether the URLs of a page, and the names of their parameters, are
/// those that they were.
pub(super) fn compare(old: &str, new: &str, at: &mut At<'_>) {
    if old == new {
        return;
    }
    let was = format!("the route is `{new}` and was `{old}`");
    if shape(old) == shape(new) {
        // Clients fill a route in by the names of its parameters.
        at.breaking(format!("{was}: its parameters have other names"));
    } else if optional(old, new) {
        at.additive(format!("{was}: what it took, it takes"));
    } else {
        at.breaking(was);
    }
}

/// Whether the catch-all at the end has become optional, and nothing else.
fn optional(old: &str, new: &str) -> bool {
    let inner = |route: &str| {
        let (before, name) = route.rsplit_once("/[...")?;
        Some((before.to_owned(), name.strip_suffix(']')?.to_owned()))
    };
    inner(old).is_some_and(|(before, name)| format!("{before}/[[...{name}]]") == new)
}

/// A route without the names of its parameters.
fn shape(route: &str) -> Vec<String> {
    let segment = |segment: &str| {
        let name = |c: char| !matches!(c, '[' | ']' | '.');
        if segment.starts_with('[') {
            segment.replace(name, "")
        } else {
            segment.to_owned()
        }
    };
    route.split('/').map(segment).collect()
}
