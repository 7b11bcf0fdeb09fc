//! Origins: where this shop is deployed, and which pages may post forms to it.

use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use maud::Markup;

use crate::Shop;
use crate::html::{self, Chrome};

/// A scheme, a host and a port, such as `https://shop.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// The origin that `text` spells, if it spells nothing more.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        if authority.as_str().contains('@') || uri.path() != "/" || uri.query().is_some() {
            return None;
        }
        let host = authority.host().to_ascii_lowercase();
        Some(Self(match authority.port_u16() {
            Some(port) if port != default_port => format!("{scheme}://{host}:{port}"),
            // A colon with no number, or one that is too large, is no port.
            None if authority.as_str().len() > host.len() => return None,
            _ => format!("{scheme}://{host}"),
        }))
    }

    /// The two names of this machine.
    #[must_use]
    pub fn local(port: u16) -> [Self; 2] {
        ["127.0.0.1", "localhost"].map(|host| match port {
            80 => Self(format!("http://{host}")),
            _ => Self(format!("http://{host}:{port}")),
        })
    }

    /// Whether a cookie can insist on an encrypted connection.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }

    /// The origin as a browser writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Admits a form of this site only, so that no other one signs people in or out.
///
/// Browsers name the origin of every POST. Who sends none is no browser, and has
/// no cookie that a foreign page could make use of.
#[derive(Clone, Copy, Debug)]
pub struct OwnForm;

impl FromRequestParts<Shop> for OwnForm {
    type Rejection = (StatusCode, Markup);

    async fn from_request_parts(parts: &mut Parts, shop: &Shop) -> Result<Self, Self::Rejection> {
        let foreign = parts.headers.get_all(ORIGIN).iter().any(|origin| {
            let origin = origin.to_str().ok().and_then(Origin::parse);
            origin.is_none_or(|origin| !shop.origins.contains(&origin))
        });
        if !foreign {
            return Ok(Self);
        }
        let message = "This form was sent from another site; see PUBLIC_URL.";
        let page = html::failure(StatusCode::FORBIDDEN, message, &Chrome::plain(None));
        Err((StatusCode::FORBIDDEN, page))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_ports_and_letter_case_do_not_matter() {
        for (text, origin) in [
            ("https://shop.example", "https://shop.example"),
            ("https://Shop.Example:443/", "https://shop.example"),
            ("http://shop.example:443", "http://shop.example:443"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(Origin::parse(text).unwrap().as_str(), origin);
        }
    }

    #[test]
    fn an_origin_is_nothing_more() {
        for text in [
            "null",
            "",
            "shop.example",
            "/",
            "ftp://shop.example",
            "https://shop.example/app",
            "https://shop.example?x",
            "https://ada@shop.example",
            "https://shop.example:",
            "https://shop.example:99999",
        ] {
            assert_eq!(Origin::parse(text), None, "{text}");
        }
    }
}
