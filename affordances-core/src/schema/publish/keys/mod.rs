//! Maps by their keys: JSON's names are texts, so the schema says which texts
//! the key's type reads. The type is asked, with keys of each kind.

use std::collections::HashSet;

use serde_json::Value;

use self::integers::{SIGNED, UNSIGNED};
use super::{Reads, places};
use crate::schema::Direction;
use crate::schema::validate::{SchemaFault, Validator};

mod integers;
mod texts;

/// Says in a document which keys its maps have.
///
/// # Errors
///
/// Of a map whose keys no schema can describe; and what the document's own
/// validator says.
pub(super) fn settle(document: &mut Value, reads: Reads<'_>) -> Result<(), Vec<SchemaFault>> {
    let mut done = HashSet::new();
    // Anew each time: what is settled changes the places within.
    while let Some(map) = maps(document)
        .into_iter()
        .find(|map| !done.contains(&map.at))
    {
        done.insert(map.at.clone());
        let validator = Validator::new(document, Direction::Input)?;
        let ask = |key: &str| match validator.sample_with_member(&map.at, key, &Value::Null) {
            Some(sample) => reads(&sample),
            None => Err(String::new()),
        };
        let Some(schema) = document.pointer_mut(&map.at).and_then(Value::as_object_mut) else {
            continue;
        };
        match map.integers {
            Some(pattern) => {
                // A key type of the app's own may read these texts as they are.
                if ask("007").is_ok() {
                    continue;
                }
                let exact = integers::exact(pattern, |key| ask(key).is_ok());
                let exact = exact.ok_or_else(|| vec![SchemaFault::new(&map.at, NO_INTEGERS)])?;
                let patterns = schema
                    .get_mut("patternProperties")
                    .and_then(Value::as_object_mut);
                if let Some(patterns) = patterns
                    && let Some(values) = patterns.remove(pattern)
                {
                    patterns.insert(exact, values);
                }
            }
            None => {
                if let Some(names) = texts::names(ask) {
                    schema.insert("propertyNames".to_owned(), names);
                }
            }
        }
    }
    Ok(())
}

const NO_INTEGERS: &str = "is a map of whose keys its type reads none that the schema allows: \
                           inside a flattened, untagged or tagged type, serde reads no integers \
                           as keys; take `String` keys, or a list of pairs";

struct Map {
    at: String,
    /// The pattern of its keys, where these are integers.
    integers: Option<&'static str>,
}

/// The maps whose keys are not given, those around before those within.
fn maps(document: &Value) -> Vec<Map> {
    let mut found = Vec::new();
    places::visit(document, &mut |at, value| {
        let patterns = value.get("patternProperties").and_then(Value::as_object);
        let has = |pattern: &&str| patterns.is_some_and(|known| known.contains_key(*pattern));
        let integers = [SIGNED, UNSIGNED].into_iter().find(has);
        let rest = value.get("additionalProperties");
        let is_open = matches!(rest, Some(Value::Object(_) | Value::Bool(true)));
        if integers.is_some() || (is_open && value.get("propertyNames").is_none()) {
            found.push(Map {
                at: at.to_owned(),
                integers,
            });
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use serde_json::json;
    use std::collections::BTreeMap;
    use std::num::NonZeroU16;

    /// The published schema says of each key what serde says.
    fn agrees<K: DeserializeOwned + Ord>(pattern: &str, keys: &[&str]) {
        let mut document = json!({ "type": "object", "patternProperties": { pattern: { "type": "string" } }, "additionalProperties": false });
        let reads = |value: &Value| {
            serde_json::from_value::<BTreeMap<K, String>>(value.clone())
                .map(drop)
                .map_err(|e| e.to_string())
        };
        settle(&mut document, &reads).unwrap();
        let validator = Validator::new(&document, Direction::Input).unwrap();
        for key in keys {
            let value = json!({ *key: "" });
            assert_eq!(
                validator.fits(&value),
                reads(&value).is_ok(),
                "{key} {document}"
            );
        }
    }

    #[test]
    fn integer_keys_are_judged_as_serde_judges_them() {
        let keys = [
            "0",
            "-0",
            "1",
            "-1",
            "01",
            "+1",
            "1.0",
            "1e1",
            "",
            "a",
            " 1",
            "127",
            "128",
            "-128",
            "-129",
            "255",
            "256",
            "32767",
            "32768",
            "-32768",
            "-32769",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "4294967295",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "18446744073709551615",
            "18446744073709551616",
        ];
        agrees::<u8>(UNSIGNED, &keys);
        agrees::<u16>(UNSIGNED, &keys);
        agrees::<u32>(UNSIGNED, &keys);
        agrees::<u64>(UNSIGNED, &keys);
        agrees::<usize>(UNSIGNED, &keys);
        agrees::<u128>(UNSIGNED, &keys);
        agrees::<NonZeroU16>(UNSIGNED, &keys);
        agrees::<i8>(SIGNED, &keys);
        agrees::<i16>(SIGNED, &keys);
        agrees::<i32>(SIGNED, &keys);
        agrees::<i64>(SIGNED, &keys);
        // serde_json reads `-0` for this one alone.
        agrees::<i128>(SIGNED, &keys[2..]);
        agrees::<String>(UNSIGNED, &["007", "1", "0"]);
    }
}
