//! Edits a query without re-encoding it: the app's own parameters keep their order and their bytes.

use std::str;

use ::http::Uri;
use ::http::uri::PathAndQuery;
use percent_encoding::percent_decode_str;

/// The query without the parameters named `keys`, or `None` if it has none of them.
///
/// Names are compared decoded, so `%61` counts as `a`.
///
/// # Example
///
/// ```
/// use affordances_core::http::query::without;
///
/// let rest = without("a=%20&action=pay&b=2", &["action", "confirm"]);
/// assert_eq!(rest.as_deref(), Some("a=%20&b=2"));
/// assert_eq!(without("a=1", &["action"]), None);
/// ```
#[must_use]
pub fn without(query: &str, keys: &[&str]) -> Option<String> {
    let ours = |parameter: &&str| keys.iter().any(|key| decodes_to(name(parameter), key));
    if !query.split('&').any(|parameter| ours(&parameter)) {
        return None;
    }
    let rest: Vec<&str> = query
        .split('&')
        .filter(|parameter| !ours(parameter))
        .collect();
    Some(rest.join("&"))
}

/// Whether a parameter named `key` has exactly this value, at any of its places.
///
/// # Example
///
/// ```
/// use affordances_core::http::query::has;
///
/// assert!(has("confirm=true", "confirm", "true"));
/// assert!(!has("confirm", "confirm", "true"));
/// ```
#[must_use]
pub fn has(query: &str, key: &str, value: &str) -> bool {
    query.split('&').any(|parameter| {
        parameter
            .split_once('=')
            .is_some_and(|(name, written)| decodes_to(name, key) && decodes_to(written, value))
    })
}

/// The same URI with another query; an empty one goes with its question mark.
///
/// # Example
///
/// ```
/// use affordances_core::http::query::replace;
///
/// let uri = http::Uri::from_static("/a%20b?x=1&y=2");
/// assert_eq!(replace(&uri, "y=2"), "/a%20b?y=2");
/// assert_eq!(replace(&uri, ""), "/a%20b");
/// ```
#[must_use]
pub fn replace(uri: &Uri, query: &str) -> Uri {
    let mut target = uri.path().to_owned();
    if !query.is_empty() {
        target.push('?');
        target.push_str(query);
    }
    let mut parts = uri.clone().into_parts();
    let Ok(path_and_query) = PathAndQuery::try_from(target) else {
        // Not for a query that came out of a `Uri`, nor for a part of one.
        return uri.clone();
    };
    parts.path_and_query = Some(path_and_query);
    Uri::from_parts(parts).unwrap_or_else(|_| uri.clone())
}

fn name(parameter: &str) -> &str {
    parameter
        .split_once('=')
        .map_or(parameter, |(name, _)| name)
}

/// Whether the percent-encoded text stands for `plain`.
///
/// A `+` is left alone: it stands for a space, which none of our names has.
fn decodes_to(encoded: &str, plain: &str) -> bool {
    percent_decode_str(encoded).eq(plain.bytes())
}

#[cfg(test)]
mod tests {
    use super::super::garbage;
    use super::*;

    #[test]
    fn empty_parameters_stay() {
        assert_eq!(without("&x&&a=1&", &["x"]).as_deref(), Some("&&a=1&"));
        assert_eq!(without("x", &["x"]).as_deref(), Some(""));
        assert_eq!(without("", &["x"]), None);
    }

    #[test]
    fn an_absolute_uri_keeps_its_authority() {
        let uri = Uri::from_static("https://shop.example:8443/p?x=1");
        assert_eq!(replace(&uri, "y=2"), "https://shop.example:8443/p?y=2");
        assert_eq!(replace(&Uri::from_static("*"), ""), "*");
    }

    #[test]
    fn garbage_keeps_its_bytes() {
        for text in garbage::texts(20_000) {
            let kept = without(&text, &["affordances"]);
            assert_eq!(
                kept.is_some(),
                text.split('&').any(|p| {
                    percent_decode_str(p.split('=').next().unwrap()).eq("affordances".bytes())
                })
            );
            if let Some(kept) = kept {
                assert!(kept.split('&').all(|p| p.is_empty() || text.contains(p)));
                assert_eq!(without(&kept, &["affordances"]), None);
            }
        }
    }
}
