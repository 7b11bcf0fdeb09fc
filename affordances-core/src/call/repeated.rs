//! Finds a member that stands twice in one JSON object: what a tagged enum
//! writes whose variant has a field of the tag's name. No schema can say so, and
//! each reader takes another of the two.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Whether each object of a JSON document has each member once.
///
/// # Errors
///
/// Names the member; or says why the text is no JSON.
pub(crate) fn check(json: &[u8]) -> Result<(), serde_json::Error> {
    serde_json::from_slice::<Unrepeated>(json).map(|Unrepeated| ())
}

struct Unrepeated;

impl<'de> Deserialize<'de> for Unrepeated {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Unrepeated;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unrepeated, A::Error> {
        let mut seen = HashSet::new();
        while let Some((name, Unrepeated)) = map.next_entry::<String, _>()? {
            if let Some(name) = seen.replace(name) {
                return Err(Error::custom(format_args!(
                    "the member `{name}` is written twice"
                )));
            }
        }
        Ok(Unrepeated)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Unrepeated, A::Error> {
        while items.next_element::<Unrepeated>()?.is_some() {}
        Ok(Unrepeated)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_unit<E>(self) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_written_twice_is_named() {
        let fault = |json: &str| check(json.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(
            fault(r#"{"a":[null,true,-1,1,1.5,"a",{"a":{}}],"b":{"a":1}}"#),
            Ok(())
        );
        for json in [
            r#"{"kind":1,"kind":2}"#,
            r#"[{"a":{"kind":1,"b":2,"kind":1}}]"#,
        ] {
            assert!(fault(json).unwrap_err().contains("`kind` is written twice"));
        }
    }
}
