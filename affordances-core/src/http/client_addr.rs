//! Who a stranger is, for the rate limit: the address behind the proxies that the app trusts.
//!
//! Anybody can write a `X-Forwarded-For`. What can be believed is what a trusted
//! proxy has appended to it, at its right end: so the list is read from the right,
//! hop by hop, for as long as the hop that reported the next one is trusted.

mod ip_net;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ::http::header::FORWARDED;
use ::http::{HeaderMap, HeaderName};

use ip_net::masked_v6;
pub use ip_net::{IpNet, IpNetError};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How much of an IPv6 address names a customer: the rest is theirs to choose.
const V6_PREFIX: u8 = 64;

/// The address that a rate limit counts by.
///
/// An IPv4 address as a whole, also where it comes as IPv6 (`::ffff:1.2.3.4`);
/// of an IPv6 address the first 64 bits.
///
/// # Example
///
/// ```
/// use affordances_core::http::client_addr::ClientAddr;
///
/// let key = |text: &str| ClientAddr::new(text.parse().unwrap()).to_string();
/// assert_eq!(key("::ffff:203.0.113.7"), "203.0.113.7");
/// assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddr(IpAddr);

impl ClientAddr {
    /// The key for an address.
    #[must_use]
    pub fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(masked_v6(v6, V6_PREFIX)),
            v4 => v4,
        })
    }
}

impl fmt::Display for ClientAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(v4) => v4.fmt(f),
            IpAddr::V6(v6) => write!(f, "{v6}/{V6_PREFIX}"),
        }
    }
}

/// The client of a request, or `None` where nothing says who it is.
///
/// Without trusted proxies that is the peer of the connection, and no header is
/// read. If the peer is a trusted proxy, `X-Forwarded-For` or `Forwarded` is read
/// from the right up to the first address that is not one; past an entry that
/// is no address nothing is believed, and the last proxy stands for its clients.
/// With proxies but no known peer (a Unix socket) the peer counts as trusted.
///
/// A proxy usually writes one of the two headers and lets the other pass as the
/// client wrote it. Where both are there they must agree, otherwise neither is
/// believed.
///
/// # Example
///
/// ```
/// use affordances_core::http::client_addr::{client_addr, IpNet};
/// use http::{HeaderMap, HeaderValue};
///
/// let proxies = [IpNet::parse("10.0.0.0/8")?];
/// let peer = "10.0.0.2:443".parse().ok();
/// let mut headers = HeaderMap::new();
/// // The client has lied, the proxy has appended the truth.
/// headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.1, 203.0.113.7"));
///
/// let client = client_addr(peer, &headers, &proxies);
/// assert_eq!(client.map(|c| c.to_string()).as_deref(), Some("203.0.113.7"));
/// # Ok::<(), affordances_core::http::client_addr::IpNetError>(())
/// ```
#[must_use]
pub fn client_addr(
    peer: Option<SocketAddr>,
    headers: &HeaderMap,
    trusted: &[IpNet],
) -> Option<ClientAddr> {
    let peer = peer.map(|peer| peer.ip());
    let client = if trusted.is_empty() {
        peer
    } else {
        let read = headers
            .contains_key(X_FORWARDED_FOR)
            .then(|| follow(peer, x_forwarded_for(headers), trusted));
        let read_too = headers
            .contains_key(FORWARDED)
            .then(|| follow(peer, forwarded(headers), trusted));
        match (read, read_too) {
            (Some(client), None) | (None, Some(client)) => client,
            (Some(client), Some(same)) if client == same => client,
            _ => peer,
        }
    };
    client.map(ClientAddr::new)
}

/// Walks from the peer towards the client; a hop that is no address ends the walk.
fn follow(
    peer: Option<IpAddr>,
    mut hops: impl Iterator<Item = Option<IpAddr>>,
    trusted: &[IpNet],
) -> Option<IpAddr> {
    let is_trusted = |address| trusted.iter().any(|net| net.contains(address));
    let mut reached = peer;
    while reached.is_none_or(is_trusted) {
        match hops.next() {
            Some(Some(hop)) => reached = Some(hop.to_canonical()),
            Some(None) | None => break,
        }
    }
    reached
}

/// The hops of `X-Forwarded-For`, the nearest first.
fn x_forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    entries(headers, X_FORWARDED_FOR).map(|entry| address(entry?))
}

/// The hops of `Forwarded`, the nearest first; one that hides its address is none.
fn forwarded(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    entries(headers, FORWARDED).map(|entry| {
        let mut pairs = entry?.split(';').filter_map(|pair| pair.split_once('='));
        let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
        address(node)
    })
}

/// The entries of all lines from right to left; `None` for a line that is no text.
///
/// Commas split even inside quotes. An address has none, and a client that opens
/// a quote must not be able to swallow what the proxy appends.
fn entries(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = Option<&str>> {
    headers.get_all(name).iter().rev().flat_map(|line| {
        let text = line.to_str().ok();
        // An unreadable line is one unreadable entry.
        let unreadable = text.is_none().then_some(None);
        text.into_iter()
            .flat_map(|text| text.rsplit(',').map(Some))
            .chain(unreadable)
    })
}

/// Reads `1.2.3.4`, `2001:db8::1`, `[2001:db8::1]`, each with a port or without, perhaps quoted.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text);
    if let Some(bracketed) = text.strip_prefix('[') {
        let (v6, port) = bracketed.split_once(']')?;
        if !port.is_empty() && !port.starts_with(':') {
            return None;
        }
        return v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    }
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    let (v4, _port) = text.split_once(':')?;
    v4.parse::<Ipv4Addr>().ok().map(IpAddr::V4)
}

#[cfg(test)]
mod tests {
    use ::http::HeaderValue;

    use super::super::garbage;
    use super::*;

    const NOBODY: Option<&str> = None;

    fn proxies() -> Vec<IpNet> {
        ["10.0.0.0/8", "fd00::/8"]
            .map(|text| IpNet::parse(text).unwrap())
            .into()
    }

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        lines
            .iter()
            .map(|(name, value)| {
                let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
                (HeaderName::from_static(name), value)
            })
            .collect()
    }

    fn client(peer: Option<&str>, lines: &[(&'static str, &str)]) -> Option<String> {
        let peer = peer.map(|ip| SocketAddr::new(ip.parse().unwrap(), 1234));
        client_addr(peer, &headers(lines), &proxies()).map(|client| client.to_string())
    }

    fn xff(line: &str) -> Option<String> {
        client(Some("10.0.0.1"), &[("x-forwarded-for", line)])
    }

    fn fwd(line: &str) -> Option<String> {
        client(Some("10.0.0.1"), &[("forwarded", line)])
    }

    #[test]
    fn a108_without_proxies_the_peer_is_the_client() {
        let lines = headers(&[
            ("x-forwarded-for", "192.0.2.1"),
            ("forwarded", "for=192.0.2.1"),
        ]);
        let peer = "203.0.113.7:80".parse().ok();
        let client = client_addr(peer, &lines, &[]).unwrap();
        assert_eq!(client.to_string(), "203.0.113.7");
        assert_eq!(client_addr(None, &lines, &[]), None);
    }

    #[test]
    fn a108_a_stranger_is_not_believed() {
        let lines = [("x-forwarded-for", "192.0.2.1")];
        assert_eq!(
            client(Some("203.0.113.7"), &lines).as_deref(),
            Some("203.0.113.7")
        );
    }

    #[test]
    fn a108_the_list_is_read_from_the_right() {
        assert_eq!(xff("203.0.113.7").as_deref(), Some("203.0.113.7"));
        assert_eq!(
            xff("192.0.2.1, 203.0.113.7").as_deref(),
            Some("203.0.113.7")
        );
        assert_eq!(
            xff("192.0.2.1,203.0.113.7 , 10.9.9.9,fd00::1").as_deref(),
            Some("203.0.113.7")
        );
        let lines = [
            ("x-forwarded-for", "192.0.2.1"),
            ("x-forwarded-for", "203.0.113.7"),
        ];
        assert_eq!(
            client(Some("10.0.0.1"), &lines).as_deref(),
            Some("203.0.113.7")
        );
    }

    #[test]
    fn a108_among_proxies_alone_the_farthest_is_the_client() {
        assert_eq!(xff("10.0.0.3, 10.0.0.2").as_deref(), Some("10.0.0.3"));
        assert_eq!(client(Some("10.0.0.1"), &[]).as_deref(), Some("10.0.0.1"));
    }

    #[test]
    fn a108_past_an_unreadable_entry_nothing_is_believed() {
        for line in [
            "",
            "192.0.2.1,",
            "192.0.2.1, unknown",
            "192.0.2.1, 203.0.113",
            "192.0.2.1, 203.0.113.7.example",
            "192.0.2.1, [2001:db8::1",
            "192.0.2.1, [2001:db8::1]x",
            "192.0.2.1, fe80::1%eth0",
            "192.0.2.1, \u{e9}",
        ] {
            assert_eq!(xff(line).as_deref(), Some("10.0.0.1"), "{line}");
        }
        assert_eq!(
            xff("192.0.2.1, what, 10.0.0.2").as_deref(),
            Some("10.0.0.2")
        );
    }

    #[test]
    fn a108_addresses_come_with_ports_brackets_and_quotes() {
        for entry in ["203.0.113.7:4711", "\"203.0.113.7\"", "::ffff:203.0.113.7"] {
            assert_eq!(xff(entry).as_deref(), Some("203.0.113.7"), "{entry}");
        }
        for entry in [
            "2001:db8::1",
            "[2001:db8::1]",
            "[2001:db8::1]:443",
            "\"[2001:db8::1]:443\"",
        ] {
            assert_eq!(xff(entry).as_deref(), Some("2001:db8::/64"), "{entry}");
        }
    }

    #[test]
    fn a108_forwarded_is_read_alike() {
        assert_eq!(fwd("for=203.0.113.7").as_deref(), Some("203.0.113.7"));
        assert_eq!(
            fwd("for=192.0.2.1, proto=https; For=\"203.0.113.7:80\";by=10.0.0.1, for=10.0.0.2")
                .as_deref(),
            Some("203.0.113.7"),
        );
        assert_eq!(
            fwd("for=\"[2001:db8:1:2:3::]:_p\"").as_deref(),
            Some("2001:db8:1:2::/64")
        );
        for hidden in [
            "for=192.0.2.1, for=unknown",
            "for=192.0.2.1, for=_x",
            "for=192.0.2.1, by=10.0.0.1",
        ] {
            assert_eq!(fwd(hidden).as_deref(), Some("10.0.0.1"), "{hidden}");
        }
    }

    #[test]
    fn a108_an_open_quote_swallows_nothing() {
        assert_eq!(
            fwd("for=\"192.0.2.1, for=203.0.113.7").as_deref(),
            Some("203.0.113.7")
        );
    }

    #[test]
    fn a108_two_headers_that_disagree_are_not_believed() {
        let both = |x, f| {
            client(
                Some("10.0.0.1"),
                &[("x-forwarded-for", x), ("forwarded", f)],
            )
        };
        assert_eq!(
            both("203.0.113.7", "for=203.0.113.7").as_deref(),
            Some("203.0.113.7")
        );
        assert_eq!(
            both("203.0.113.7", "for=192.0.2.1").as_deref(),
            Some("10.0.0.1")
        );
        assert_eq!(both("192.0.2.1", "by=x").as_deref(), Some("10.0.0.1"));
    }

    #[test]
    fn a108_an_unknown_peer_counts_as_the_proxy() {
        let lines = [("x-forwarded-for", "192.0.2.1, 203.0.113.7")];
        assert_eq!(client(NOBODY, &lines).as_deref(), Some("203.0.113.7"));
        assert_eq!(client(NOBODY, &[]), None);
        assert_eq!(client(NOBODY, &[("x-forwarded-for", "?")]), None);
    }

    #[test]
    fn a108_v6_counts_by_64_bits_and_mapped_v4_as_v4() {
        let key = |text: &str| ClientAddr::new(text.parse().unwrap());
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        // A dual-stack listener reports its IPv4 peers so.
        let lines = [("x-forwarded-for", "203.0.113.7")];
        assert_eq!(
            client(Some("::ffff:10.0.0.1"), &lines).as_deref(),
            Some("203.0.113.7")
        );
    }

    #[test]
    fn a108_garbage_never_panics() {
        let peer = "10.0.0.1:80".parse().ok();
        for value in garbage::header_values(20_000) {
            for name in [X_FORWARDED_FOR, FORWARDED] {
                let lines: HeaderMap = [(name, value.clone())].into_iter().collect();
                let client = client_addr(peer, &lines, &proxies());
                assert!(client.is_some());
            }
        }
    }

    #[test]
    fn a108_a_long_list_is_walked_once() {
        let line = "10.0.0.1,".repeat(50_000);
        assert_eq!(
            xff(&format!("203.0.113.7,{line}10.0.0.1")).as_deref(),
            Some("203.0.113.7")
        );
    }
}
