//! Flattened members: structs, maps and enums within an object.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::case::{Case, case};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Coordinates {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    name: String,
    #[serde(flatten)]
    at: Coordinates,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedPoint {
    name: String,
    #[serde(flatten)]
    at: Coordinates,
}

/// P-B2.
#[derive(Serialize, Deserialize, JsonSchema)]
struct MaybePoint {
    kind: String,
    #[serde(flatten)]
    at: Option<Coordinates>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Labels {
    id: u8,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Open {
    id: u8,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Cash,
    Card { number: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Text(String),
    Count(u8),
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Text(String),
    Count { count: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Lat { lat: f64 },
    Street { street: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithInternal {
    id: u8,
    #[serde(flatten)]
    payment: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithAdjacent {
    id: u8,
    #[serde(flatten)]
    event: Adjacent,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithExternal {
    id: u8,
    #[serde(flatten)]
    value: External,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithUntagged {
    id: u8,
    #[serde(flatten)]
    place: Untagged,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithOptional {
    id: u8,
    #[serde(flatten)]
    payment: Option<Internal>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Two {
    #[serde(flatten)]
    at: Coordinates,
    #[serde(flatten)]
    payment: Internal,
    #[serde(flatten)]
    point: Labelled,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Labelled {
    #[serde(flatten)]
    inner: Named,
    label: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Named {
    name: String,
}

pub(crate) fn cases() -> Vec<Case> {
    let card = json!({ "id": 1, "kind": "Card", "number": "" });
    vec![
        case::<Point>("flattened struct")
            .accepts([
                json!({ "name": "", "x": 1, "y": -1.0 }),
                json!({ "name": "", "x": 1, "y": 1, "z": 1 }),
            ])
            .refuses([
                json!({ "name": "", "x": 1 }),
                json!({ "name": "", "x": 1, "y": "1" }),
                json!({ "x": 1, "y": 1 }),
            ]),
        case::<ClosedPoint>("flattened struct, closed")
            .accepts([json!({ "name": "", "x": 1, "y": 1 })])
            .refuses([
                json!({ "name": "", "x": 1, "y": 1, "z": 1 }),
                json!({ "name": "", "x": 1 }),
            ]),
        case::<MaybePoint>("flattened optional struct")
            // Of half a pair, serde makes none; both sides say so.
            .accepts([
                json!({ "kind": "" }),
                json!({ "kind": "", "x": 1, "y": 1 }),
                json!({ "kind": "", "x": 1 }),
            ])
            .refuses([json!({ "x": 1, "y": 1 })])
            .allows_less_than_serde([json!({ "kind": "", "x": "1" })]),
        case::<Labels>("flattened map")
            .accepts([json!({ "id": 1 }), json!({ "id": 1, "a": "b", "c": "" })])
            .refuses([json!({ "id": 1, "a": 1 }), json!({ "a": "b" })]),
        case::<Open>("flattened map of anything")
            .accepts([json!({ "id": 1, "a": [{}], "b": null, "c": 1.0 })])
            .refuses([json!({ "id": null })]),
        case::<WithInternal>("flattened internally tagged")
            .accepts([
                json!({ "id": 1.0, "kind": "Cash" }),
                card.clone(),
                json!({ "id": 1, "kind": "Cash", "x": 1 }),
            ])
            .refuses([
                json!({ "id": 1, "kind": "Card" }),
                json!({ "id": 1 }),
                json!({ "id": 1, "kind": "Coin" }),
            ]),
        case::<WithAdjacent>("flattened adjacently tagged")
            .accepts([json!({ "id": 1, "t": "Text", "c": "" })])
            .refuses([
                json!({ "id": 1, "t": "Count", "c": "" }),
                json!({ "id": 1 }),
            ]),
        case::<WithExternal>("flattened externally tagged")
            .accepts([
                json!({ "id": 1, "Text": "" }),
                json!({ "id": 1, "Count": { "count": 2 } }),
                json!({ "id": 1, "Text": "", "x": 1 }),
            ])
            .refuses([json!({ "id": 1 }), json!({ "id": 1, "Text": 1 })]),
        case::<WithUntagged>("flattened untagged")
            .accepts([
                json!({ "id": 1, "lat": 1 }),
                json!({ "id": 1, "street": "", "lat": 1 }),
            ])
            .refuses([json!({ "id": 1 }), json!({ "id": 1, "street": 1 })]),
        case::<WithOptional>("flattened optional enum")
            .accepts([json!({ "id": 1 }), card])
            .refuses([json!({})]),
        case::<Two>("several, within each other")
            .accepts([
                json!({ "x": 1, "y": 1, "kind": "Cash", "name": "" }),
                json!({ "x": 1, "y": 1, "kind": "Card", "number": "", "name": "", "label": null }),
            ])
            .refuses([
                json!({ "x": 1, "y": 1, "kind": "Cash" }),
                json!({ "x": 1, "kind": "Cash", "name": "" }),
                json!({ "x": 1, "y": 1, "kind": "Card", "name": "" }),
            ]),
    ]
}
