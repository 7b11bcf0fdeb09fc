//! Whether a request's path belongs to a route: the lookup that the engine makes outside the router.
//!
//! The router itself decides which page answers. This is the same decision for
//! one route, for the places that have a path but no router at hand.

/// Whether the router would match `path` if `route` were its only route.
///
/// `route` is valid ([`Route::parse`](super::Route::parse)); `path` is the raw
/// path of a request, percent-encoded and without query. Nothing is allocated.
///
/// A trailing slash is another path. A catch-all takes at least one character.
/// The router lets a parameter be empty when the path goes on after it
/// (`/[a]/b` matches `//b`), and so does this.
///
/// # Example
///
/// ```
/// use affordances_grammar::route::matches;
///
/// assert!(matches("/products/[slug]", "/products/heavyweight-tee"));
/// assert!(!matches("/products/[slug]", "/products/"));
/// assert!(matches("/docs/[[...path]]", "/docs"));
/// assert!(matches("/docs/[[...path]]", "/docs/agents/calling"));
/// assert!(!matches("/docs/[...path]", "/docs"));
/// ```
#[must_use]
pub fn matches(route: &str, path: &str) -> bool {
    let (Some(mut route), Some(mut path)) = (route.strip_prefix('/'), path.strip_prefix('/'))
    else {
        return false;
    };
    if route.is_empty() {
        return path.is_empty();
    }
    if route.starts_with("[[") {
        // Mounted as `/` and `/{*rest}`, which together take everything.
        return true;
    }
    loop {
        let (segment, route_goes_on) = next(route);
        if segment.starts_with("[...") {
            return !path.is_empty();
        }
        let (part, path_goes_on) = next(path);
        let same = if segment.starts_with('[') {
            !part.is_empty() || path_goes_on.is_some()
        } else {
            segment == part
        };
        if !same {
            return false;
        }
        match (route_goes_on, path_goes_on) {
            (None, None) => return true,
            (Some(rest), None) => return rest.starts_with("[["),
            (None, Some(_)) => return false,
            (Some(rest), Some(tail)) if rest.starts_with("[[") => return !tail.is_empty(),
            (Some(rest), Some(tail)) => (route, path) = (rest, tail),
        }
    }
}

/// The text up to the next slash, and what follows the slash if there is one.
fn next(text: &str) -> (&str, Option<&str>) {
    match text.split_once('/') {
        Some((first, rest)) => (first, Some(rest)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_compared_before_decoding() {
        assert!(matches("/a/[x]", "/a/b%2Fc"));
        assert!(!matches("/a", "/%61"));
    }

    #[test]
    fn a_trailing_slash_is_another_path() {
        assert!(!matches("/a", "/a/"));
        assert!(!matches("/a/[x]", "/a/b/"));
        assert!(matches("/a/[...x]", "/a/b/"));
        assert!(!matches("/a/[[...x]]", "/a/"));
    }

    #[test]
    fn what_is_no_path_matches_nothing() {
        for route in ["/", "/[x]", "/[...x]", "/[[...x]]"] {
            assert!(!matches(route, ""));
            assert!(!matches(route, "*"));
            assert!(!matches("", route));
        }
    }
}
