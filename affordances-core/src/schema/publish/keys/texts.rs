//! Keys that are texts, but not any text: schemars says nothing of them, so the
//! type is asked for the kinds that there are.

use serde_json::{Value, json};

/// The `propertyNames` of a map, by what its type says of keys; `None` where it
/// reads any text, or where nothing known describes the texts that it reads.
pub(super) fn names(ask: impl Fn(&str) -> Result<(), String>) -> Option<Value> {
    let error = ask("key").err()?;
    let reads_all = |keys: &[&str]| keys.iter().all(|key| ask(key).is_ok());
    let variants = variants(&error);
    if !variants.is_empty() && reads_all(&variants) {
        return Some(json!({ "enum": variants }));
    }
    if reads_all(&["true", "false"]) {
        return Some(json!({ "enum": ["true", "false"] }));
    }
    if reads_all(&["k", "é", "0", " "]) {
        return Some(json!({ "minLength": 1, "maxLength": 1 }));
    }
    let of_format = [
        ("uuid", "67e55044-10b1-426f-9247-bb680e5fe0c8"),
        ("ipv4", "192.0.2.1"),
        ("ipv6", "2001:db8::1"),
        ("date", "2024-02-29"),
        ("date-time", "2024-02-29T12:30:00Z"),
        ("uri", "https://shop.example/"),
    ];
    let (format, _) = of_format.into_iter().find(|(_, key)| ask(key).is_ok())?;
    Some(json!({ "format": format }))
}

/// The names in serde's "unknown variant `key`, expected one of `a`, `b`": its
/// own words, so what they seem to say is asked again.
fn variants(error: &str) -> Vec<&str> {
    let Some((_, expected)) = error.split_once("unknown variant `key`, expected ") else {
        return Vec::new();
    };
    expected.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Two {
        A,
        #[serde(rename = "b c")]
        B,
    }

    #[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum One {
        #[serde(rename = "a`b")]
        A,
    }

    fn of<K: for<'de> Deserialize<'de> + Ord>() -> Option<Value> {
        names(|key| {
            let map = serde_json::from_value::<BTreeMap<K, u8>>(json!({ key: 0 }));
            map.map(drop).map_err(|error| error.to_string())
        })
    }

    #[test]
    fn the_texts_that_a_key_is_read_from_are_found() {
        assert_eq!(of::<Two>(), Some(json!({ "enum": ["A", "b c"] })));
        assert_eq!(of::<One>(), None);
        assert_eq!(of::<bool>(), Some(json!({ "enum": ["true", "false"] })));
        assert_eq!(
            of::<char>(),
            Some(json!({ "minLength": 1, "maxLength": 1 }))
        );
        assert_eq!(
            of::<std::net::Ipv6Addr>(),
            Some(json!({ "format": "ipv6" }))
        );
        assert_eq!(of::<String>(), None);
    }
}
