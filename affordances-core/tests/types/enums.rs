//! Enums in the four taggings of serde.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::case::{Case, case};

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Size {
    Small,
    /// The usual one.
    Medium,
    ExtraLarge,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Shape {
    Point,
    Circle(f64),
    Segment(i32, i32),
    Square { side: u8, name: Option<String> },
    Nothing(()),
    Maybe(Option<u8>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
enum ClosedShape {
    Square { side: u8 },
    Circle { radius: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Card {
    number: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedCard {
    number: String,
}

/// P-B5.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Payment {
    Cash,
    Card(Card),
    ClosedCard(ClosedCard),
    Points {
        #[schemars(range(min = 1))]
        amount: u32,
        #[serde(default)]
        note: Option<String>,
    },
    Nested(Box<Inner>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "inner")]
enum Inner {
    A { a: u8 },
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
enum ClosedPayment {
    Cash,
    Card { number: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Event {
    Opened,
    Renamed(String),
    Moved(i32, i32),
    Sized { width: u8 },
    Maybe(Option<u8>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
enum ClosedEvent {
    Opened,
    Sized { width: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum OnlyUnits {
    A,
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Id {
    Number(u32),
    Text(String),
    Pair(u8, u8),
    Named { name: String },
    None,
}

/// Both fit an integer; the first is taken.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Amount {
    Whole(i64),
    Part(f64),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Place {
    Geo { lat: f64, lon: f64 },
    Address { street: String, zip: Option<String> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Tolerant {
    Known {
        value: u8,
    },
    #[serde(other)]
    Other,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "some are never made, some never read")]
enum WithSkipped {
    Both,
    #[serde(skip_deserializing)]
    WrittenOnly,
    #[serde(skip_serializing)]
    ReadOnly(u8),
    #[serde(skip)]
    Never,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op")]
enum Expression {
    Number {
        value: f64,
    },
    Not {
        of: Box<Expression>,
    },
    And {
        left: Box<Expression>,
        right: Box<Expression>,
    },
    Any {
        of: Vec<Expression>,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Json {
    Null,
    List(Vec<Json>),
    Named { name: String, of: Option<Box<Json>> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Order {
    payment: Payment,
    size: Option<Size>,
    coupon: Option<Payment>,
    ids: Vec<Id>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Renamed {
    #[serde(rename = "a/b")]
    Slash,
    #[serde(rename = "ü~", alias = "tilde")]
    Umlaut(u8),
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Mixed {
    Named(u8),
    #[serde(untagged)]
    Anything(String),
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case::<Size>("enum of units").accepts([json!("small"), json!("extra-large")]).refuses([json!("Small"), json!(""), json!(0), json!({})])
            // serde reads the externally tagged form of a unit, too.
            .allows_less_than_serde([json!({ "small": null })]),
        case::<Option<Size>>("optional enum of units").accepts([json!("medium"), json!(null)]).refuses([json!("none")]),
        case::<Shape>("externally tagged")
            .accepts([
                json!("Point"), json!({ "Circle": 1 }), json!({ "Segment": [1, -1.0] }), json!({ "Square": { "side": 1 } }), json!({ "Square": { "side": 1, "x": 1 } }),
                json!({ "Nothing": null }), json!({ "Maybe": null }), json!({ "Maybe": 7 }),
            ])
            .refuses([
                json!({}), json!("Circle"), json!({ "Circle": "1" }), json!({ "Segment": [1] }), json!({ "Segment": [1, 1, 1] }), json!({ "Circle": 1, "Maybe": 1 }),
                json!({ "Square": {} }), json!({ "Triangle": 1 }), json!(["Point"]), json!(null),
            ])
            .allows_less_than_serde([json!({ "Point": null })]),
        case::<ClosedShape>("externally tagged, closed").accepts([json!({ "Square": { "side": 1 } })]).refuses([json!({ "Square": { "side": 1, "x": 1 } }), json!({ "Circle": { "side": 1 } })]),
        case::<Payment>("internally tagged")
            .accepts([
                json!({ "kind": "cash" }), json!({ "kind": "cash", "more": 1 }), json!({ "kind": "card", "number": "1", "more": 1 }), json!({ "kind": "closedCard", "number": "1" }),
                json!({ "kind": "points", "amount": 1.0 }), json!({ "kind": "points", "amount": 1, "note": null }), json!({ "kind": "nested", "inner": "A", "a": 1 }), json!({ "kind": "nested", "inner": "B" }),
            ])
            .refuses([
                json!({}), json!({ "kind": "card" }), json!({ "number": "1" }), json!({ "kind": "Cash" }), json!({ "kind": "points", "amount": "1" }), json!("cash"), json!({ "kind": null }),
                json!({ "kind": "closedCard", "number": "1", "more": 1 }), json!({ "kind": "nested", "inner": "A" }), json!({ "kind": "nested" }),
            ])
            .allows_less_than_serde([json!({ "kind": "points", "amount": 0 }), json!(["cash"])]),
        case::<ClosedPayment>("internally tagged, closed").accepts([json!({ "kind": "Cash" }), json!({ "kind": "Card", "number": "" })]).refuses([json!({ "kind": "Card", "number": "", "x": 1 })]),
        case::<Event>("adjacently tagged")
            .accepts([json!({ "t": "Opened" }), json!({ "t": "Opened", "c": null }), json!({ "t": "Renamed", "c": "" }), json!({ "t": "Moved", "c": [1, 2] }), json!({ "t": "Sized", "c": { "width": 1 } }), json!({ "t": "Maybe", "c": null, "more": 1 })])
            .refuses([json!({ "t": "Renamed" }), json!({ "c": "" }), json!({ "t": "Renamed", "c": 1 }), json!({ "t": "Opened", "c": 5 }), json!({ "t": "Gone" }), json!("Opened")])
            .allows_less_than_serde([json!({ "t": "Maybe" })]),
        case::<ClosedEvent>("adjacently tagged, closed").accepts([json!({ "t": "Opened" }), json!({ "t": "Sized", "c": { "width": 1 } })]).refuses([json!({ "t": "Sized", "c": { "width": 1, "x": 1 } }), json!({ "t": "Opened", "x": 1 })]),
        case::<OnlyUnits>("adjacently tagged units").accepts([json!({ "t": "A" }), json!({ "t": "B" })]).refuses([json!({ "t": "C" }), json!({})]),
        case::<Id>("untagged")
            .accepts([json!(1), json!(2.0), json!("x"), json!([1, 2]), json!({ "name": "", "more": 1 }), json!(null)])
            .refuses([json!(-1), json!(1.5), json!([1]), json!({}), json!(true)]),
        case::<Amount>("untagged integer or float").accepts([json!(1), json!(1.0), json!(1.5), json!(1e300), json!(-7)]).refuses([json!("1"), json!(null)]),
        case::<Place>("untagged structs").accepts([json!({ "lat": 1, "lon": 2.5 }), json!({ "street": "" })]).refuses([json!({ "lat": 1 }), json!({ "street": 1 }), json!([])]),
        case::<Tolerant>("tagged with `other`").accepts([json!({ "type": "Known", "value": 1 }), json!({ "type": "Other" })]).refuses([json!({ "type": "Known" })]).allows_less_than_serde([json!({ "type": "Unheard" })]),
        case::<WithSkipped>("variants that go one way")
            .accepts([json!("Both")])
            .refuses([json!("WrittenOnly"), json!("Never")]),
        case::<Expression>("recursive, tagged")
            .accepts([json!({ "op": "And", "left": { "op": "Number", "value": 1 }, "right": { "op": "Any", "of": [{ "op": "Not", "of": { "op": "Number", "value": 2 } }] } })])
            .refuses([json!({ "op": "And", "left": { "op": "Number", "value": 1 }, "right": { "op": "Any", "of": [{ "op": "Not" }] } })]),
        case::<Json>("recursive, externally tagged")
            .accepts([json!({ "List": ["Null", { "Named": { "name": "", "of": { "List": [] } } }] })])
            .refuses([json!({ "List": [null] }), json!({ "Named": { "name": "", "of": "List" } })]),
        case::<Order>("enums within a struct")
            .accepts([json!({ "payment": { "kind": "cash" }, "ids": [] }), json!({ "payment": { "kind": "points", "amount": 1 }, "size": "small", "coupon": { "kind": "cash" }, "ids": [1, "a", null] })])
            .refuses([json!({ "payment": {}, "ids": [] }), json!({ "payment": { "kind": "cash" }, "coupon": {}, "ids": [] }), json!({ "payment": { "kind": "cash" }, "ids": [true] })]),
        case::<Renamed>("odd variant names").accepts([json!("a/b"), json!({ "ü~": 1 })]).refuses([json!("Slash")]).allows_less_than_serde([json!({ "tilde": 1 })]),
        case::<Mixed>("a variant that is untagged").accepts([json!({ "Named": 1 }), json!("x")]).refuses([json!(1), json!({})]),
    ]
}
