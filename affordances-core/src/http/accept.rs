//! Content negotiation: what a request asks for (`Accept`) and what it carries (`Content-Type`).
//!
//! This runs before anything else, on every request to a page, so it is lenient
//! and cheap: what cannot be read is skipped, and nothing is allocated.

use ::http::HeaderMap;
use ::http::header::{ACCEPT, CONTENT_TYPE};

/// The media type of every Affordances document.
pub const MEDIA_TYPE: &str = "application/vnd.affordances+json";

/// The media type that browsers ask for, and that a page has without being asked.
const HTML: &str = "text/html";

const MARKDOWN: &str = "text/markdown";

/// How many media ranges are read; the rest is ignored. Browsers send about eight.
const MAX_RANGES: usize = 128;

/// The representation of a page that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The graph, as an Affordances document.
    Graph,
    /// The HTML: what everybody gets who did not ask for anything else.
    Html,
    /// The Markdown. A page that has none answers with its HTML.
    Markdown,
}

/// What a request to a page asks for.
///
/// A graph, if [`MEDIA_TYPE`] is named (a wildcard does not name it) and HTML is
/// not liked better. Otherwise Markdown, by the same rule. Otherwise HTML, also
/// where the request does not accept HTML: a page never answers 406.
///
/// # Example
///
/// ```
/// use affordances_core::http::accept::{wants, Wanted};
/// use http::{HeaderMap, HeaderValue, header::ACCEPT};
///
/// let mut headers = HeaderMap::new();
/// assert_eq!(wants(&headers), Wanted::Html);
///
/// headers.insert(ACCEPT, HeaderValue::from_static("application/vnd.affordances+json, */*;q=0.5"));
/// assert_eq!(wants(&headers), Wanted::Graph);
///
/// headers.insert(ACCEPT, HeaderValue::from_static("application/vnd.affordances+json;q=0.5, */*"));
/// assert_eq!(wants(&headers), Wanted::Html);
/// ```
#[must_use]
pub fn wants(headers: &HeaderMap) -> Wanted {
    if prefers(headers, MEDIA_TYPE, HTML) {
        Wanted::Graph
    } else if prefers(headers, MARKDOWN, HTML) {
        Wanted::Markdown
    } else {
        Wanted::Html
    }
}

/// Whether a request names the media type `asked` and does not like `default` better.
///
/// `default` is what everybody else gets, so it may be accepted through a
/// wildcard; `asked` has to be named with a weight above zero.
///
/// # Example
///
/// ```
/// use affordances_core::http::accept::prefers;
/// use http::{HeaderMap, HeaderValue, header::ACCEPT};
///
/// let mut headers = HeaderMap::new();
/// headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
/// assert!(prefers(&headers, "application/json", "text/markdown"));
///
/// headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
/// assert!(!prefers(&headers, "application/json", "text/markdown"));
/// ```
#[must_use]
pub fn prefers(headers: &HeaderMap, asked: &str, default: &str) -> bool {
    let asked = named_weight(headers, asked);
    asked > 0 && effective_weight(headers, default) <= asked
}

/// Whether the body is of the media type `essence`, whatever its parameters.
///
/// Two `Content-Type` lines contradict each other, so they are none.
///
/// # Example
///
/// ```
/// use affordances_core::http::accept::{is_media_type, MEDIA_TYPE};
/// use http::{HeaderMap, HeaderValue, header::CONTENT_TYPE};
///
/// let mut headers = HeaderMap::new();
/// let value = HeaderValue::from_static("Application/VND.affordances+json; charset=utf-8");
/// headers.insert(CONTENT_TYPE, value);
/// assert!(is_media_type(&headers, MEDIA_TYPE));
/// ```
#[must_use]
pub fn is_media_type(headers: &HeaderMap, essence: &str) -> bool {
    let mut lines = headers.get_all(CONTENT_TYPE).iter();
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return false;
    };
    let (sent, _) = split(line.as_bytes(), b';');
    sent.trim_ascii().eq_ignore_ascii_case(essence.as_bytes())
}

/// The weight of the range that names `essence`, in thousandths; 0 if none does.
///
/// Our documents have no parameters, so a range without any is the exact one and
/// decides alone. Ranges with parameters are tolerated where it is missing.
fn named_weight(headers: &HeaderMap, essence: &str) -> u16 {
    let (mut exact, mut tolerated) = (None, None);
    for range in ranges(headers).filter(|range| range.names(essence)) {
        match range.parameters {
            Parameters::None => exact = exact.max(Some(range.weight)),
            Parameters::Utf8 | Parameters::Other => tolerated = tolerated.max(Some(range.weight)),
        }
    }
    exact.or(tolerated).unwrap_or(0)
}

/// The weight of `essence; charset=utf-8` by the most specific range that covers it, wildcards included.
///
/// A range with other parameters (`text/html;level=1`) is about another
/// representation than ours.
fn effective_weight(headers: &HeaderMap, essence: &str) -> u16 {
    ranges(headers)
        .filter_map(|range| Some((range.specificity(essence)?, range.weight)))
        .max()
        .map_or(0, |(_, weight)| weight)
}

/// One element of `Accept`, such as `text/html;level=1;q=0.5`.
struct Range<'a> {
    kind: &'a [u8],
    subtype: &'a [u8],
    parameters: Parameters,
    /// In thousandths.
    weight: u16,
}

/// What a range says beside type and weight.
#[derive(Clone, Copy)]
enum Parameters {
    None,
    /// `charset=utf-8` alone, which is what we send.
    Utf8,
    Other,
}

impl Range<'_> {
    fn names(&self, essence: &str) -> bool {
        essence.split_once('/').is_some_and(|(kind, subtype)| {
            self.kind.eq_ignore_ascii_case(kind.as_bytes())
                && self.subtype.eq_ignore_ascii_case(subtype.as_bytes())
        })
    }

    /// How closely the range describes `essence; charset=utf-8`, if it covers it.
    fn specificity(&self, essence: &str) -> Option<u8> {
        if self.names(essence) {
            return match self.parameters {
                Parameters::None => Some(2),
                Parameters::Utf8 => Some(3),
                Parameters::Other => None,
            };
        }
        let (kind, _) = essence.split_once('/')?;
        match (self.kind, self.subtype, self.parameters) {
            (b"*", b"*", Parameters::None) => Some(0),
            (range, b"*", Parameters::None) if range.eq_ignore_ascii_case(kind.as_bytes()) => {
                Some(1)
            }
            _ => None,
        }
    }
}

/// The ranges of all `Accept` lines; what is malformed is left out.
fn ranges(headers: &HeaderMap) -> impl Iterator<Item = Range<'_>> {
    headers
        .get_all(ACCEPT)
        .iter()
        .flat_map(|line| elements(line.as_bytes(), b','))
        .take(MAX_RANGES)
        .filter_map(range)
}

fn range(element: &[u8]) -> Option<Range<'_>> {
    let mut parts = elements(element, b';').map(<[u8]>::trim_ascii);
    let essence = parts.next()?;
    let slash = essence.iter().position(|&b| b == b'/')?;
    let (kind, subtype) = (&essence[..slash], &essence[slash + 1..]);
    if !is_token(kind) || !is_token(subtype) || (kind == b"*" && subtype != b"*") {
        return None;
    }

    let mut range = Range {
        kind,
        subtype,
        parameters: Parameters::None,
        weight: 1000,
    };
    for parameter in parts.filter(|part| !part.is_empty()) {
        let equals = parameter.iter().position(|&b| b == b'=')?;
        let (name, value) = (&parameter[..equals], &parameter[equals + 1..]);
        if name.eq_ignore_ascii_case(b"q") {
            // What follows the weight is an extension that never had a meaning.
            range.weight = weight(value)?;
            break;
        }
        let value = unquoted(value)?;
        if !is_token(name) {
            return None;
        }
        let utf8 = name.eq_ignore_ascii_case(b"charset") && value.eq_ignore_ascii_case(b"utf-8");
        range.parameters = match range.parameters {
            Parameters::None if utf8 => Parameters::Utf8,
            _ => Parameters::Other,
        };
    }
    Some(range)
}

/// Reads `1`, `0.5`, `0.333`, in thousandths.
fn weight(value: &[u8]) -> Option<u16> {
    let (&whole, rest) = value.split_first()?;
    let decimals = match rest {
        [] => rest,
        [b'.', decimals @ ..] if decimals.len() <= 3 => decimals,
        _ => return None,
    };
    let mut thousandths = match whole {
        b'0' => 0,
        b'1' => 1000,
        _ => return None,
    };
    let mut place = 100;
    for digit in decimals {
        if !digit.is_ascii_digit() {
            return None;
        }
        thousandths += place * u16::from(digit - b'0');
        place /= 10;
    }
    (thousandths <= 1000).then_some(thousandths)
}

/// The content of a token or of a quoted string.
fn unquoted(value: &[u8]) -> Option<&[u8]> {
    match value {
        [b'"', inside @ .., b'"'] => Some(inside),
        token => is_token(token).then_some(token),
    }
}

fn is_token(text: &[u8]) -> bool {
    !text.is_empty()
        && text
            .iter()
            .all(|&b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// The parts of a list between `separator`, which does not count inside quotes.
fn elements(list: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(list);
    std::iter::from_fn(move || {
        let (element, tail) = split(rest?, separator);
        rest = tail;
        Some(element)
    })
}

/// The text up to the first `separator` outside quotes, and what follows it.
fn split(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    let (mut quoted, mut escaped) = (false, false);
    for (at, &byte) in text.iter().enumerate() {
        if escaped {
            escaped = false;
        } else if byte == b'"' {
            quoted = !quoted;
        } else if quoted {
            escaped = byte == b'\\';
        } else if byte == separator {
            return (&text[..at], Some(&text[at + 1..]));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use ::http::HeaderValue;

    use super::super::garbage;
    use super::*;

    fn accept(lines: &[&str]) -> HeaderMap {
        let value = |line: &&str| HeaderValue::from_bytes(line.as_bytes()).unwrap();
        lines.iter().map(|line| (ACCEPT, value(line))).collect()
    }

    /// `vnd` stands for the media type, as in the conformance checklist.
    fn wanted(line: &str) -> Wanted {
        wants(&accept(&[&line.replace("vnd", MEDIA_TYPE)]))
    }

    fn content_type(line: &'static str) -> HeaderMap {
        [(CONTENT_TYPE, HeaderValue::from_static(line))]
            .into_iter()
            .collect()
    }

    #[test]
    fn a04_without_accept_html_is_wanted() {
        assert_eq!(wants(&HeaderMap::new()), Wanted::Html);
        assert_eq!(wanted(""), Wanted::Html);
    }

    #[test]
    fn a05_a_wildcard_does_not_ask() {
        assert_eq!(wanted("*/*"), Wanted::Html);
    }

    #[test]
    fn a06_other_json_does_not_ask() {
        for line in ["application/json", "application/*", "application/*+json"] {
            assert_eq!(wanted(line), Wanted::Html, "{line}");
        }
    }

    #[test]
    fn a07_weight_zero_does_not_ask() {
        for line in ["vnd;q=0", "vnd;q=0.000", "vnd;q=0, */*", "*/*, vnd;q=0"] {
            assert_eq!(wanted(line), Wanted::Html, "{line}");
        }
    }

    #[test]
    fn a08_html_wins_when_its_q_is_higher() {
        for line in [
            "text/html, vnd;q=0.1",
            "vnd;q=0.5, */*;q=0.8",
            "vnd;q=0.5, text/*;q=0.501",
            "vnd;q=0.9, text/html",
        ] {
            assert_eq!(wanted(line), Wanted::Html, "{line}");
        }
    }

    #[test]
    fn a08_the_graph_wins_when_its_q_is_not_lower() {
        for line in [
            "vnd",
            "text/html;q=0.1, vnd",
            "text/html, vnd",
            "vnd, */*",
            "vnd;q=0.1",
            "vnd;q=0.001, application/json",
            // The more specific range decides about HTML, not the higher one.
            "vnd;q=0.5, */*, text/html;q=0.4",
            "vnd;q=0.5, */*, text/*;q=0.4",
            "vnd;q=0.5, text/*, text/html;q=0",
        ] {
            assert_eq!(wanted(line), Wanted::Graph, "{line}");
        }
    }

    #[test]
    fn a09_case_white_space_and_parameters_are_tolerated() {
        for line in [
            "APPLICATION/Vnd.Affordances+JSON",
            "application/vnd.affordances+json;version=0",
            "application/vnd.affordances+json ; charset=\"utf-8\" ; Q=0.5",
            "\tapplication/vnd.affordances+json;",
            "application/vnd.affordances+json;x=\"a,b;q=0\"",
        ] {
            assert_eq!(wants(&accept(&[line])), Wanted::Graph, "{line}");
        }
    }

    #[test]
    fn a09_a_range_without_parameters_is_the_exact_one() {
        assert_eq!(wanted("vnd;q=0, vnd;version=1"), Wanted::Html);
        assert_eq!(wanted("vnd;version=1;q=0.1, text/html"), Wanted::Html);
        assert_eq!(wanted("vnd;version=1;q=0.1, vnd, text/html"), Wanted::Graph);
    }

    #[test]
    fn a10_several_lines_are_one_list() {
        let lines = accept(&["text/html;q=0.5", MEDIA_TYPE]);
        assert_eq!(wants(&lines), Wanted::Graph);
        let lines = accept(&["application/vnd.affordances+json;q=0.5", "text/html"]);
        assert_eq!(wants(&lines), Wanted::Html);
    }

    #[test]
    fn a11_what_is_malformed_is_ignored() {
        for line in [
            ", ,vnd,,",
            "vnd, text/html;q=high",
            "vnd, text/html;q=2",
            "vnd, text/html;q=1.001",
            "vnd, text/html;q=0.1234",
            "vnd, text/html;q=\"1\"",
            "vnd, text/html;level",
            "vnd;q=0.5, *;q=0.9",
            "vnd;q=0.5, */html",
            "vnd;q=0.5, text /html",
            "vnd;q=0.5, text/html/x",
            "vnd;q=0.5, text/html;x=\"",
        ] {
            assert_eq!(wanted(line), Wanted::Graph, "{line}");
        }
        for line in [
            "vnd;q=", "vnd;q", "vnd;q=-1", "vnd;q=.5", "vnd;q =1", "\"vnd\"", "vnd/x",
        ] {
            assert_eq!(wanted(line), Wanted::Html, "{line}");
        }
    }

    #[test]
    fn a11_garbage_never_panics() {
        for value in garbage::header_values(20_000) {
            let headers: HeaderMap = [(ACCEPT, value.clone()), (CONTENT_TYPE, value)]
                .into_iter()
                .collect();
            let _ = wants(&headers);
            let _ = is_media_type(&headers, MEDIA_TYPE);
        }
    }

    #[test]
    fn a11_an_absurd_header_is_read_up_to_a_limit() {
        let mut line = "a/b,".repeat(100_000);
        line.push_str(MEDIA_TYPE);
        assert_eq!(wants(&accept(&[&line])), Wanted::Html);
        let quotes = "a/b;x=\"".repeat(50_000);
        assert_eq!(wants(&accept(&[&quotes])), Wanted::Html);
    }

    #[test]
    fn a53_html_is_the_last_resort() {
        for line in ["image/png", "text/html;q=0", "*/*;q=0"] {
            assert_eq!(wanted(line), Wanted::Html, "{line}");
        }
    }

    #[test]
    fn a_media_type_parameter_is_no_weight() {
        // `level=1` is about another representation, so our HTML has 0.7.
        let html = "text/*;q=0.3, text/html;q=0.7, text/html;level=1, */*;q=0.5";
        assert_eq!(wanted(&format!("{html}, vnd;q=0.6")), Wanted::Html);
        assert_eq!(wanted(&format!("{html}, vnd;q=0.7")), Wanted::Graph);
        // This one is ours, and closer than the plain range.
        let html = "text/html;q=0.2, text/html;charset=UTF-8;q=0.8";
        assert_eq!(wanted(&format!("{html}, vnd;q=0.5")), Wanted::Html);
    }

    #[test]
    fn markdown_is_wanted_only_by_name() {
        assert_eq!(wanted("text/markdown, text/html, */*"), Wanted::Markdown);
        assert_eq!(wanted("text/markdown;q=0.5, text/html"), Wanted::Html);
        assert_eq!(wanted("text/*"), Wanted::Html);
        assert_eq!(wanted("text/markdown, vnd;q=0.1"), Wanted::Graph);
    }

    #[test]
    fn b02_to_b06_a_descriptor_is_negotiated_by_the_same_rule() {
        let json = |line| prefers(&accept(&[line]), "application/json", "text/markdown");
        assert!(json("application/json"));
        assert!(json("application/json, */*"));
        assert!(!json("*/*"));
        assert!(!json("text/html"));
        assert!(!json("application/json;q=0"));
        assert!(!json("application/json;q=0.5, text/markdown"));
    }

    #[test]
    fn a12_other_bodies_are_no_calls() {
        for line in [
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=application/vnd.affordances+json",
            "application/vnd.affordances+json, text/plain",
            "application/vnd.affordances+jsonx",
            "",
        ] {
            assert!(!is_media_type(&content_type(line), MEDIA_TYPE), "{line}");
        }
        assert!(!is_media_type(&HeaderMap::new(), MEDIA_TYPE));
    }

    #[test]
    fn a12_two_content_types_are_none() {
        let mut headers = content_type(MEDIA_TYPE);
        headers.append(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        assert!(!is_media_type(&headers, MEDIA_TYPE));
    }

    #[test]
    fn a13_a_call_may_have_parameters() {
        for line in [
            "application/vnd.affordances+json",
            "application/vnd.affordances+json; charset=utf-8",
            " Application/VND.Affordances+Json;charset=utf-8",
        ] {
            assert!(is_media_type(&content_type(line), MEDIA_TYPE), "{line}");
        }
    }
}
