//! Advertises a page's graph in its HTML answer: the `Link` header and the `<link>` element.

use std::fmt;

use ::http::HeaderValue;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{alias, query};

/// What may stand in a request's path or query but not between `<` and `>` of a
/// `Link` header. A backslash is among it because browsers read it as a slash.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A requested path as a target on this site: one that begins with two slashes
/// (or what browsers read as two) would name another host.
pub(crate) fn own_target(path: &str) -> String {
    let root = match path.as_bytes() {
        [b'/', b'/', ..] => "/.",
        [b'/', ..] => "",
        _ => "/",
    };
    format!("{root}{}", utf8_percent_encode(path, UNSAFE))
}

/// Where the graph of the page at hand is: its own address, with the alias.
///
/// # Example
///
/// ```
/// use affordances_core::http::link::GraphLink;
///
/// let link = GraphLink::new("/p", Some("color=red"));
/// assert_eq!(link.target(), "/p?color=red&affordances=1");
/// assert_eq!(link.header(), "</p?color=red&affordances=1>; rel=\"affordances\"");
/// assert_eq!(
///     link.element(),
///     "<link rel=\"affordances\" href=\"/p?color=red&amp;affordances=1\">",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphLink {
    target: String,
}

impl GraphLink {
    /// The link for the page at `path`, still percent-encoded, and its current query.
    #[must_use]
    pub fn new(path: &str, query: Option<&str>) -> Self {
        let mut target = format!("{}?", own_target(path));
        if let Some(query) = query {
            let others = query::without(query, &[alias::KEY]);
            let others = others.as_deref().unwrap_or(query);
            if !others.is_empty() {
                target.extend(utf8_percent_encode(others, UNSAFE));
                target.push('&');
            }
        }
        target.push_str(alias::KEY);
        target.push('=');
        target.push_str(alias::VALUE);
        Self { target }
    }

    /// The address of the graph, relative to the origin.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The value of a `Link` header; append it, so that the app's own links stay.
    #[must_use]
    pub fn header(&self) -> HeaderValue {
        let value = format!("<{}>; rel=\"affordances\"", self.target);
        // The target is printable ASCII, so it always fits into a header; what
        // stands in for an impossible case is the specification's own example.
        HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static(
            "<?affordances=1>; rel=\"affordances\"",
        ))
    }

    /// The element for the `<head>` of the page, escaped.
    #[must_use]
    pub fn element(&self) -> String {
        let mut html = String::from("<link rel=\"affordances\" href=\"");
        for c in self.target.chars() {
            match c {
                '&' => html.push_str("&amp;"),
                '\'' => html.push_str("&#39;"),
                // The other characters of HTML are percent-encoded already.
                c => html.push(c),
            }
        }
        html.push_str("\">");
        html
    }
}

impl fmt::Display for GraphLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.target)
    }
}

#[cfg(test)]
mod tests {
    use ::http::Uri;

    use super::super::garbage;
    use super::*;

    fn target(path: &str, query: Option<&str>) -> String {
        GraphLink::new(path, query).target
    }

    #[test]
    fn a18_the_header_names_the_relation() {
        let link = GraphLink::new("/", None);
        assert_eq!(link.header(), "</?affordances=1>; rel=\"affordances\"");
    }

    #[test]
    fn a19_the_element_is_escaped() {
        let link = GraphLink::new("/it's", Some("a=<script>&b=\""));
        assert_eq!(
            link.element(),
            "<link rel=\"affordances\" \
             href=\"/it&#39;s?a=%3Cscript%3E&amp;b=%22&amp;affordances=1\">",
        );
    }

    #[test]
    fn a20_the_current_query_is_kept() {
        assert_eq!(
            target("/p", Some("color=red")),
            "/p?color=red&affordances=1"
        );
        assert_eq!(target("/p", Some("")), "/p?affordances=1");
        assert_eq!(
            target("/p%20q", Some("a=%2F+")),
            "/p%20q?a=%2F+&affordances=1"
        );
    }

    #[test]
    fn a20_an_alias_in_the_query_is_not_repeated() {
        assert_eq!(target("/p", Some("affordances=0")), "/p?affordances=1");
        assert_eq!(
            target("/p", Some("a=1&%61ffordances=1&b")),
            "/p?a=1&b&affordances=1",
        );
    }

    #[test]
    fn a20_the_target_never_leaves_the_origin() {
        assert_eq!(
            target("//evil.example/x", None),
            "/.//evil.example/x?affordances=1"
        );
        assert_eq!(
            target("/\\evil.example", None),
            "/%5Cevil.example?affordances=1"
        );
        assert_eq!(target("", None), "/?affordances=1");
        assert_eq!(target("evil:x", None), "/evil:x?affordances=1");
    }

    #[test]
    fn a20_garbage_stays_one_target() {
        for text in garbage::texts(20_000) {
            let link = GraphLink::new(&text, Some(&text));
            let header = link.header();
            let header = header.to_str().unwrap();
            assert_eq!(header.matches(['<', '>']).count(), 2, "{text}");
            assert_eq!(link.element().matches(['<', '>', '"']).count(), 6, "{text}");
            let plain = text.replace(['?', '#'], "");
            let link = GraphLink::new(&plain, Some(&text.replace('#', "")));
            let uri: Uri = link.target().parse().unwrap();
            assert!(alias::strip(&uri).unwrap().asked, "{text}");
        }
    }
}
