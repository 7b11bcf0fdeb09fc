//! The Origin rule: whether the page that made a request is one of ours.
//!
//! A browser sends cookies with whatever any site makes it request, and `Origin`
//! says which site that was. It is compared with configured origins only: `Host`,
//! `Referer` and `X-Forwarded-*` come from the request and prove nothing.

use std::error::Error;
use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use ::http::header::ORIGIN;
use ::http::{HeaderMap, HeaderValue};

/// A scheme, a host and a port, spelled as a browser spells them.
///
/// # Example
///
/// ```
/// use affordances_core::http::origin::Origin;
///
/// let origin = Origin::parse("HTTPS://Shop.example:443")?;
/// assert_eq!(origin.to_string(), "https://shop.example");
/// assert_eq!(
///     Origin::parse("https://shop.example/app").unwrap_err().to_string(),
///     "origin `https://shop.example/app` must have no path: write `https://shop.example`",
/// );
/// # Ok::<(), affordances_core::http::origin::OriginError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    scheme: String,
    host: String,
    /// `None` for the scheme's own port.
    port: Option<u16>,
}

impl Origin {
    /// Reads an origin and normalises case, default port and IPv6.
    ///
    /// Any scheme will do, so that a browser extension can be allowed too.
    ///
    /// # Errors
    ///
    /// The text is more or less than an origin: see [`OriginError`].
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        let error = |fault| OriginError {
            text: text.to_owned(),
            fault,
        };
        if text.eq_ignore_ascii_case("null") {
            return Err(error(Fault::Null));
        }
        let (scheme, authority) = text.split_once("://").ok_or_else(|| error(Fault::Scheme))?;
        let scheme = scheme.to_ascii_lowercase();
        if !is_scheme(&scheme) {
            return Err(error(Fault::Scheme));
        }
        if let Some(end) = authority.find(['/', '?', '#', '\\']) {
            let origin = format!("{scheme}://{}", &authority[..end]);
            return Err(error(Fault::Path(origin)));
        }
        if authority.contains('@') {
            return Err(error(Fault::User));
        }
        let (host, port) = split_port(authority);
        let host = host_name(host).map_err(error)?;
        let port = match port {
            None => None,
            Some(digits) => Some(port_number(digits).ok_or_else(|| error(Fault::Port))?),
        };
        let default = match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        Ok(Self {
            scheme,
            host,
            port: port.filter(|_| port != default),
        })
    }

    /// The scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }
}

/// What the `Origin` of a request says about the page that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OriginCheck {
    /// It is one of the configured origins.
    Same,
    /// There is no `Origin`: no browser made the request for a page, or an old one did.
    Absent,
    /// It is another site, or nothing that a browser sends for one of ours.
    Foreign,
}

/// Judges the `Origin` of a request; more than one is foreign, whatever they say.
///
/// # Example
///
/// ```
/// use affordances_core::http::origin::{check, Origin, OriginCheck};
/// use http::{HeaderMap, HeaderValue, header::ORIGIN};
///
/// let ours = [Origin::parse("https://shop.example")?];
/// let mut headers = HeaderMap::new();
/// assert_eq!(check(&headers, &ours), OriginCheck::Absent);
///
/// headers.insert(ORIGIN, HeaderValue::from_static("https://shop.example.evil"));
/// assert_eq!(check(&headers, &ours), OriginCheck::Foreign);
/// # Ok::<(), affordances_core::http::origin::OriginError>(())
/// ```
#[must_use]
pub fn check(headers: &HeaderMap, allowed: &[Origin]) -> OriginCheck {
    let mut lines = headers.get_all(ORIGIN).iter();
    match (lines.next(), lines.next()) {
        (line, None) => decide(line, allowed),
        (_, Some(_)) => OriginCheck::Foreign,
    }
}

/// Judges one `Origin` header, or its absence. [`check`] takes it from a request.
///
/// # Example
///
/// ```
/// use affordances_core::http::origin::{decide, Origin, OriginCheck};
/// use http::HeaderValue;
///
/// let ours = [Origin::parse("https://shop.example")?];
/// let header = HeaderValue::from_static("https://shop.example");
/// assert_eq!(decide(Some(&header), &ours), OriginCheck::Same);
/// # Ok::<(), affordances_core::http::origin::OriginError>(())
/// ```
#[must_use]
pub fn decide(origin_header: Option<&HeaderValue>, allowed: &[Origin]) -> OriginCheck {
    let Some(header) = origin_header else {
        return OriginCheck::Absent;
    };
    let origin = header.to_str().ok().map(Origin::parse);
    match origin {
        Some(Ok(origin)) if allowed.contains(&origin) => OriginCheck::Same,
        _ => OriginCheck::Foreign,
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// Splits `host:port`, minding that an IPv6 address has colons of its own.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    let host_end = if authority.starts_with('[') {
        authority.rfind(']').unwrap_or(0)
    } else {
        0
    };
    match authority[host_end..].find(':') {
        None => (authority, None),
        Some(colon) => {
            let (host, port) = authority.split_at(host_end + colon);
            (host, port.get(1..))
        }
    }
}

fn host_name(host: &str) -> Result<String, Fault> {
    if let Some(address) = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        // Browsers write the shortest form, which is what this prints.
        let address: Ipv6Addr = address.parse().map_err(|_| Fault::Host)?;
        return Ok(format!("[{address}]"));
    }
    if host.contains('*') {
        return Err(Fault::Wildcard);
    }
    if !host.is_ascii() {
        return Err(Fault::NotAscii);
    }
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    if host.is_empty() || !host.bytes().all(allowed) {
        return Err(Fault::Host);
    }
    Ok(host.to_ascii_lowercase())
}

fn port_number(digits: &str) -> Option<u16> {
    // `parse` alone would take a sign.
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, host, port } = self;
        write!(f, "{scheme}://{host}")?;
        match port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        Self::parse(text)
    }
}

/// Why a configured text is no origin, and how to write it.
///
/// # Example
///
/// ```
/// use affordances_core::http::origin::Origin;
///
/// assert_eq!(
///     Origin::parse("shop.example").unwrap_err().to_string(),
///     "origin `shop.example` must begin with a scheme: write `https://shop.example`",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginError {
    text: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    Null,
    Scheme,
    /// With the origin that is left without it.
    Path(String),
    User,
    Wildcard,
    NotAscii,
    Host,
    Port,
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, fault } = self;
        write!(f, "origin `{text}` ")?;
        match fault {
            Fault::Null => {
                f.write_str("names nobody: any sandboxed page sends it, so it can never be allowed")
            }
            Fault::Scheme => {
                let host = text.rsplit("://").next().unwrap_or(text);
                write!(f, "must begin with a scheme: write `https://{host}`")
            }
            Fault::Path(origin) => write!(f, "must have no path: write `{origin}`"),
            Fault::User => f.write_str("must have no user name: write what follows the `@`"),
            Fault::Wildcard => f.write_str("must not have a wildcard: list each origin"),
            Fault::NotAscii => {
                f.write_str("must be ASCII: write its host as browsers send it, `xn--…`")
            }
            Fault::Host => f.write_str("must name one host, as in `https://shop.example`"),
            Fault::Port => f.write_str("must have a port between 0 and 65535, or none"),
        }
    }
}

impl Error for OriginError {}

#[cfg(test)]
mod tests {
    use super::super::garbage;
    use super::*;

    fn ours() -> Vec<Origin> {
        [
            "https://shop.example",
            "http://localhost:3000",
            "http://[::1]:3000",
        ]
        .map(|text| Origin::parse(text).unwrap())
        .into()
    }

    fn judged(header: &str) -> OriginCheck {
        let header = HeaderValue::from_bytes(header.as_bytes()).unwrap();
        decide(Some(&header), &ours())
    }

    fn error(text: &str) -> String {
        Origin::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a129_an_absent_origin_is_told_apart() {
        assert_eq!(decide(None, &ours()), OriginCheck::Absent);
        assert_eq!(check(&HeaderMap::new(), &ours()), OriginCheck::Absent);
    }

    #[test]
    fn a130_anything_but_our_own_is_foreign() {
        for header in [
            "",
            "null",
            "NULL",
            "https://evil.example",
            // Another port, another scheme.
            "https://shop.example:444",
            "http://shop.example",
            "http://localhost",
            "https://localhost:3000",
            "http://shop.example:443",
            // Hosts that contain ours.
            "https://shop.example.evil",
            "https://evilshop.example",
            "https://www.shop.example",
            "https://shop.example.",
            // Ours as user, path, query or fragment.
            "https://shop.example@evil.example",
            "https://evil.example/https://shop.example",
            "https://evil.example?https://shop.example",
            "https://evil.example#https://shop.example",
            "https://evil.example\\.shop.example",
            // Nothing that a browser sends.
            "https://user@shop.example",
            "https://shop.example/",
            "https://shop.example:",
            "https://shop.example:+443",
            "https://shop.example:65979",
            "https://shop.example https://shop.example",
            "https://shop.example, https://shop.example",
            "https://shop.example\t",
            "https:///shop.example",
            "//shop.example",
            "shop.example",
            "https://sh\u{f6}p.example",
            "*",
        ] {
            assert_eq!(judged(header), OriginCheck::Foreign, "{header}");
        }
    }

    #[test]
    fn a130_several_origins_are_foreign() {
        let ours_twice: HeaderMap = ["https://shop.example"; 2]
            .map(|text| (ORIGIN, HeaderValue::from_static(text)))
            .into_iter()
            .collect();
        assert_eq!(check(&ours_twice, &ours()), OriginCheck::Foreign);
    }

    #[test]
    fn a130_with_no_origin_configured_all_are_foreign() {
        let header = HeaderValue::from_static("https://shop.example");
        assert_eq!(decide(Some(&header), &[]), OriginCheck::Foreign);
    }

    #[test]
    fn a131_our_own_is_recognised_in_any_spelling() {
        for header in [
            "https://shop.example",
            "https://shop.example:443",
            "HTTPS://SHOP.Example",
            "http://localhost:3000",
            "http://[::1]:3000",
            "http://[0:0::0001]:3000",
        ] {
            assert_eq!(judged(header), OriginCheck::Same, "{header}");
        }
    }

    #[test]
    fn a131_default_ports_are_normalised() {
        for (text, normal) in [
            ("http://a:80", "http://a"),
            ("https://a:443", "https://a"),
            ("https://a:80", "https://a:80"),
            ("https://a:08443", "https://a:8443"),
            ("http://[::FFFF]:80", "http://[::ffff]"),
            ("chrome-extension://AbC", "chrome-extension://abc"),
        ] {
            assert_eq!(Origin::parse(text).unwrap().to_string(), normal);
        }
    }

    #[test]
    fn a130_garbage_is_foreign_and_never_panics() {
        for value in garbage::header_values(20_000) {
            let verdict = decide(Some(&value), &ours());
            let text = value.to_str().unwrap_or("");
            assert!(
                verdict == OriginCheck::Foreign
                    || text.contains("shop.example")
                    || text.contains("::1"),
                "{text}",
            );
        }
        for text in garbage::texts(20_000) {
            if let Err(error) = Origin::parse(&text) {
                assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn configuration_errors_say_how_to_write_it() {
        assert!(error("https://shop.example/").ends_with("no path: write `https://shop.example`"));
        assert!(error("https://a?x").ends_with("write `https://a`"));
        assert!(error("shop.example:80").ends_with("write `https://shop.example:80`"));
        assert!(error("1x://a").ends_with("write `https://a`"));
        assert!(error("https://*.example").ends_with("list each origin"));
        assert!(error("https://u:p@a").contains("no user name"));
        assert!(error("https://b\u{fc}cher.example").contains("xn--"));
        for text in [
            "https://",
            "https://a b",
            "https://a,b",
            "https://[::1",
            "https://[x]",
        ] {
            assert!(error(text).contains("one host"), "{text}");
        }
        for text in [
            "https://a:",
            "https://a:x",
            "https://a:70000",
            "https://a:1:2",
            "http://[::1]x:1",
        ] {
            assert!(error(text).contains("must "), "{text}");
        }
        assert!(error("null").contains("sandboxed"));
    }
}
