//! Pairs of outputs, and of what is the other way round in inputs.

use serde_json::json;

use crate::{closed, judge, judge_both, open};

#[test]
fn members() {
    let total = json!({ "total": { "type": "integer" } });
    let with_tax = json!({ "total": { "type": "integer" }, "tax": { "type": "integer" } });
    judge(
        "output",
        &[
            (
                "new member",
                open(total.clone(), &["total"]),
                open(with_tax.clone(), &["tax", "total"]),
                &["additive output `/tax`: is new"],
            ),
            (
                "new member where it was said that there are no others",
                closed(total.clone(), &["total"]),
                closed(with_tax.clone(), &["total"]),
                &[
                    "breaking output `/tax`: is new, and the schema has said that there is nothing else",
                ],
            ),
            (
                "member gone",
                open(with_tax.clone(), &["tax", "total"]),
                open(total.clone(), &["total"]),
                &["breaking output `/tax`: is no longer sent"],
            ),
            (
                "member gone that was not always there",
                closed(with_tax.clone(), &["total"]),
                closed(total.clone(), &["total"]),
                &["breaking output `/tax`: is no longer sent"],
            ),
            (
                "always there, and not any more",
                open(with_tax.clone(), &["tax", "total"]),
                open(with_tax.clone(), &["total"]),
                &["breaking output `/tax`: is no longer required: it may be missing"],
            ),
            (
                "always there now",
                open(with_tax.clone(), &["total"]),
                open(with_tax.clone(), &["tax", "total"]),
                &["additive output `/tax`: is always sent now"],
            ),
            (
                "a default is a word",
                open(json!({ "n": { "type": "integer", "default": 1 } }), &[]),
                open(json!({ "n": { "type": "integer", "default": 2 } }), &[]),
                &["trivial output: is written otherwise; the same values fit"],
            ),
            (
                "a member of any value becomes one of numbers",
                open(json!({ "n": true }), &["n"]),
                open(json!({ "n": { "type": "number" } }), &["n"]),
                &[
                    "additive output `/n`: no longer sent: `null`, `false`, `true`, texts, lists, objects",
                ],
            ),
        ],
    );
}

#[test]
fn numbers() {
    judge_both(&[
        (
            "from integers to numbers",
            json!({ "type": "integer" }),
            json!({ "type": "number" }),
            [
                "additive input: need not be a whole number",
                "breaking output: need not be a whole number",
            ],
        ),
        (
            "from numbers to integers",
            json!({ "type": "number" }),
            json!({ "type": "integer" }),
            [
                "breaking input: must be a whole number",
                "additive output: must be a whole number",
            ],
        ),
        (
            "a greater least",
            json!({ "type": "integer", "minimum": 0 }),
            json!({ "type": "integer", "minimum": 1 }),
            [
                "breaking input: `minimum` is 1 and was 0",
                "additive output: `minimum` is 1 and was 0",
            ],
        ),
        (
            "a greater most",
            json!({ "type": "number", "maximum": 1.5 }),
            json!({ "type": "number", "maximum": 2 }),
            [
                "additive input: `maximum` is 2 and was 1.5",
                "breaking output: `maximum` is 2 and was 1.5",
            ],
        ),
        (
            "bounds that only exact numbers tell apart",
            json!({ "type": "integer", "maximum": 9_007_199_254_740_993_u64 }),
            json!({ "type": "integer", "maximum": 9_007_199_254_740_992_u64 }),
            [
                "breaking input: `maximum` is 9007199254740992 and was 9007199254740993",
                "additive output: `maximum` is 9007199254740992 and was 9007199254740993",
            ],
        ),
        (
            "a bound that excludes itself",
            json!({ "type": "number", "minimum": 0 }),
            json!({ "type": "number", "exclusiveMinimum": 0 }),
            [
                "breaking input: `minimum` is 0, itself excluded and was 0",
                "additive output: `minimum` is 0, itself excluded and was 0",
            ],
        ),
        (
            "another step",
            json!({ "type": "integer", "multipleOf": 2 }),
            json!({ "type": "integer", "multipleOf": 3 }),
            [
                "breaking input: `multipleOf` is `3` and was `2`; whether the same values fit is not decided",
                "breaking output: `multipleOf` is `3` and was `2`; whether the same values fit is not decided",
            ],
        ),
    ]);
    judge(
        "input",
        &[
            (
                "the same bound of integers, written otherwise",
                json!({ "type": "integer", "exclusiveMinimum": 0, "format": "uint8" }),
                json!({ "type": "integer", "minimum": 1, "format": "uint16" }),
                &["trivial input: is written otherwise; the same values fit"],
            ),
            (
                "a smaller type",
                json!({ "type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535 }),
                json!({ "type": "integer", "format": "uint8", "minimum": 0, "maximum": 255 }),
                &["breaking input: `maximum` is 255 and was 65535"],
            ),
        ],
    );
}

#[test]
fn texts() {
    judge_both(&[
        (
            "shorter",
            json!({ "type": "string", "maxLength": 20 }),
            json!({ "type": "string", "maxLength": 10 }),
            [
                "breaking input: `maxLength` is 10 and was 20",
                "additive output: `maxLength` is 10 and was 20",
            ],
        ),
        (
            "of any length",
            json!({ "type": "string", "maxLength": 20 }),
            json!({ "type": "string" }),
            [
                "additive input: `maxLength` is none and was 20",
                "breaking output: `maxLength` is none and was 20",
            ],
        ),
        (
            "a pattern",
            json!({ "type": "string" }),
            json!({ "type": "string", "pattern": "^[A-Z]+$" }),
            [
                "breaking input: `pattern` is `^[A-Z]+$` and was none",
                "additive output: `pattern` is `^[A-Z]+$` and was none",
            ],
        ),
        (
            "another pattern",
            json!({ "type": "string", "pattern": "^[A-Z]{3}$" }),
            json!({ "type": "string", "pattern": "^[A-Z]{3,5}$" }),
            [
                "breaking input: `pattern` is `^[A-Z]{3,5}$` and was `^[A-Z]{3}$`; whether the same values fit is not decided",
                "breaking output: `pattern` is `^[A-Z]{3,5}$` and was `^[A-Z]{3}$`; whether the same values fit is not decided",
            ],
        ),
        (
            "a format",
            json!({ "type": "string" }),
            json!({ "type": "string", "format": "uuid" }),
            [
                "breaking input: `format` is `uuid` and was none",
                "additive output: `format` is `uuid` and was none",
            ],
        ),
        (
            "another format",
            json!({ "type": "string", "format": "date" }),
            json!({ "type": "string", "format": "date-time" }),
            [
                "breaking input: `format` is `date-time` and was `date`; whether the same values fit is not decided",
                "breaking output: `format` is `date-time` and was `date`; whether the same values fit is not decided",
            ],
        ),
        (
            "one value fewer",
            json!({ "enum": ["s", "m", "l"] }),
            json!({ "enum": ["l", "s"] }),
            [
                "breaking input: no longer accepted: `\"m\"`",
                "additive output: no longer sent: `\"m\"`",
            ],
        ),
        (
            "one value more",
            json!({ "enum": ["s", "m"] }),
            json!({ "enum": ["s", "m", "l"] }),
            [
                "additive input: accepted now: `\"l\"`",
                "breaking output: sent now: `\"l\"`",
            ],
        ),
        (
            "from a list of values to any text",
            json!({ "type": "string", "enum": ["s", "m"] }),
            json!({ "type": "string" }),
            [
                "additive input: accepted now: texts",
                "breaking output: sent now: texts",
            ],
        ),
        (
            "from any text to a list of values",
            json!({ "type": "string" }),
            json!({ "type": "string", "enum": ["s", "m"] }),
            [
                "breaking input: no longer accepted: texts",
                "additive output: no longer sent: texts",
            ],
        ),
        (
            "a value that the pattern beside it refuses was never one",
            json!({ "enum": ["s", "m"], "pattern": "^s" }),
            json!({ "enum": ["s", "m"] }),
            [
                "additive input: accepted now: `\"m\"`",
                "breaking output: sent now: `\"m\"`",
            ],
        ),
        (
            "null too",
            json!({ "type": "string" }),
            json!({ "type": ["string", "null"] }),
            [
                "additive input: accepted now: `null`",
                "breaking output: sent now: `null`",
            ],
        ),
        (
            "null no more",
            json!({ "type": ["string", "null"] }),
            json!({ "type": "string" }),
            [
                "breaking input: no longer accepted: `null`",
                "additive output: no longer sent: `null`",
            ],
        ),
        (
            "closing an object",
            open(json!({ "a": true }), &[]),
            closed(json!({ "a": true }), &[]),
            [
                "breaking input: takes no members but those that are named",
                "additive output: takes no members but those that are named",
            ],
        ),
    ]);
}

#[test]
fn lists() {
    let pair = |items, most| json!({ "type": "array", "prefixItems": items, "minItems": 2, "maxItems": most });
    let (text, number) = (json!({ "type": "string" }), json!({ "type": "integer" }));
    judge_both(&[
        (
            "items limited",
            json!({ "type": "array", "items": { "type": "string" } }),
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
            [
                "breaking input `/*`: `minLength` is 1 and was none",
                "additive output `/*`: `minLength` is 1 and was none",
            ],
        ),
        (
            "at least one",
            json!({ "type": "array" }),
            json!({ "type": "array", "minItems": 1 }),
            [
                "breaking input: `minItems` is 1 and was none",
                "additive output: `minItems` is 1 and was none",
            ],
        ),
        (
            "fewer",
            json!({ "type": "array", "maxItems": 100 }),
            json!({ "type": "array", "maxItems": 10 }),
            [
                "breaking input: has at most 10 and had at most 100",
                "additive output: has at most 10 and had at most 100",
            ],
        ),
        (
            "each once",
            json!({ "type": "array" }),
            json!({ "type": "array", "uniqueItems": true }),
            [
                "breaking input: `uniqueItems` is new",
                "additive output: `uniqueItems` is new",
            ],
        ),
        (
            "a longer tuple",
            pair(json!([text, number]), 2),
            pair(json!([text, number, number]), 3),
            [
                "additive input: has at most 3 and had at most 2",
                "breaking output: has at most 3 and had at most 2",
            ],
        ),
        (
            "the second item of a tuple",
            pair(json!([text, { "type": "number" }]), 2),
            pair(json!([text, { "type": "integer" }]), 2),
            [
                "breaking input `/1`: must be a whole number",
                "additive output `/1`: must be a whole number",
            ],
        ),
        (
            "an end of a tuple that is a false schema",
            json!({ "type": "array", "prefixItems": [text], "items": true }),
            json!({ "type": "array", "prefixItems": [text], "items": false }),
            [
                "breaking input: has at most 1 and had any number of items",
                "additive output: has at most 1 and had any number of items",
            ],
        ),
    ]);
    judge(
        "input",
        &[
            (
                "items of a tuple swapped",
                pair(json!([text, number]), 2),
                pair(json!([number, text]), 2),
                &[
                    "breaking input `/0`: no longer accepted: texts",
                    "breaking input `/1`: no longer accepted: whole numbers",
                    "additive input `/0`: accepted now: whole numbers",
                    "additive input `/1`: accepted now: texts",
                ],
            ),
            (
                "a list of one kind becomes a tuple of it",
                json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 }),
                pair(json!([number, number]), 2),
                &["trivial input: is written otherwise; the same values fit"],
            ),
            (
                "what a list must contain",
                json!({ "type": "array", "contains": text }),
                json!({ "type": "array", "contains": number }),
                &[
                    "breaking input: `contains` has changed, and whether the same values fit is not decided",
                ],
            ),
        ],
    );
}
