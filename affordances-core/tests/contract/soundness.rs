//! What is not called breaking breaks nothing: every pair of a pool of schemas,
//! against a pool of values.

use affordances_core::contract::Severity;
use affordances_core::schema::{Direction, Validator};
use serde_json::{Value, json};

use crate::{closed, site};

/// Schemas that differ in one thing from each other, and in many. Their objects
/// let in no others than they name, so that validity is all there is to it.
fn schemas() -> Vec<Value> {
    let tagged = |tag: &str, most: u32| {
        closed(
            json!({ "kind": { "const": tag }, "n": { "type": "integer", "maximum": most } }),
            &["kind", "n"],
        )
    };
    let mut schemas = vec![
        json!(true),
        json!(false),
        json!({}),
        json!({ "type": "null" }),
        json!({ "type": "boolean" }),
        json!({ "const": true }),
        json!({ "type": "integer" }),
        json!({ "type": "number" }),
        json!({ "type": ["integer", "string"] }),
        json!({ "type": "integer", "minimum": 0, "maximum": 5 }),
        json!({ "type": "integer", "exclusiveMinimum": -1, "maximum": 5 }),
        json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 5.5 }),
        json!({ "type": "integer", "multipleOf": 2 }),
        json!({ "enum": [1, 2] }),
        json!({ "enum": [1, 2, "a", null] }),
        json!({ "enum": ["a", "abc"], "maxLength": 2 }),
        json!({ "type": "string" }),
        json!({ "type": "string", "minLength": 2 }),
        json!({ "type": "string", "maxLength": 2 }),
        json!({ "type": "string", "pattern": "^a" }),
        json!({ "type": "string", "pattern": "c$" }),
        json!({ "type": "string", "not": { "const": "a" } }),
        json!({ "not": { "type": "string" } }),
        json!({ "type": "array" }),
        json!({ "type": "array", "items": { "type": "integer" } }),
        json!({ "type": "array", "items": { "type": "integer" }, "maxItems": 1 }),
        json!({ "type": "array", "prefixItems": [{ "type": "integer" }, { "type": "string" }], "items": false }),
        json!({ "type": "array", "prefixItems": [{ "type": "integer" }], "items": { "type": "string" } }),
        json!({ "type": "array", "uniqueItems": true }),
        json!({ "type": "array", "contains": { "const": 1 } }),
        json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
        json!({ "type": "object", "additionalProperties": { "type": "integer" }, "minProperties": 1 }),
        json!({ "type": "object", "propertyNames": { "maxLength": 1 }, "additionalProperties": { "type": "integer" } }),
        json!({ "type": "object", "additionalProperties": { "type": "integer" }, "unevaluatedProperties": false }),
        json!({ "type": "object", "additionalProperties": { "type": "string" }, "unevaluatedProperties": false }),
        json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "unevaluatedProperties": false }),
        json!({ "type": "object", "patternProperties": { "^k": { "type": "string" } }, "additionalProperties": false }),
        json!({ "type": "object", "patternProperties": { "^k": { "const": "a" } }, "additionalProperties": false }),
        json!({ "type": "object", "patternProperties": { "^k": true }, "properties": { "n": true }, "additionalProperties": false }),
        closed(json!({}), &[]),
        closed(json!({ "n": { "type": "integer" } }), &[]),
        closed(json!({ "n": { "type": "integer" } }), &["n"]),
        closed(json!({ "n": { "type": "number" } }), &["n"]),
        closed(json!({ "n": true, "kind": { "type": "string" } }), &[]),
        tagged("a", 5),
        json!({ "oneOf": [tagged("a", 5), tagged("b", 1)] }),
        json!({ "oneOf": [tagged("b", 5), tagged("a", 1)] }),
        json!({ "oneOf": [tagged("a", 5), tagged("a", 1)] }),
        json!({ "anyOf": [tagged("a", 5), tagged("a", 1)] }),
        json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }),
        json!({ "oneOf": [{ "type": "integer", "maximum": 1 }, { "type": "string", "maxLength": 2 }] }),
        json!({ "anyOf": [{ "type": "integer", "maximum": 1 }, { "type": "integer", "minimum": 3 }] }),
        json!({ "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/N" }], "$defs": { "N": { "type": "integer", "minimum": 1 } } }),
        json!({ "allOf": [{ "minimum": 1 }, { "type": "integer" }, { "maximum": 2 }] }),
        json!({ "allOf": [closed(json!({ "n": true }), &[]), { "required": ["kind"] }] }),
    ];
    let tree = |label| {
        let node = closed(
            json!({ "n": label, "children": { "type": "array", "items": { "$ref": "#/$defs/T" } } }),
            &[],
        );
        json!({ "$ref": "#/$defs/T", "$defs": { "T": node } })
    };
    schemas.push(tree(json!({ "type": "integer" })));
    schemas.push(tree(json!({ "type": "integer", "maximum": 1 })));
    schemas
}

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(1),
        json!(2.0),
        json!(2.5),
        json!(5),
        json!(6),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("abc"),
        json!("bc"),
        json!([]),
        json!([1]),
        json!(["a"]),
        json!([1, 1]),
        json!([1, "a"]),
        json!([1, "a", "b"]),
        json!({}),
        json!({ "n": 1 }),
        json!({ "n": 1.5 }),
        json!({ "n": "a" }),
        json!({ "long": 1 }),
        json!({ "kind": "a" }),
        json!({ "kind": "b" }),
        json!({ "kind": "a", "n": 1 }),
        json!({ "kind": "a", "n": 4 }),
        json!({ "kind": "b", "n": 4 }),
        json!({ "children": [{ "n": 1 }] }),
        json!({ "children": [{ "n": 4 }] }),
        json!({ "children": [{ "children": [{ "n": 4 }, { "n": 1 }] }] }),
    ]
}

#[test]
fn what_is_not_called_breaking_breaks_nothing() {
    let values = values();
    let schemas = schemas();
    let fitting: Vec<Vec<bool>> = (schemas.iter())
        .map(|schema| {
            let validator = Validator::new(schema, Direction::Output).unwrap();
            values.iter().map(|value| validator.fits(value)).collect()
        })
        .collect();
    let (mut harmless, mut harmful) = (0, 0);
    for which in ["input", "output"] {
        let contracts: Vec<_> = (schemas.iter())
            .map(|schema| {
                site(|site| site["pages"]["cart"]["actions"]["add"][which] = schema.clone())
            })
            .collect();
        for (old, before) in contracts.iter().enumerate() {
            for (new, after) in contracts.iter().enumerate() {
                let changes = after.changes_since(before);
                if changes.severity() == Some(Severity::Breaking) {
                    harmful += 1;
                    continue;
                }
                harmless += 1;
                let (from, to) = match which {
                    "input" => (&fitting[old], &fitting[new]),
                    _ => (&fitting[new], &fitting[old]),
                };
                for (number, value) in values.iter().enumerate() {
                    assert!(
                        !from[number] || to[number],
                        "{which} {value}\nold {}\nnew {}\n{changes}",
                        schemas[old],
                        schemas[new],
                    );
                }
            }
        }
    }
    // Neither is everything called breaking, nor nothing.
    assert!(harmless > 250 && harmful > 1000, "{harmless} and {harmful}");
}
