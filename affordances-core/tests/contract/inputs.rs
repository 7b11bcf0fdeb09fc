//! Pairs of inputs: what is asked of callers may become less, and never more.

use serde_json::json;

use crate::{closed, judge, open};

#[test]
fn members() {
    let sku = json!({ "sku": { "type": "string" } });
    let with_note = json!({ "sku": { "type": "string" }, "note": { "type": "string" } });
    judge(
        "input",
        &[
            (
                "new optional member",
                closed(sku.clone(), &["sku"]),
                closed(with_note.clone(), &["sku"]),
                &["additive input `/note`: is new and optional"],
            ),
            (
                "new optional member of an object that lets others in",
                open(sku.clone(), &["sku"]),
                open(with_note.clone(), &["sku"]),
                &["additive input `/note`: is new and optional"],
            ),
            (
                "new required member",
                closed(sku.clone(), &["sku"]),
                closed(with_note.clone(), &["note", "sku"]),
                &["breaking input `/note`: is new and required"],
            ),
            (
                "required without a schema of its own",
                open(json!({}), &[]),
                open(json!({}), &["sku"]),
                &["breaking input `/sku`: is required now"],
            ),
            (
                "what had to be there gets a schema",
                open(json!({}), &["sku"]),
                open(sku.clone(), &["sku"]),
                &[
                    "breaking input `/sku`: no longer accepted: `null`, `false`, `true`, numbers, lists, objects",
                ],
            ),
            (
                "optional member becomes required",
                closed(with_note.clone(), &["sku"]),
                closed(with_note.clone(), &["note", "sku"]),
                &["breaking input `/note`: is required now"],
            ),
            (
                "required member becomes optional",
                closed(with_note.clone(), &["note", "sku"]),
                closed(with_note.clone(), &["sku"]),
                &["additive input `/note`: is no longer required"],
            ),
            (
                "member gone",
                closed(with_note.clone(), &["sku"]),
                closed(sku.clone(), &["sku"]),
                &["breaking input `/note`: is no longer accepted"],
            ),
            (
                "member gone where others are let in",
                open(with_note.clone(), &["sku"]),
                open(sku.clone(), &["sku"]),
                &["breaking input `/note`: is no longer read"],
            ),
            (
                "member renamed",
                closed(sku.clone(), &["sku"]),
                closed(json!({ "code": { "type": "string" } }), &["code"]),
                &[
                    "breaking input `/code`: is new and required",
                    "breaking input `/sku`: is no longer accepted",
                ],
            ),
            (
                "closed",
                open(sku.clone(), &["sku"]),
                closed(sku.clone(), &["sku"]),
                &["breaking input: takes no members but those that are named"],
            ),
            (
                "opened",
                closed(sku.clone(), &["sku"]),
                open(sku.clone(), &["sku"]),
                &["additive input: takes members that are not named"],
            ),
            (
                "another default",
                open(json!({ "n": { "type": "integer", "default": 1 } }), &[]),
                open(json!({ "n": { "type": "integer", "default": 2 } }), &[]),
                &[
                    "breaking input `/n`: the default, for calls that leave it out, is `2` and was `1`",
                ],
            ),
            (
                "a default of null is none",
                open(json!({ "n": { "type": ["integer", "null"] } }), &[]),
                open(
                    json!({ "n": { "type": ["integer", "null"], "default": null } }),
                    &[],
                ),
                &["trivial input: is written otherwise; the same values fit"],
            ),
            (
                "the default of what must be sent",
                open(json!({ "n": { "type": "integer", "default": 1 } }), &["n"]),
                open(json!({ "n": { "type": "integer" } }), &["n"]),
                &["trivial input: is written otherwise; the same values fit"],
            ),
            (
                "an optional member that is required and limited at once",
                closed(json!({ "n": { "type": "integer" } }), &[]),
                closed(json!({ "n": { "type": "integer", "minimum": 1 } }), &["n"]),
                &[
                    "breaking input `/n`: `minimum` is 1 and was none",
                    "breaking input `/n`: is required now",
                ],
            ),
        ],
    );
}

#[test]
fn maps() {
    let map = |value| json!({ "type": "object", "additionalProperties": value });
    judge(
        "input",
        &[
            (
                "values of a map limited",
                map(json!({ "type": "integer" })),
                map(json!({ "type": "integer", "maximum": 9 })),
                &["breaking input `/*`: `maximum` is 9 and was none"],
            ),
            (
                "a map gets a member that its values are not like",
                map(json!({ "type": "integer" })),
                json!({
                    "type": "object",
                    "properties": { "x": { "type": "string" } },
                    "additionalProperties": { "type": "integer" },
                }),
                &[
                    "breaking input `/x`: no longer accepted: whole numbers",
                    "additive input `/x`: accepted now: texts",
                ],
            ),
            (
                "members of any kind become values of a map",
                json!({ "type": "object" }),
                map(json!({ "type": "integer" })),
                &["breaking input: says what members that are not named must be"],
            ),
            (
                "names limited",
                map(json!({ "type": "integer" })),
                json!({
                    "type": "object",
                    "additionalProperties": { "type": "integer" },
                    "propertyNames": { "pattern": "^[0-9]+$" },
                }),
                &["breaking input: `propertyNames` is new"],
            ),
            (
                "names limited more",
                json!({ "type": "object", "propertyNames": { "type": "string", "maxLength": 9 } }),
                json!({ "type": "object", "propertyNames": { "type": "string", "maxLength": 5 } }),
                &["breaking input: the names of its members: `maxLength` is 5 and was 9"],
            ),
            (
                "other patterns of names",
                json!({ "type": "object", "patternProperties": { "^a": { "type": "string" } } }),
                json!({ "type": "object", "patternProperties": { "^b": { "type": "string" } } }),
                &[
                    "breaking input: `patternProperties` has other patterns, whose names are not compared",
                ],
            ),
            (
                "what stands under a pattern limited",
                json!({ "type": "object", "patternProperties": { "^a": { "type": "string" } } }),
                json!({ "type": "object", "patternProperties": { "^a": { "type": "string", "minLength": 1 } } }),
                &["breaking input `/*`: `minLength` is 1 and was none"],
            ),
            (
                "fewer members",
                json!({ "type": "object", "maxProperties": 5 }),
                json!({ "type": "object", "maxProperties": 4 }),
                &["breaking input: `maxProperties` is 4 and was 5"],
            ),
        ],
    );
}

#[test]
fn what_is_not_understood_breaks() {
    let with = |keyword: &str, value| {
        let mut schema = json!({ "type": "object" });
        schema[keyword] = value;
        schema
    };
    judge(
        "input",
        &[
            (
                "not",
                with("not", json!({ "required": ["a"] })),
                with("not", json!({ "required": ["b"] })),
                &[
                    "breaking input: `not` has changed, and whether the same values fit is not decided",
                ],
            ),
            (
                "if",
                with("if", json!({ "required": ["a"] })),
                json!({ "type": "object" }),
                &[
                    "breaking input: `if` has changed, and whether the same values fit is not decided",
                ],
            ),
            (
                "dependent members",
                with("dependentRequired", json!({ "a": ["b"] })),
                with("dependentRequired", json!({ "a": ["b", "c"] })),
                &[
                    "breaking input: `dependentRequired` has changed, and whether the same values fit is not decided",
                ],
            ),
            (
                "a keyword of somebody else",
                with("x-unit", json!("pieces")),
                with("x-unit", json!("boxes")),
                &[
                    "breaking input: `x-unit` has changed, and whether the same values fit is not decided",
                ],
            ),
        ],
    );
}

#[test]
fn words() {
    judge(
        "input",
        &[(
            "title, description and examples",
            json!({ "type": "string", "title": "A", "description": "One.", "examples": ["x"] }),
            json!({ "type": "string", "description": "Another.", "deprecated": true }),
            &["trivial input: is written otherwise; the same values fit"],
        )],
    );
}
