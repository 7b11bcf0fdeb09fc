//! The names of definitions: the same whatever order the types come in, and
//! each of two types of one name has its own.
//!
//! schemars numbers types of one name in the order in which it meets them. Such
//! names get a part that is made from the definition itself instead.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Gives every definition of a document its lasting name.
pub(super) fn settle(document: &mut Value) {
    let Some(definitions) = document.get("$defs").and_then(Value::as_object) else {
        return;
    };
    let marks = marks(definitions);
    let names = lasting_names(definitions, &marks);
    if names.iter().all(|(old, new)| old == new) {
        return;
    }
    let Some(Value::Object(definitions)) = document
        .as_object_mut()
        .and_then(|root| root.remove("$defs"))
    else {
        return;
    };
    let renamed: Map<String, Value> = definitions
        .into_iter()
        .map(|(name, definition)| (names.get(&name).cloned().unwrap_or(name), definition))
        .collect();
    document["$defs"] = Value::Object(renamed);
    rewrite(document, &names);
}

fn lasting_names(
    definitions: &Map<String, Value>,
    marks: &BTreeMap<&str, u64>,
) -> BTreeMap<String, String> {
    let mut by_plain_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in definitions.keys() {
        let plain = sanitised(unnumbered(name, definitions));
        by_plain_name.entry(plain).or_default().push(name);
    }
    let mut names = BTreeMap::new();
    for (plain, group) in by_plain_name {
        let mark = |name: &&str| marks.get(*name).copied().unwrap_or_default();
        let are_one = group.iter().all(|name| mark(name) == mark(&group[0]));
        for name in group {
            let lasting = if are_one {
                plain.clone()
            } else {
                format!("{plain}-{:08x}", mark(&name) >> 32)
            };
            names.insert(name.to_owned(), lasting);
        }
    }
    names
}

/// The name without the number that schemars gives the second and further
/// types of one name.
fn unnumbered<'n>(name: &'n str, definitions: &Map<String, Value>) -> &'n str {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[plain.len()..].parse::<usize>();
    let before = |number: usize| match number {
        1 => definitions.contains_key(plain),
        number => definitions.contains_key(&format!("{plain}{number}")),
    };
    match number {
        Ok(number)
            if number >= 2 && !name[plain.len()..].starts_with('0') && (1..number).all(before) =>
        {
            plain
        }
        _ => name,
    }
}

/// Only what needs no escaping in a `$ref` and passes where clients are strict.
fn sanitised(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '_'
        }
    };
    name.chars().map(plain).collect()
}

/// A number for each definition, made from all that it says and refers to.
fn marks(definitions: &Map<String, Value>) -> BTreeMap<&str, u64> {
    let mut marks: BTreeMap<&str, u64> =
        definitions.keys().map(|name| (name.as_str(), 0)).collect();
    // After as many rounds as there are definitions, what each leads to has told.
    for _ in 0..definitions.len() {
        marks = definitions
            .iter()
            .map(|(name, definition)| {
                let mut mark = Mark::default();
                mark.value(definition, &marks);
                (name.as_str(), mark.0)
            })
            .collect();
    }
    marks
}

/// FNV-1a, 64 bits: the same on every machine and with every compiler.
struct Mark(u64);

impl Default for Mark {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Mark {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.0 = (self.0 ^ 0xff).wrapping_mul(0x0100_0000_01b3);
    }

    fn value(&mut self, value: &Value, marks: &BTreeMap<&str, u64>) {
        match value {
            Value::Object(members) => {
                self.bytes(b"{");
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                for (name, member) in members {
                    self.bytes(name.as_bytes());
                    match definition_of(name, member).and_then(|name| marks.get(name.as_str())) {
                        Some(mark) => self.bytes(&mark.to_be_bytes()),
                        None => self.value(member, marks),
                    }
                }
                self.bytes(b"}");
            }
            Value::Array(items) => {
                self.bytes(b"[");
                items.iter().for_each(|item| self.value(item, marks));
                self.bytes(b"]");
            }
            other => self.bytes(other.to_string().as_bytes()),
        }
    }
}

/// The definition that a `$ref` names.
fn definition_of(keyword: &str, value: &Value) -> Option<String> {
    let name = value
        .as_str()
        .filter(|_| keyword == "$ref")?
        .strip_prefix("#/$defs/")?;
    let name = percent_encoding::percent_decode_str(name)
        .decode_utf8()
        .ok()?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

fn rewrite(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            for (keyword, member) in members.iter_mut() {
                match definition_of(keyword, member).and_then(|name| names.get(&name)) {
                    Some(name) => *member = format!("#/$defs/{name}").into(),
                    None => rewrite(member, names),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rewrite(item, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settled(mut document: Value) -> Value {
        settle(&mut document);
        document
    }

    #[test]
    fn names_do_not_depend_on_the_order_of_types() {
        let of = |first: &str, second: &str| {
            settled(
                json!({ "properties": { "a": { "$ref": first }, "b": { "$ref": second } },
                "$defs": { first.trim_start_matches("#/$defs/"): { "type": "string" }, second.trim_start_matches("#/$defs/"): { "type": "integer" } } }),
            )
        };
        let one = of("#/$defs/Input", "#/$defs/Input2");
        assert_eq!(one, of("#/$defs/Input2", "#/$defs/Input"));
        let names: Vec<_> = one["$defs"].as_object().unwrap().keys().collect();
        assert!(
            names
                .iter()
                .all(|name| name.starts_with("Input-") && name.len() == 14),
            "{names:?}"
        );
        assert_ne!(one["properties"]["a"], one["properties"]["b"]);
    }

    #[test]
    fn a_name_tells_of_what_a_definition_leads_to() {
        // Both lists look alike but for what they refer to.
        let list =
            |of: &str| json!({ "type": "array", "items": { "$ref": format!("#/$defs/{of}") } });
        let document = settled(
            json!({ "$defs": { "List": list("A"), "List2": list("B"), "A": { "type": "string" }, "B": { "type": "null" } } }),
        );
        assert_eq!(document["$defs"].as_object().unwrap().len(), 4);
        // These are the same.
        let document = settled(
            json!({ "$ref": "#/$defs/List2", "$defs": { "List": list("A"), "List2": list("A"), "A": {} } }),
        );
        assert_eq!(document["$ref"], "#/$defs/List");
        assert_eq!(document["$defs"].as_object().unwrap().len(), 2);
    }

    #[test]
    fn p_b12_names_are_plain() {
        let document = settled(
            json!({ "$ref": "#/$defs/Page%3CUser%3E", "$defs": { "Page<User>": { "$ref": "#/$defs/a~1b" }, "a/b": {} } }),
        );
        assert_eq!(
            document,
            json!({ "$ref": "#/$defs/Page_User_", "$defs": { "Page_User_": { "$ref": "#/$defs/a_b" }, "a_b": {} } })
        );
    }

    #[test]
    fn a_number_of_ones_own_stays() {
        let document = json!({ "$defs": { "Base64": {}, "Line2": {}, "V0": {}, "V": {} } });
        assert_eq!(settled(document.clone()), document);
    }
}
