//! Integers: their bounds, and those that are written as floats.

use serde_json::{Value, json};

use super::validator;

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
