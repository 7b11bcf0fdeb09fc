//! The networks of the proxies that an app trusts, as its configuration writes them.

use std::error::Error;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A network such as `10.0.0.0/8`, or a single address.
///
/// # Example
///
/// ```
/// use affordances_core::http::client_addr::IpNet;
///
/// let net = IpNet::parse("10.0.0.0/8")?;
/// assert!(net.contains("10.1.2.3".parse().unwrap()));
/// assert!(net.contains("::ffff:10.1.2.3".parse().unwrap()));
/// assert!(!net.contains("11.0.0.0".parse().unwrap()));
/// # Ok::<(), affordances_core::http::client_addr::IpNetError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IpNet {
    address: IpAddr,
    prefix: u8,
}

impl IpNet {
    /// Reads `address/prefix` or an address alone.
    ///
    /// # Errors
    ///
    /// The text is no network, or its address has bits beyond the prefix, which
    /// is mostly a slip: see [`IpNetError`].
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_core::http::client_addr::IpNet;
    ///
    /// assert!(IpNet::parse("2001:db8::/32").is_ok());
    /// assert_eq!(
    ///     IpNet::parse("10.1.2.3/8").unwrap_err().to_string(),
    ///     "network `10.1.2.3/8` has bits beyond its prefix: write `10.0.0.0/8`",
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, IpNetError> {
        let error = |fault| IpNetError {
            text: text.to_owned(),
            fault,
        };
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| error(Fault::Address))?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            None => bits,
            Some(digits) => prefix_length(digits)
                .filter(|&prefix| prefix <= bits)
                .ok_or_else(|| error(Fault::Prefix(bits)))?,
        };
        let net = Self { address, prefix };
        let exact = net.masked(address);
        if exact != address {
            return Err(error(Fault::Bits(Self {
                address: exact,
                prefix,
            })));
        }
        Ok(net.canonical())
    }

    /// Whether the address lies in the network; IPv4 written as IPv6 counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.address.is_ipv4() && self.masked(address) == self.address
    }

    /// `::ffff:10.0.0.0/104` as the IPv4 network that it is.
    fn canonical(self) -> Self {
        match (self.address.to_canonical(), self.prefix.checked_sub(96)) {
            (address @ IpAddr::V4(_), Some(prefix)) if self.address.is_ipv6() => {
                Self { address, prefix }
            }
            _ => self,
        }
    }

    fn masked(&self, address: IpAddr) -> IpAddr {
        match address {
            IpAddr::V4(v4) => IpAddr::V4(masked_v4(v4, self.prefix)),
            IpAddr::V6(v6) => IpAddr::V6(masked_v6(v6, self.prefix)),
        }
    }
}

fn prefix_length(digits: &str) -> Option<u8> {
    // `parse` alone would take a sign.
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

fn masked_v4(address: Ipv4Addr, prefix: u8) -> Ipv4Addr {
    let host_bits = 32_u32.saturating_sub(prefix.into());
    // A shift by all 32 bits overflows: then nothing of the address is left.
    let mask = u32::MAX.checked_shl(host_bits).unwrap_or(0);
    Ipv4Addr::from_bits(address.to_bits() & mask)
}

pub(super) fn masked_v6(address: Ipv6Addr, prefix: u8) -> Ipv6Addr {
    let host_bits = 128_u32.saturating_sub(prefix.into());
    let mask = u128::MAX.checked_shl(host_bits).unwrap_or(0);
    Ipv6Addr::from_bits(address.to_bits() & mask)
}

impl fmt::Display for IpNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl FromStr for IpNet {
    type Err = IpNetError;

    fn from_str(text: &str) -> Result<Self, IpNetError> {
        Self::parse(text)
    }
}

/// Why a configured text is no network, and how to write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IpNetError {
    text: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    Address,
    /// With the longest prefix of the address's family.
    Prefix(u8),
    /// With the network that was probably meant.
    Bits(IpNet),
}

impl fmt::Display for IpNetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, fault } = self;
        write!(f, "network `{text}` ")?;
        match fault {
            Fault::Address => {
                f.write_str("must be an IP address, with a prefix or alone, as in `10.0.0.0/8`")
            }
            Fault::Prefix(bits) => write!(f, "must have a prefix between 0 and {bits}"),
            Fault::Bits(net) => write!(f, "has bits beyond its prefix: write `{net}`"),
        }
    }
}

impl Error for IpNetError {}

#[cfg(test)]
mod tests {
    use super::super::super::garbage;
    use super::*;

    #[test]
    fn a_network_contains_what_its_prefix_covers() {
        let net = |text| IpNet::parse(text).unwrap();
        let has = |text, ip: &str| net(text).contains(ip.parse().unwrap());
        assert!(has("192.0.2.0/25", "192.0.2.127") && !has("192.0.2.0/25", "192.0.2.128"));
        assert!(has("192.0.2.1", "192.0.2.1") && !has("192.0.2.1", "192.0.2.0"));
        assert!(
            has("2001:db8::/33", "2001:db8:7fff::") && !has("2001:db8::/33", "2001:db8:8000::")
        );
        assert!(has("0.0.0.0/0", "255.1.2.3") && !has("0.0.0.0/0", "::1"));
        assert!(has("::/0", "::1") && !has("::/0", "::ffff:1.2.3.4"));
        assert_eq!(net("::ffff:10.0.0.0/104"), net("10.0.0.0/8"));
        assert_eq!(net("10.0.0.0/8").to_string(), "10.0.0.0/8");
        assert_eq!(net("::1").to_string(), "::1/128");
    }

    #[test]
    fn network_errors_say_how_to_write_it() {
        let error = |text| IpNet::parse(text).unwrap_err().to_string();
        for text in ["", "/8", "10.0.0/8", "localhost", "10.0.0.1:80", "[::1]/8"] {
            assert!(error(text).contains("must be an IP address"), "{text}");
        }
        for text in [
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "10.0.0.0/+8",
            "10.0.0.0/8/8",
            "10.0.0.0/256",
        ] {
            assert!(error(text).ends_with("between 0 and 32"), "{text}");
        }
        assert!(error("::/129").ends_with("between 0 and 128"));
        assert!(error("2001:db8::1/32").ends_with("write `2001:db8::/32`"));
    }

    #[test]
    fn garbage_never_panics() {
        for text in garbage::texts(20_000) {
            let _ = IpNet::parse(&text);
        }
    }
}
