//! Whether two routes can stand in one router: the check that `site!` makes in a `const`.
//!
//! axum refuses some pairs of routes with a panic at start. The same rule as a
//! `const fn` turns that panic into a compile error which names both pages.

/// Whether the router refuses to hold both routes.
///
/// Both are valid ([`Route::parse`](super::Route::parse)). They conflict when
/// no request could tell them apart, and also where the router cannot: a
/// catch-all beside a parameter, whatever follows the parameter.
///
/// # Example
///
/// ```
/// use affordances_grammar::route::conflict;
///
/// const _: () = assert!(conflict("/p/[slug]", "/p/[id]"));
/// const _: () = assert!(conflict("/docs", "/docs/[[...path]]"));
/// const _: () = assert!(!conflict("/p/[slug]", "/p/new"));
/// ```
#[must_use]
pub const fn conflict(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut at_a, mut at_b) = (0, 0);
    // Walk both routes together: the first difference decides.
    loop {
        match (next(a, at_a), next(b, at_b)) {
            (Next::End | Next::Optional, Next::End | Next::Optional) => return true,
            (Next::End, _) | (_, Next::End) => return false,
            (Next::Literal(start_a, end_a), Next::Literal(start_b, end_b)) => {
                if !same(a, start_a, end_a, b, start_b, end_b) {
                    return false;
                }
                (at_a, at_b) = (end_a, end_b);
            }
            // A literal is tried first, so it never disturbs a wildcard.
            (Next::Literal(..), _) | (_, Next::Literal(..)) => return false,
            (Next::One(end_a), Next::One(end_b)) => (at_a, at_b) = (end_a, end_b),
            // The router keeps one wildcard per place, and a catch-all has no children.
            (Next::Rest | Next::Optional, _) | (_, Next::Rest | Next::Optional) => return true,
        }
    }
}

/// What the next segment of a route is.
enum Next {
    /// The route has ended.
    End,
    /// A literal from the position to before the second one.
    Literal(usize, usize),
    /// `[name]`, ending before the position.
    One(usize),
    /// `[...name]`.
    Rest,
    /// `[[...name]]`, mounted twice: as a catch-all, and as the route that ends here.
    Optional,
}

/// The segment that begins at the slash at `at`.
const fn next(route: &[u8], at: usize) -> Next {
    let start = at + 1;
    // Nothing after the slash: the route is `/`.
    if start >= route.len() {
        return Next::End;
    }
    let mut end = start;
    while end < route.len() && route[end] != b'/' {
        end += 1;
    }
    // A name can begin with neither of the two.
    match route.split_at(start).1 {
        [b'[', b'[', ..] => Next::Optional,
        [b'[', b'.', ..] => Next::Rest,
        [b'[', ..] => Next::One(end),
        _ => Next::Literal(start, end),
    }
}

/// `a[start_a..end_a] == b[start_b..end_b]`, which a `const fn` cannot say yet.
const fn same(
    a: &[u8],
    start_a: usize,
    end_a: usize,
    b: &[u8],
    start_b: usize,
    end_b: usize,
) -> bool {
    if end_a - start_a != end_b - start_b {
        return false;
    }
    let mut offset = 0;
    while start_a + offset < end_a {
        if a[start_a + offset] != b[start_b + offset] {
            return false;
        }
        offset += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `conflict`, both ways round.
    fn both(a: &str, b: &str) -> bool {
        let there = conflict(a, b);
        assert_eq!(there, conflict(b, a), "{a} and {b} must agree");
        there
    }

    #[test]
    fn names_of_parameters_do_not_matter() {
        assert!(both("/p/[slug]", "/p/[id]"));
        assert!(!both("/p/[slug]", "/p/[id]/reviews"));
    }

    #[test]
    fn a_literal_beside_a_wildcard_is_fine() {
        assert!(!both("/p/[slug]", "/p/new"));
        assert!(!both("/p/[...rest]", "/p/new"));
        assert!(!both("/p/[x]/b", "/p/c/[y]"));
    }

    #[test]
    fn a_catch_all_beside_a_parameter_is_refused() {
        assert!(both("/p/[...rest]", "/p/[x]"));
        assert!(both("/p/[...rest]", "/p/[x]/b"));
        assert!(both("/p/[...rest]", "/p/[...other]"));
        assert!(!both("/p/[...rest]", "/p"));
    }

    #[test]
    fn an_optional_catch_all_counts_in_both_forms() {
        assert!(both("/", "/[[...all]]"));
        assert!(both("/docs", "/docs/[[...path]]"));
        assert!(both("/[x]", "/[y]/[[...path]]"));
        assert!(both("/[[...all]]", "/[[...rest]]"));
        assert!(!both("/", "/docs/[[...path]]"));
    }

    #[test]
    fn unfinished_text_does_not_panic() {
        // The stub of a page with errors has an empty route.
        for text in ["", "/", "x", "/[", "//", "/[["] {
            for other in ["", "/", "/[x]", "/["] {
                let _ = conflict(text, other);
            }
        }
    }
}
