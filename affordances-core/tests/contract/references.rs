//! Pairs whose change stands behind a reference, in a definition that refers to
//! itself, or is none: definitions may be called anything.

use serde_json::{Value, json};

use crate::judge;

const SAME: &str = "trivial input: is written otherwise; the same values fit";

/// An object with a member `line` that refers to a definition of this name.
fn referring(name: &str, definition: Value) -> Value {
    json!({
        "type": "object",
        "properties": { "line": { "$ref": format!("#/$defs/{name}") } },
        "$defs": { name: definition },
    })
}

fn quantity(most: u32) -> Value {
    json!({ "type": "object", "properties": { "quantity": { "type": "integer", "maximum": most } } })
}

/// A tree whose nodes have a `label`.
fn tree(name: &str, label: Value, children: Value) -> Value {
    let children = json!({ "type": "array", "items": children });
    json!({
        "$ref": format!("#/$defs/{name}"),
        "$defs": { name: {
            "type": "object",
            "properties": { "label": label, "children": children },
            "required": ["label"],
        } },
    })
}

#[test]
fn definitions() {
    judge(
        "input",
        &[
            (
                "behind a reference",
                referring("Line", quantity(10)),
                referring("Line", quantity(5)),
                &["breaking input `/line/quantity`: `maximum` is 5 and was 10"],
            ),
            (
                "a definition under another name",
                referring("Line", quantity(10)),
                referring("Line2", quantity(10)),
                &[SAME],
            ),
            (
                "a definition under another name, and limited",
                referring("Line", quantity(10)),
                referring("Line2", quantity(5)),
                &["breaking input `/line/quantity`: `maximum` is 5 and was 10"],
            ),
            (
                "a definition written in its place",
                referring("Line", quantity(10)),
                json!({ "type": "object", "properties": { "line": quantity(10) } }),
                &[SAME],
            ),
            (
                "limited beside the reference",
                json!({ "$ref": "#/$defs/N", "$defs": { "N": { "type": "integer", "maximum": 10 } } }),
                json!({ "$ref": "#/$defs/N", "maximum": 5, "$defs": { "N": { "type": "integer", "maximum": 10 } } }),
                &["breaking input: `maximum` is 5 and was 10"],
            ),
            (
                "joined by allOf",
                json!({ "allOf": [{ "type": "integer" }, { "maximum": 10 }] }),
                json!({ "allOf": [{ "type": "integer", "maximum": 5 }, { "maximum": 10 }] }),
                &["breaking input: `maximum` is 5 and was 10"],
            ),
            (
                "what nothing refers to",
                json!({ "type": "string", "$defs": { "Old": { "type": "integer" } } }),
                json!({ "type": "string", "$defs": {} }),
                &[SAME],
            ),
            (
                "the same reference inside what is not understood, to something else",
                json!({ "not": { "$ref": "#/$defs/N" }, "type": "integer", "$defs": { "N": { "minimum": 5 } } }),
                json!({ "not": { "$ref": "#/$defs/N" }, "type": "integer", "$defs": { "N": { "minimum": 4 } } }),
                &[
                    "breaking input: `not` has changed, and whether the same values fit is not decided",
                ],
            ),
            (
                "another reference inside what is not understood, to the same",
                json!({ "not": { "$ref": "#/$defs/N" }, "type": "integer", "$defs": { "N": { "minimum": 5 } } }),
                json!({ "not": { "$ref": "#/$defs/M" }, "type": "integer", "$defs": { "M": { "minimum": 5 } } }),
                &[SAME],
            ),
            (
                "a reference that leads nowhere",
                json!({ "$ref": "#/$defs/A", "$defs": {} }),
                json!({ "$ref": "#/$defs/B", "$defs": {} }),
                &[
                    "breaking input: it has changed, and a reference that leads nowhere is not compared",
                ],
            ),
        ],
    );
}

#[test]
fn recursion() {
    let text = || json!({ "type": "string" });
    let short = || json!({ "type": "string", "maxLength": 9 });
    let itself = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    // One level written out, then the recursion.
    let unrolled = |label: Value| {
        let mut tree = tree("Node", label.clone(), itself("Node"));
        tree["type"] = json!("object");
        tree["properties"] =
            json!({ "label": label, "children": { "type": "array", "items": itself("Node") } });
        tree["required"] = json!(["label"]);
        tree.as_object_mut().unwrap().remove("$ref");
        tree
    };
    judge(
        "input",
        &[
            (
                "a tree under another name",
                tree("Node", text(), itself("Node")),
                tree("Tree", text(), itself("Tree")),
                &[SAME],
            ),
            (
                "a tree whose labels are limited",
                tree("Node", text(), itself("Node")),
                tree("Tree", short(), itself("Tree")),
                &["breaking input `/label`: `maxLength` is 9 and was none"],
            ),
            (
                "a tree with one level written out",
                tree("Node", text(), itself("Node")),
                unrolled(text()),
                &[SAME],
            ),
            (
                "a tree that ends at its second level",
                tree("Node", text(), itself("Node")),
                tree("Node", text(), json!(false)),
                &["breaking input `/children`: has at most 0 and had any number of items"],
            ),
            (
                "a definition that is itself",
                json!({ "$ref": "#/$defs/A", "$defs": { "A": { "$ref": "#/$defs/A" } } }),
                json!({ "type": "string" }),
                &[
                    "breaking input: it has changed, and a reference that leads to itself is not compared",
                ],
            ),
        ],
    );
}

/// A definition of which each level refers to the next one twice, under a union:
/// what is compared is remembered, so that it takes no exponential time.
#[test]
fn deep_and_wide() {
    let deep = |most: u32| {
        let mut definitions = serde_json::Map::new();
        for level in 0..40 {
            let next = json!({ "$ref": format!("#/$defs/L{}", level + 1) });
            let variant = |tag: &str| {
                json!({
                    "type": "object",
                    "properties": { "kind": { "const": tag }, "left": next, "right": next },
                    "required": ["kind"],
                })
            };
            let union = json!({ "oneOf": [variant("a"), variant("b"), variant("c")] });
            definitions.insert(format!("L{level}"), union);
        }
        definitions.insert(
            "L40".to_owned(),
            json!({ "type": "integer", "maximum": most }),
        );
        json!({ "$ref": "#/$defs/L0", "$defs": definitions })
    };
    let mut renamed: Value = serde_json::from_str(
        &deep(10)
            .to_string()
            .replace("/L", "/M")
            .replace("\"L", "\"M"),
    )
    .unwrap();
    renamed["description"] = json!("The same.");
    judge("input", &[("nothing", deep(10), renamed, &[SAME])]);
}
