//! Where issues point, what they say, and how much of it.

use serde_json::{Map, Value, json};

use super::validator;
use crate::schema::validate::issues::MOST;

#[track_caller]
fn has(schema: &Value, input: &Value, expected: &[(&str, &str)]) {
    let issues = validator(schema).issues(input);
    let found: Vec<_> = issues
        .iter()
        .map(|issue| (issue.path.as_str(), issue.message.as_str()))
        .collect();
    assert_eq!(found, expected, "{input}");
}

fn coupon() -> Value {
    json!({ "oneOf": [
        { "type": "object", "properties": { "kind": { "const": "percent" }, "code": { "type": "string" } },
          "required": ["kind", "code"], "additionalProperties": false },
        { "type": "object", "properties": { "kind": { "const": "giftCard" }, "number": { "type": "string" } },
          "required": ["kind", "number"], "additionalProperties": false },
    ]})
}

#[test]
fn a102_every_fault_has_its_place() {
    let schema = json!({ "type": "object", "required": ["sku"], "additionalProperties": false,
        "properties": { "sku": { "type": "string" }, "quantity": { "type": "integer", "minimum": 1 },
            "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 1, "uniqueItems": true } } });
    has(
        &schema,
        &json!({ "quantity": 0, "a/b~c": 1, "tags": ["a", 7, "a"] }),
        &[
            ("/sku", "is required"),
            ("/a~1b~0c", "is not a member of this input"),
            ("/quantity", "must be at least 1"),
            ("/tags", "must have at most 1 item"),
            ("/tags/1", "must be of type string"),
            ("/tags/2", "must not be there twice"),
        ],
    );
}

#[test]
fn a_tagged_enum_is_judged_by_the_variant_that_was_meant() {
    let one_of = r#"must be one of "percent", "giftCard""#;
    for schema in [coupon(), json!({ "anyOf": [coupon(), { "type": "null" }] })] {
        has(
            &schema,
            &json!({ "kind": "percent" }),
            &[("/code", "is required")],
        );
        let card = json!({ "kind": "giftCard", "number": 7, "code": "" });
        let faults = [
            ("/code", "is not a member of this input"),
            ("/number", "must be of type string"),
        ];
        has(&schema, &card, &faults);
        has(
            &schema,
            &json!({ "kind": "x", "code": 7 }),
            &[("/kind", one_of)],
        );
        has(&schema, &json!({ "kind": 7 }), &[("/kind", one_of)]);
        has(&schema, &json!({}), &[("/kind", "is required")]);
    }
    has(
        &coupon(),
        &json!("percent"),
        &[("", "must be of type object")],
    );
}

#[test]
fn an_externally_tagged_enum_is_judged_by_its_only_member() {
    let variant = |name: &str, of: Value| json!({ "type": "object", "properties": { name: of }, "required": [name], "additionalProperties": false });
    let schema = json!({ "oneOf": [
        { "type": "string", "enum": ["cash", "later"] },
        variant("card", json!({ "type": "object", "required": ["number"], "properties": { "number": { "type": "string" } } })),
        variant("points", json!({ "type": "integer" })),
    ] });
    has(
        &schema,
        &json!({ "card": {} }),
        &[("/card/number", "is required")],
    );
    has(
        &schema,
        &json!({ "points": "7" }),
        &[("/points", "must be of type integer")],
    );
    let member = r#"must have one member: one of "card", "points""#;
    for none in [
        json!({}),
        json!({ "cheque": 1 }),
        json!({ "card": {}, "points": 1 }),
    ] {
        has(&schema, &none, &[("", member)]);
    }
    has(
        &schema,
        &json!("card"),
        &[("", r#"must be one of "cash", "later""#)],
    );
    has(
        &schema,
        &json!(7),
        &[("", "must be of type string or object")],
    );
}

#[test]
fn an_untagged_enum_is_judged_by_the_nearest_shape() {
    let schema = json!({ "anyOf": [
        { "type": "object", "required": ["lat", "lon"], "properties": { "lat": { "type": "number" }, "lon": { "type": "number" } } },
        { "type": "object", "required": ["street"], "properties": { "street": { "type": "string", "minLength": 1 }, "zip": { "type": "string" } } },
        { "type": "array", "prefixItems": [{ "type": "number" }], "minItems": 2, "maxItems": 2 },
        { "type": "string", "format": "ipv4" },
        { "type": "string", "format": "ipv6" },
    ] });
    has(&schema, &json!({ "lat": 1 }), &[("/lon", "is required")]);
    has(
        &schema,
        &json!({ "street": "", "zip": 7 }),
        &[
            ("/street", "must have at least 1 character"),
            ("/zip", "must be of type string"),
        ],
    );
    has(
        &schema,
        &json!(["x"]),
        &[
            ("", "must have at least 2 items"),
            ("/0", "must be of type number"),
        ],
    );
    has(
        &schema,
        &json!("x"),
        &[("", "must be a valid ipv4, or must be a valid ipv6")],
    );
    has(
        &schema,
        &json!(7),
        &[("", "must be of type string or array or object")],
    );
    let alike = json!({ "anyOf": [
        { "type": "object", "required": ["a"] }, { "type": "object", "required": ["b"] } ] });
    has(&alike, &json!({}), &[("", "fits none of the alternatives")]);
}

#[test]
fn an_optional_object_is_judged_as_the_object() {
    let schema = json!({ "anyOf": [
        { "type": "object", "properties": { "zip": { "type": "string" } }, "required": ["zip"] },
        { "type": "null" } ] });
    has(&schema, &json!({}), &[("/zip", "is required")]);
    has(
        &schema,
        &json!(""),
        &[("", "must be of type null or object")],
    );
}

#[test]
fn names_and_what_is_left_over_are_judged_at_the_member() {
    let schema = json!({ "type": "object", "propertyNames": { "pattern": "^[a-z]+$" } });
    has(
        &schema,
        &json!({ "Ab": 1 }),
        &[(
            "/Ab",
            "has a name that is not allowed: it must match the pattern ^[a-z]+$",
        )],
    );
    let schema = json!({ "type": "object", "properties": { "a": true }, "unevaluatedProperties": false,
        "oneOf": [{ "properties": { "k": { "const": "x" }, "b": { "type": "string" } }, "required": ["k"] },
                  { "properties": { "k": { "const": "y" } }, "required": ["k"] }] });
    has(
        &schema,
        &json!({ "a": 1, "k": "y", "b": "" }),
        &[("/b", "is not a member of this input")],
    );
    has(
        &schema,
        &json!({ "a": 1, "k": "x", "b": 7 }),
        &[("/b", "must be of type string")],
    );
}

#[test]
fn the_issues_are_bounded_and_quote_nothing() {
    let schema = json!({ "type": "object", "additionalProperties": false });
    let mut many = Map::new();
    for n in 0..1000 {
        many.insert(format!("m{n}"), json!("canary"));
    }
    many.insert("x".repeat(10_000), json!(1));
    let issues = validator(&schema).issues(&many.into());
    assert_eq!(issues.len(), MOST);
    assert!(
        issues
            .iter()
            .all(|issue| issue.path.len() < 200 && !issue.message.contains("canary"))
    );

    let schema = json!({ "$defs": { "list": { "anyOf": [{ "type": "integer" }, { "type": "object", "additionalProperties": { "$ref": "#/$defs/list" } }] } }, "$ref": "#/$defs/list" });
    let mut deep = json!("canary");
    for _ in 0..60 {
        deep = json!({ "n".repeat(100): deep });
    }
    let issues = validator(&schema).issues(&deep);
    assert_eq!(issues.len(), 1);
    assert!(issues[0].path.len() <= 1024 && issues[0].path.starts_with("/nn"));

    for keyword in [
        json!({ "const": "sesame" }),
        json!({ "enum": ["open", "sesame"] }),
        json!({ "type": "integer" }),
        json!({ "pattern": "^a+$" }),
        json!({ "format": "email" }),
        json!({ "maxLength": 2 }),
        json!({ "not": { "type": "string" } }),
        json!({ "anyOf": [{ "type": "string", "maxLength": 1 }, { "type": "string", "pattern": "^b" }] }),
    ] {
        let issues = validator(&keyword).issues(&json!("canary"));
        assert!(
            !issues.is_empty() && issues.iter().all(|issue| !issue.message.contains("canary")),
            "{issues:?}"
        );
    }
    let long: Vec<String> = (0..100)
        .map(|n| format!("{n}{}", "v".repeat(1000)))
        .collect();
    let issues = validator(&json!({ "enum": long })).issues(&json!("canary"));
    assert!(
        issues[0].message.len() < 2000,
        "{}",
        issues[0].message.len()
    );
}

#[test]
fn the_order_of_issues_is_that_of_the_schema_and_the_names() {
    let schema = json!({ "type": "object", "required": ["b", "a"], "additionalProperties": { "type": "string" } });
    let input = json!({ "z": 1, "c": 2 });
    has(
        &schema,
        &input,
        &[
            ("/b", "is required"),
            ("/a", "is required"),
            ("/c", "must be of type string"),
            ("/z", "must be of type string"),
        ],
    );
}
