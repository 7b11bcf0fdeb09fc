//! Formats: the ones that are enforced, each as the RFC that JSON Schema names
//! for it says.

use std::net::{Ipv4Addr, Ipv6Addr};

use self::time::{date, date_time, duration, local_date_time, local_time, time};

mod time;

/// Whether a text has a format.
pub(super) type Format = fn(&str) -> bool;

/// Those of the specification, and the two for dates without an offset that
/// schemars writes for chrono and jiff.
const ENFORCED: &[(&str, Format)] = &[
    ("date", date),
    ("date-time", date_time),
    ("duration", duration),
    ("email", email),
    ("hostname", hostname),
    ("ipv4", ipv4),
    ("ipv6", ipv6),
    ("iri", |text| fluent_uri::Iri::parse(text).is_ok()),
    ("iri-reference", |text| {
        fluent_uri::IriRef::parse(text).is_ok()
    }),
    ("json-pointer", json_pointer),
    ("partial-date-time", local_date_time),
    ("partial-time", local_time),
    ("regex", |text| super::pattern::translate(text).is_ok()),
    ("relative-json-pointer", relative_json_pointer),
    ("time", time),
    ("uri", |text| fluent_uri::Uri::parse(text).is_ok()),
    ("uri-reference", |text| {
        fluent_uri::UriRef::parse(text).is_ok()
    }),
    ("uuid", uuid),
];

/// Those that schemars gives to numbers: their types' bounds say more.
const OF_NUMBERS: &[&str] = &[
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double",
];

/// Finds a format by its name: `Some(None)` is one that says nothing about
/// texts.
pub(super) fn find(name: &str) -> Option<Option<Format>> {
    if OF_NUMBERS.contains(&name) {
        return Some(None);
    }
    let found = ENFORCED.iter().find(|(known, _)| *known == name);
    found.map(|(_, format)| Some(*format))
}

/// The names of all that can be enforced.
pub(super) fn names() -> String {
    let names: Vec<_> = ENFORCED.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

fn ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// RFC 9562: 8-4-4-4-12 hexadecimal digits.
fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(n, byte)| match n {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// RFC 1123: labels of letters, digits and inner hyphens.
fn hostname(text: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= 253 && text.split('.').all(label)
}

/// RFC 5321, section 4.1.2: a mailbox.
fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let local_fits = match local.strip_prefix('"').and_then(|l| l.strip_suffix('"')) {
        Some(quoted) => is_quoted(quoted),
        None => local
            .split('.')
            .all(|atom| !atom.is_empty() && atom.bytes().all(is_atext)),
    };
    let domain_fits = match domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')) {
        Some(literal) => match literal.strip_prefix("IPv6:") {
            Some(address) => ipv6(address),
            None => ipv4(literal),
        },
        None => hostname(domain),
    };
    local.len() <= 64 && local_fits && domain_fits
}

/// RFC 5322, section 3.2.3.
fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// What may stand between the quotes of a local part.
fn is_quoted(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'\\' => bytes
                .next()
                .is_some_and(|next| (b' '..=b'~').contains(&next)),
            b'"' => false,
            other => (b' '..=b'~').contains(&other),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// RFC 6901.
fn json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text
            .split('~')
            .skip(1)
            .all(|after| after.starts_with(['0', '1']))
}

/// An integer without leading zeros, then a pointer or `#`.
fn relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (up, rest) = text.split_at(digits);
    !up.is_empty() && (up == "0" || !up.starts_with('0')) && (rest == "#" || json_pointer(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn accepts(name: &str, sound: &[&str], broken: &[&str]) {
        let format = find(name).unwrap().unwrap();
        for text in sound {
            assert!(format(text), "{name} {text}");
        }
        for text in broken {
            assert!(!format(text), "{name} {text}");
        }
    }

    #[test]
    fn a_uuid_has_its_hyphens() {
        let uuid = "2EB8AA08-aa98-11ea-b4aa-73b441d16380";
        accepts("uuid", &[uuid], &[&uuid.replace('-', ""), &uuid[1..], "é"]);
    }

    #[test]
    fn an_email_is_a_mailbox() {
        accepts(
            "email",
            &[
                "joe@shop.example",
                "a.b+c@x",
                "\"joe \\\" @\"@x.example",
                "j@[127.0.0.1]",
                "j@[IPv6:::1]",
            ],
            &[
                "",
                "joe",
                "@x",
                "joe@",
                ".joe@x",
                "jo..e@x",
                "joe@-x",
                "a b@x",
                "j@[300.0.0.1]",
                "jö@x",
            ],
        );
    }

    #[test]
    fn addresses_are_those_that_the_standard_library_reads() {
        accepts("ipv4", &["127.0.0.1"], &["127.0.0.01", "127.1", "1.2.3.4 "]);
        accepts(
            "ipv6",
            &["::1", "::ffff:1.2.3.4"],
            &["::1%eth0", "1::2::3", "12345::"],
        );
    }

    #[test]
    fn pointers_are_escaped() {
        accepts(
            "json-pointer",
            &["", "/", "/a~0b~1c"],
            &["a", "/a~", "/~2", "#/a"],
        );
        accepts(
            "relative-json-pointer",
            &["0", "1/a", "10#"],
            &["", "01", "-1", "/a", "1#/a"],
        );
    }

    #[test]
    fn references_are_those_of_rfc_3986_and_3987() {
        accepts(
            "uri",
            &[
                "https://a.example/ä".replace('ä', "%C3%A4").as_str(),
                "urn:a:b",
            ],
            &["/a", "a b:c", "http://ä"],
        );
        accepts("uri-reference", &["/a?b#c", ""], &["a\\b", "%zz"]);
        accepts("iri", &["https://ä.example/ä"], &["/ä"]);
    }

    #[test]
    fn unknown_formats_are_not_found() {
        assert!(find("postcode").is_none() && find("zoned-date-time").is_none());
        assert!(find("uint8").is_some_and(|format| format.is_none()));
    }
}
