//! Pairs of unions: variants that come, go, and are written otherwise.

use serde_json::{Value, json};

use crate::{closed, judge, judge_both, open};

const SAME: &str = "trivial input: is written otherwise; the same values fit";

/// A variant with a tag, as serde writes `#[serde(tag = "kind")]`.
fn tagged(tag: &str, member: &str, schema: Value) -> Value {
    open(
        json!({ "kind": { "const": tag }, member: schema }),
        &["kind", member],
    )
}

/// A variant under its name, as serde writes enums by default.
fn named(name: &str, schema: Value) -> Value {
    closed(json!({ name: schema }), &[name])
}

fn number(most: u32) -> Value {
    json!({ "type": "integer", "maximum": most })
}

#[test]
fn variants() {
    let card = || tagged("card", "digits", number(9999));
    let cash = || tagged("cash", "amount", number(100));
    judge_both(&[
        (
            "a tagged variant more",
            json!({ "oneOf": [card()] }),
            json!({ "oneOf": [card(), cash()] }),
            [
                "additive input: accepted now: the variant `kind: cash`",
                "breaking output: sent now: the variant `kind: cash`",
            ],
        ),
        (
            "a tagged variant less",
            json!({ "oneOf": [card(), cash()] }),
            json!({ "oneOf": [cash()] }),
            [
                "breaking input: no longer accepted: the variant `kind: card`",
                "additive output: no longer sent: the variant `kind: card`",
            ],
        ),
        (
            "a variant limited, and the others moved",
            json!({ "oneOf": [card(), cash()] }),
            json!({ "oneOf": [tagged("cash", "amount", number(50)), card()] }),
            [
                "breaking input `/amount`: `maximum` is 50 and was 100",
                "additive output `/amount`: `maximum` is 50 and was 100",
            ],
        ),
        (
            "a named variant more",
            json!({ "oneOf": [named("percent", number(100)), named("pieces", number(9))] }),
            json!({ "oneOf": [named("pieces", number(9)), named("percent", number(100)), named("code", number(5))] }),
            [
                "additive input: accepted now: the variant `code`",
                "breaking output: sent now: the variant `code`",
            ],
        ),
        (
            "a nullable reference that was none",
            json!({ "$ref": "#/$defs/N", "$defs": { "N": number(9) } }),
            json!({ "anyOf": [{ "$ref": "#/$defs/N" }, { "type": "null" }], "$defs": { "N": number(9) } }),
            [
                "additive input: accepted now: `null`",
                "breaking output: sent now: `null`",
            ],
        ),
        (
            "an untagged alternative less",
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
            json!({ "anyOf": [{ "type": "string" }] }),
            [
                "breaking input: no longer accepted: whole numbers",
                "additive output: no longer sent: whole numbers",
            ],
        ),
        (
            "a value more of an enum with words",
            json!({ "oneOf": [{ "const": "s" }] }),
            json!({ "oneOf": [{ "const": "s" }, { "const": "m", "description": "Medium." }] }),
            [
                "additive input: accepted now: `\"m\"`",
                "breaking output: sent now: `\"m\"`",
            ],
        ),
    ]);
}

#[test]
fn the_same_written_otherwise() {
    let (text, nothing) = (json!({ "type": "string" }), json!({ "type": "null" }));
    judge(
        "input",
        &[
            (
                "constants and an enum",
                json!({ "oneOf": [{ "const": "s", "type": "string" }, { "const": "m" }] }),
                json!({ "type": "string", "enum": ["m", "s"] }),
                &[SAME],
            ),
            (
                "nullable",
                json!({ "anyOf": [text, nothing] }),
                json!({ "type": ["null", "string"] }),
                &[SAME],
            ),
            (
                "alternatives in another order",
                json!({ "anyOf": [number(5), text] }),
                json!({ "anyOf": [text, number(5)] }),
                &[SAME],
            ),
            (
                "an alternative that another one contains",
                json!({ "anyOf": [number(9)] }),
                json!({ "anyOf": [number(9), number(5)] }),
                &[SAME],
            ),
            (
                "true or false",
                json!({ "type": "boolean" }),
                json!({ "enum": [false, true] }),
                &[SAME],
            ),
            (
                "oneOf and anyOf of what is apart",
                json!({ "oneOf": [tagged("a", "x", number(5)), tagged("b", "x", number(5))] }),
                json!({ "anyOf": [tagged("a", "x", number(5)), tagged("b", "x", number(5))] }),
                &[SAME],
            ),
        ],
    );
}

#[test]
fn adversaries() {
    let base = |most| {
        json!({
            "type": "object",
            "properties": { "note": { "type": "string", "maxLength": most } },
            "oneOf": [tagged("card", "digits", number(9)), tagged("cash", "amount", number(9))],
        })
    };
    judge(
        "input",
        &[
            (
                // 5 fits both, and so neither.
                "a oneOf whose new variant overlaps",
                json!({ "oneOf": [{ "type": "integer" }] }),
                json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }),
                &[
                    "breaking input: it has changed, and a `oneOf` of which a value may fit two is not compared",
                ],
            ),
            (
                "a value among overlapping texts",
                json!({ "oneOf": [{ "type": "string" }] }),
                json!({ "oneOf": [{ "type": "string" }, { "const": "x" }] }),
                &[
                    "breaking input: it has changed, and a `oneOf` of which a value may fit two is not compared",
                ],
            ),
            (
                "what stands beside the variants",
                base(20),
                base(10),
                &["breaking input `/note`: `maxLength` is 10 and was 20"],
            ),
            (
                "two variants that change places of their limits",
                json!({ "oneOf": [tagged("a", "x", number(5)), tagged("b", "x", number(9))] }),
                json!({ "oneOf": [tagged("a", "x", number(9)), tagged("b", "x", number(5))] }),
                &[
                    "breaking input `/x`: `maximum` is 5 and was 9",
                    "additive input `/x`: `maximum` is 9 and was 5",
                ],
            ),
            (
                "a variant under another tag",
                json!({ "oneOf": [tagged("a", "x", number(5)), tagged("b", "x", number(9))] }),
                json!({ "oneOf": [tagged("a", "x", number(5)), tagged("c", "x", number(9))] }),
                &[
                    "breaking input: no longer accepted: the variant `kind: b`",
                    "additive input: accepted now: the variant `kind: c`",
                ],
            ),
            (
                "the tag itself under another name",
                json!({ "oneOf": [tagged("a", "x", number(5))] }),
                json!({ "oneOf": [open(json!({ "type": { "const": "a" }, "x": number(5) }), &["type", "x"])] }),
                &[
                    "breaking input `/kind`: is no longer read",
                    "breaking input `/type`: is new and required",
                ],
            ),
            (
                "a union that takes nothing any more",
                json!({ "anyOf": [{ "type": "string" }] }),
                json!({ "anyOf": [] }),
                &["breaking input: no longer accepted: texts"],
            ),
            (
                "more alternatives than are compared",
                many(16, 5),
                many(16, 4),
                &[
                    "breaking input: it has changed, and more alternatives than are compared is not compared",
                ],
            ),
        ],
    );
}

/// An `allOf` of two unions, which are multiplied.
fn many(variants: u32, most: u32) -> Value {
    let union = |member: &str| {
        let variant = |number: u32| {
            let tag = json!({ "const": number.to_string() });
            open(json!({ member: tag }), &[member])
        };
        json!({ "oneOf": (0..=variants).map(variant).collect::<Vec<_>>() })
    };
    json!({ "allOf": [union("a"), union("b"), { "properties": { "n": number(most) } }] })
}

#[test]
fn members_that_are_evaluated_elsewhere() {
    let flattened = |rest: Value| {
        json!({
            "type": "object",
            "properties": { "note": { "type": "string" } },
            "oneOf": [tagged("a", "x", number(5)), tagged("b", "y", number(9))],
            "unevaluatedProperties": rest,
        })
    };
    judge(
        "input",
        &[
            (
                "others are no longer let in",
                flattened(json!(true)),
                flattened(json!(false)),
                &["breaking input: takes no members but those that are named"],
            ),
            (
                "a closed part does not let in what stands beside it",
                json!({ "allOf": [closed(json!({ "a": true }), &[]), open(json!({ "b": true }), &[])] }),
                json!({ "allOf": [closed(json!({ "a": true }), &[])] }),
                &[SAME],
            ),
            (
                "the keyword below an allOf",
                json!({ "allOf": [{ "properties": { "a": true }, "unevaluatedProperties": false }] }),
                json!({ "allOf": [{ "properties": { "b": true }, "unevaluatedProperties": false }] }),
                &[
                    "breaking input: it has changed, and what its `unevaluated…` keyword sees is not compared",
                ],
            ),
        ],
    );
}
