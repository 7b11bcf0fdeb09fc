//! Issues: where they point, what they say, and how much of it.

use serde_json::{Map, Value, json};

use super::{Direction, Validator};

fn validator(schema: &Value) -> Validator {
    Validator::new(schema, Direction::Input).unwrap()
}

#[track_caller]
fn has(schema: &Value, input: &Value, expected: &[(&str, &str)]) {
    let issues = validator(schema).issues(input);
    let found: Vec<_> = issues
        .iter()
        .map(|issue| (issue.path.as_str(), issue.message.as_str()))
        .collect();
    assert_eq!(found, expected, "{input}");
}

#[track_caller]
fn refused(schema: &Value, expected: &[&str]) {
    let faults = Validator::new(schema, Direction::Input).unwrap_err();
    let found: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found}");
    }
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
    assert_eq!(issues.len(), super::issues::MOST);
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

#[test]
fn p_b8_integers_are_judged_by_exact_bounds_and_may_be_written_as_floats() {
    let validator = validator(&json!({ "type": "object", "properties": {
        "u": { "type": "integer", "minimum": 0, "maximum": u64::MAX },
        "i": { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX } } }));
    let fits = |name: &str, number: &str| {
        validator.fits(&serde_json::from_str(&format!(r#"{{"{name}":{number}}}"#)).unwrap())
    };
    for (name, fitting, others) in [
        (
            "u",
            ["0", "-0", "1.0", "1e19", "18446744073709551615"],
            ["-1", "1.5", "18446744073709551616", "1e20"],
        ),
        (
            "i",
            [
                "1.0",
                "-9.0",
                "1e18",
                "9223372036854775807",
                "-9223372036854775808",
            ],
            [
                "9223372036854775808",
                "-9223372036854775809",
                "0.1",
                "-1e19",
            ],
        ),
    ] {
        for number in fitting {
            assert!(fits(name, number), "{name} {number}");
        }
        for number in others {
            assert!(!fits(name, number), "{name} {number}");
        }
    }
    assert_eq!(
        validator.settled(json!({ "u": 1.0, "i": -3e2, "x": 1.0 })),
        json!({ "u": 1, "i": -300, "x": 1.0 })
    );
}

#[test]
fn floats_are_settled_wherever_an_integer_is_asked_for() {
    let schema = json!({ "$defs": { "n": { "type": ["integer", "null"] } }, "type": "object",
        "properties": { "list": { "type": "array", "prefixItems": [{ "type": "number" }], "items": { "$ref": "#/$defs/n" } } },
        "patternProperties": { "^p": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/n" }] } },
        "oneOf": [{ "properties": { "kind": { "const": "a" }, "value": { "type": "integer" } }, "required": ["kind"] },
                  { "properties": { "kind": { "const": "b" }, "value": { "type": "number" } }, "required": ["kind"] }],
        "unevaluatedProperties": { "type": "integer" } });
    let validator = validator(&schema);
    let settles = |input: Value, to: Value| {
        assert!(validator.fits(&input), "{input}");
        assert_eq!(validator.settled(input).to_string(), to.to_string());
    };
    settles(
        json!({ "kind": "a", "value": 2.0, "list": [1.0, 1.0, null], "p": 4.0, "rest": 5.0 }),
        json!({ "kind": "a", "value": 2, "list": [1.0, 1, null], "p": 4, "rest": 5 }),
    );
    settles(
        json!({ "kind": "b", "value": 2.0 }),
        json!({ "kind": "b", "value": 2.0 }),
    );
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
