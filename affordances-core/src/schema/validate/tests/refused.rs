//! Schemas that are refused, and why.

use serde_json::{Value, json};

use super::validator;
use crate::schema::validate::{Direction, Validator};

#[track_caller]
fn refused(schema: &Value, expected: &[&str]) {
    let faults = Validator::new(schema, Direction::Input).unwrap_err();
    let found: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn what_cannot_be_enforced_is_refused_at_its_place() {
    refused(
        &json!({ "properties": { "a/b": { "minLenght": 3 } } }),
        &["`/properties/a~1b/minLenght` is no keyword; did you mean `minLength`?"],
    );
    refused(
        &json!({ "x-note": 1, "kind": 1 }),
        &["`/kind` is no keyword; a note of your own starts with `x-`"],
    );
    refused(
        &json!({ "format": "postcode" }),
        &["`/format` is `postcode`, which cannot be enforced; take one of date,"],
    );
    assert!(Validator::new(&json!({ "format": "postcode" }), Direction::Output).is_ok());
    refused(
        &json!({ "pattern": "^(?=a)", "minimum": "1" }),
        &["`/minimum` must be a number", "`/pattern` looks around"],
    );
    refused(
        &json!({ "patternProperties": { "(": true } }),
        &["`/patternProperties` the pattern `(` has a `(` that is never closed"],
    );
    refused(
        &json!({ "$ref": "https://a.example" }),
        &["`/$ref` must be a pointer into this document"],
    );
    refused(
        &json!({ "$ref": "#/$defs/gone" }),
        &["`/$ref` must be a pointer into this document"],
    );
    refused(&json!({ "items": [{}] }), &["`/items` is no schema"]);
    refused(
        &json!({ "$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {} }),
        &[
            "`/dependencies` is not enforced: write `dependentRequired`",
            "`/$schema` must be",
        ],
    );
    refused(&json!(7), &["the schema is no schema"]);
}

#[test]
fn what_never_ends_is_refused() {
    refused(
        &json!({ "$ref": "#" }),
        &["the schema refers to itself for the same value"],
    );
    let circle = json!({ "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "anyOf": [{ "$ref": "#/$defs/a" }, { "type": "null" }] } } });
    refused(&circle, &["`/$defs/a` refers to itself for the same value"]);
    let list = json!({ "$defs": { "list": { "properties": { "next": { "anyOf": [{ "$ref": "#/$defs/list" }, { "type": "null" }] } } } }, "$ref": "#/$defs/list" });
    assert!(validator(&list).fits(&json!({ "next": { "next": null } })));
}

#[test]
fn untagged_recursion_is_refused_where_it_doubles_and_tagged_recursion_is_linear() {
    let object = |of: &str| json!({ "type": "object", "properties": { of: { "$ref": "#" } }, "required": [of] });
    refused(
        &json!({ "anyOf": [object("a"), object("b")] }),
        &["untagged choice of which two alternatives lead back to it"],
    );
    assert!(
        Validator::new(
            &json!({ "anyOf": [object("a"), { "type": "string" }] }),
            Direction::Input
        )
        .is_ok()
    );

    // Two alternatives that no tag tells apart, within each other.
    let schema = json!({ "oneOf": [object("a"), { "allOf": [object("a")], "required": ["c"] }, { "type": "null" }] });
    let mut deep = json!("neither");
    for _ in 0..60 {
        deep = json!({ "a": deep });
    }
    let began = std::time::Instant::now();
    assert!(!validator(&schema).fits(&deep));
    assert!(!validator(&schema).issues(&deep).is_empty());
    assert!(began.elapsed().as_secs() < 2);
}
