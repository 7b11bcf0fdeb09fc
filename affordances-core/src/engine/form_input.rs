//! A form's texts as the typed input that the action's schema describes.
//!
//! Only what the schema calls a number, a truth value or a list is converted;
//! what cannot be converted stays a text, and the schema says what is wrong.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

/// How far `$ref`s and combinators are followed: a schema may be recursive.
const DEEPEST: usize = 16;

/// The input that the fields stand for.
pub(crate) fn typed(schema: &Value, fields: &[(String, String)]) -> Value {
    let mut shape = Shape::default();
    shape.collect(schema, schema, fields, 0);
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in fields {
        by_name.entry(name).or_default().push(text);
    }
    let value = |(name, texts): (&str, Vec<&str>)| {
        let value = shape.value(schema, name, &texts)?;
        Some((name.to_owned(), value))
    };
    by_name
        .into_iter()
        .filter_map(value)
        .collect::<Map<_, _>>()
        .into()
}

/// The members of an object schema, those of its parts included.
#[derive(Default)]
struct Shape<'s> {
    properties: Vec<(&'s str, &'s Value)>,
    required: Vec<&'s str>,
}

impl<'s> Shape<'s> {
    fn collect(
        &mut self,
        root: &'s Value,
        schema: &'s Value,
        fields: &[(String, String)],
        depth: usize,
    ) {
        if depth > DEEPEST {
            return;
        }
        if let Some(target) = target_of(root, schema) {
            self.collect(root, target, fields, depth + 1);
        }
        for (name, property) in members(schema, "properties") {
            self.properties.push((name, property));
        }
        self.required
            .extend(items(schema, "required").filter_map(Value::as_str));
        for part in items(schema, "allOf") {
            self.collect(root, part, fields, depth + 1);
        }
        for alternatives in ["oneOf", "anyOf"] {
            let meant = items(schema, alternatives).filter(|variant| {
                let variant = target_of(root, variant).unwrap_or(variant);
                is_meant(variant, fields)
            });
            for variant in meant {
                self.collect(root, variant, fields, depth + 1);
            }
        }
    }

    fn value(&self, root: &Value, name: &str, texts: &[&str]) -> Option<Value> {
        let empty = texts.iter().all(|text| text.is_empty());
        let Some((_, schema)) = self.properties.iter().find(|(known, _)| *known == name) else {
            // An empty field of another variant of the form says nothing.
            return (!empty).then(|| texts[0].into());
        };
        if has_type(root, schema, "array", 0) {
            let item = schema.get("items").unwrap_or(&Value::Null);
            let filled = texts.iter().filter(|text| !text.is_empty());
            return Some(filled.map(|text| scalar(root, item, text)).collect());
        }
        // A field left empty is one that was not filled in.
        if empty && !self.required.contains(&name) {
            return None;
        }
        match texts {
            [text] => Some(scalar(root, schema, text)),
            texts => Some(
                texts
                    .iter()
                    .map(|text| scalar(root, schema, text))
                    .collect(),
            ),
        }
    }
}

/// Whether the fields do not contradict a variant's tag.
fn is_meant(variant: &Value, fields: &[(String, String)]) -> bool {
    members(variant, "properties").all(|(name, property)| {
        let Some(tag) = property.get("const").and_then(Value::as_str) else {
            return true;
        };
        fields
            .iter()
            .find(|(field, _)| field == name)
            .is_none_or(|(_, text)| text == tag)
    })
}

/// One text, as what the schema calls it.
fn scalar(root: &Value, schema: &Value, text: &str) -> Value {
    let is = |json_type| has_type(root, schema, json_type, 0);
    let trimmed = text.trim();
    if is("string") {
        return text.into();
    }
    if (is("integer") || is("number"))
        && let Ok(number) = trimmed.parse::<Number>()
    {
        return Value::Number(number);
    }
    if is("boolean") {
        match trimmed {
            "true" | "on" => return true.into(),
            "false" | "off" => return false.into(),
            _ => {}
        }
    }
    text.into()
}

fn has_type(root: &Value, schema: &Value, json_type: &str, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let own = match schema.get("type") {
        Some(Value::String(only)) => only == json_type,
        Some(Value::Array(types)) => types.iter().any(|t| t == json_type),
        _ => match schema.get("const").or_else(|| schema.get("enum")?.get(0)) {
            Some(value) => json_type == "string" && value.is_string(),
            None => false,
        },
    };
    own || target_of(root, schema).is_some_and(|s| has_type(root, s, json_type, depth + 1))
        || ["oneOf", "anyOf", "allOf"]
            .iter()
            .flat_map(|combinator| items(schema, combinator))
            .any(|part| has_type(root, part, json_type, depth + 1))
}

/// Where a local `$ref` points.
fn target_of<'s>(root: &'s Value, schema: &Value) -> Option<&'s Value> {
    root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
}

fn items<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = &'s Value> + use<'s> {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn members<'s>(
    schema: &'s Value,
    keyword: &str,
) -> impl Iterator<Item = (&'s str, &'s Value)> + use<'s> {
    let members = schema
        .get(keyword)
        .and_then(Value::as_object)
        .into_iter()
        .flatten();
    members.map(|(name, value)| (name.as_str(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn form(schema: &Value, fields: &[(&str, &str)]) -> Value {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        typed(schema, &fields)
    }

    #[test]
    fn text_becomes_what_the_schema_calls_it() {
        let schema = json!({ "type": "object", "required": ["sku"], "properties": {
            "sku": { "type": "string" }, "quantity": { "type": "integer" },
            "price": { "type": ["number", "null"] }, "gift": { "type": "boolean" },
            "tags": { "type": ["array", "null"], "items": { "type": "string" } } } });
        assert_eq!(
            form(
                &schema,
                &[
                    ("sku", "007"),
                    ("quantity", " 3 "),
                    ("price", "1.5"),
                    ("gift", "on"),
                    ("tags", "a"),
                    ("tags", "b")
                ]
            ),
            json!({ "sku": "007", "quantity": 3, "price": 1.5, "gift": true, "tags": ["a", "b"] })
        );
        assert_eq!(
            form(
                &schema,
                &[("sku", ""), ("quantity", ""), ("price", ""), ("tags", "")]
            ),
            json!({ "sku": "", "tags": [] })
        );
        assert_eq!(
            form(&schema, &[("quantity", "three")]),
            json!({ "quantity": "three" })
        );
        assert_eq!(form(&schema, &[("other", "x")]), json!({ "other": "x" }));
    }

    #[test]
    fn the_fields_of_another_variant_are_left_out_when_empty() {
        let schema = json!({ "oneOf": [
            { "type": "object", "required": ["kind", "code"], "properties": {
                "kind": { "const": "percent" }, "code": { "type": "string" } } },
            { "$ref": "#/$defs/card" } ],
            "$defs": { "card": { "type": "object", "required": ["kind", "number"], "properties": {
                "kind": { "const": "giftCard" }, "number": { "type": "string" } } } } });
        assert_eq!(
            form(
                &schema,
                &[("kind", "percent"), ("code", "WELCOME10"), ("number", "")]
            ),
            json!({ "kind": "percent", "code": "WELCOME10" })
        );
        assert_eq!(
            form(
                &schema,
                &[
                    ("kind", "giftCard"),
                    ("code", ""),
                    ("number", "4000123412341234")
                ]
            ),
            json!({ "kind": "giftCard", "number": "4000123412341234" })
        );
    }
}
