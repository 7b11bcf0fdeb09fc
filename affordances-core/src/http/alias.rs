//! `?affordances=1`, the alias for clients that cannot set headers: taken out before the app sees the URI.

use ::http::Uri;

use super::query;

/// The name of the alias in a query.
pub const KEY: &str = "affordances";

/// The value that asks for a graph.
pub const VALUE: &str = "1";

/// A request's URI after the alias is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stripped {
    /// The URI that the app works with: the path untouched, the other
    /// parameters in order and byte for byte.
    pub uri: Uri,
    /// Whether the alias asked for a graph, as the `Accept` header would.
    pub asked: bool,
}

/// Takes every `affordances` out of the query, or `None` if it has none.
///
/// Whatever its value, the name is the protocol's and no page sees it; only the
/// value `1` asks. Among several, one that asks suffices: a client that can only
/// append to a URL is heard.
///
/// # Example
///
/// ```
/// use affordances_core::http::alias::strip;
/// use http::Uri;
///
/// let stripped = strip(&Uri::from_static("/p?a=1&affordances=1&b=2")).unwrap();
/// assert_eq!(stripped.uri, "/p?a=1&b=2");
/// assert!(stripped.asked);
///
/// assert_eq!(strip(&Uri::from_static("/p?a=1")), None);
/// ```
#[must_use]
pub fn strip(uri: &Uri) -> Option<Stripped> {
    let written = uri.query()?;
    let rest = query::without(written, &[KEY])?;
    Some(Stripped {
        uri: query::replace(uri, &rest),
        asked: query::has(written, KEY, VALUE),
    })
}

#[cfg(test)]
mod tests {
    use super::super::garbage;
    use super::*;

    fn stripped(uri: &'static str) -> (String, bool) {
        let Stripped { uri, asked } = strip(&Uri::from_static(uri)).unwrap();
        (uri.to_string(), asked)
    }

    #[test]
    fn a23_the_value_1_asks() {
        assert_eq!(stripped("/p?affordances=1"), ("/p".to_owned(), true));
        assert_eq!(stripped("/?affordances=%31"), ("/".to_owned(), true));
    }

    #[test]
    fn a24_the_page_sees_no_alias() {
        assert_eq!(stripped("/p?q=x&affordances=1").0, "/p?q=x");
        assert_eq!(strip(&Uri::from_static("/affordances=1")), None);
        assert_eq!(strip(&Uri::from_static("/p")), None);
        assert_eq!(strip(&Uri::from_static("/p?")), None);
    }

    #[test]
    fn a25_other_parameters_keep_value_order_and_bytes() {
        assert_eq!(stripped("/p?a=1&affordances=1&b=2").0, "/p?a=1&b=2");
        assert_eq!(
            stripped("/a%2Fb?x=%c3%A9+&affordances=1&x=%zz&&y").0,
            "/a%2Fb?x=%c3%A9+&x=%zz&&y",
        );
        for near in [
            "/p?Affordances=1",
            "/p?affordances1",
            "/p?xaffordances=1",
            "/p?a=affordances=1",
        ] {
            assert_eq!(strip(&Uri::from_static(near)), None, "{near}");
        }
    }

    #[test]
    fn a26_repeated_and_encoded_keys_are_removed() {
        assert_eq!(
            stripped("/p?affordances=0&a=1&%61ffordances=1&affordance%73&affordances="),
            ("/p?a=1".to_owned(), true),
        );
        assert_eq!(strip(&Uri::from_static("/p?%2561ffordances=1")), None);
    }

    #[test]
    fn a27_any_other_value_is_removed_and_does_not_ask() {
        for uri in [
            "/p?affordances=0",
            "/p?affordances=",
            "/p?affordances",
            "/p?affordances=true",
            "/p?affordances=01",
            "/p?affordances=1%20",
            "/p?affordances=1=1",
        ] {
            assert_eq!(stripped(uri), ("/p".to_owned(), false), "{uri}");
        }
    }

    #[test]
    fn a26_garbage_never_panics() {
        for text in garbage::texts(20_000) {
            if let Ok(uri) = format!("/p?{text}").parse::<Uri>()
                && let Some(Stripped { uri, .. }) = strip(&uri)
            {
                assert_eq!(strip(&uri), None);
                assert_eq!(uri.path(), "/p");
            }
        }
    }
}
