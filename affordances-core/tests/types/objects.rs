//! Structs: what is required, what has a default, what goes one way only.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::case::{Case, case};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Plain {
    id: u32,
    name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    id: u32,
    note: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Unit;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaults {
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default = "three")]
    count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rest: Vec<u8>,
}

fn three() -> u8 {
    3
}

#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(default, rename_all = "camelCase")]
struct AllDefaults {
    first_name: String,
    age: u8,
}

/// P-B3: one type, two directions.
#[derive(Serialize, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "some go one way only")]
struct TwoWays {
    #[serde(default, skip_serializing)]
    secret: String,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    tags: Vec<String>,
    #[serde(skip_deserializing)]
    seen: u32,
    #[serde(skip)]
    cache: u8,
    #[serde(rename(serialize = "written", deserialize = "read"))]
    renamed: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Renamed {
    #[serde(rename = "a/b~c \"d\"")]
    odd: u8,
    #[serde(rename = "$ref")]
    reference: String,
    r#type: u8,
    #[serde(rename = "größe")]
    size: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nested {
    plain: Plain,
    /// The field's own words.
    maybe: Option<Plain>,
    boxed: Box<Closed>,
    shared: Arc<str>,
    text: Cow<'static, str>,
    twice: Option<Option<u8>>,
    nothing: (),
    anything: Value,
    members: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Texts {
    #[schemars(length(min = 1, max = 3))]
    short: String,
    #[schemars(regex(pattern = r"^[A-Z]{2}-\d+$"))]
    code: String,
    #[schemars(email)]
    email: Option<String>,
    #[schemars(url)]
    home: String,
    #[schemars(extend("format" = "date"))]
    day: String,
    letter: char,
    #[schemars(contains("a.b"))]
    dotted: String,
    #[schemars(inner(length(max = 2)))]
    words: Vec<String>,
}

/// Read from text, written as text; the schema says so.
#[derive(Serialize, Deserialize, JsonSchema)]
struct With {
    #[serde(with = "as_text")]
    #[schemars(with = "String", regex(pattern = "^[0-9]{1,9}$"))]
    number: u32,
    #[serde(deserialize_with = "any_case", serialize_with = "upper")]
    #[schemars(schema_with = "yes_or_no")]
    answer: bool,
}

mod as_text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(number: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

fn any_case<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match String::deserialize(from)?.as_str() {
        "YES" | "yes" => Ok(true),
        "NO" | "no" => Ok(false),
        _ => Err(serde::de::Error::custom("neither")),
    }
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "what serde calls it with"
)]
fn upper<S: Serializer>(answer: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *answer { "YES" } else { "NO" })
}

fn yes_or_no(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "enum": ["YES", "yes", "NO", "no"] })
}

/// Its rule is in the schema of what it is made from.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Percent", into = "Percent")]
struct Share(f64);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Percent(#[schemars(range(min = 0, max = 100))] u8);

impl TryFrom<Percent> for Share {
    type Error = &'static str;

    fn try_from(Percent(percent): Percent) -> Result<Self, Self::Error> {
        if percent > 100 {
            Err("above 100")
        } else {
            Ok(Self(f64::from(percent) / 100.0))
        }
    }
}

impl From<Share> for Percent {
    fn from(share: Share) -> Self {
        Self(if share.0 > 0.5 { 100 } else { 0 })
    }
}

impl Clone for Share {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page<T> {
    items: Vec<T>,
    next: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pages {
    plain: Page<Plain>,
    closed: Page<Closed>,
    numbers: Page<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Folder {
    files: Vec<File>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct File {
    name: String,
    within: Option<Box<Folder>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Forest {
    root: Folder,
    spare: File,
}

pub(crate) fn cases() -> Vec<Case> {
    let nested = json!({ "plain": { "id": 1, "name": "" }, "maybe": null, "boxed": { "id": 1 }, "shared": "s", "text": "t",
        "nothing": null, "anything": [{}], "members": { "a": 1 } });
    let change = |member: &str, value: Value| {
        let mut changed = nested.clone();
        changed[member] = value;
        changed
    };
    let texts = json!({ "short": "äöü", "code": "AB-1", "home": "https://a.example/", "day": "2024-02-29", "letter": "ß", "dotted": "xa.by", "words": ["ab"] });
    let text = |member: &str, value: Value| {
        let mut changed = texts.clone();
        changed[member] = value;
        changed
    };
    vec![
        case::<Plain>("struct")
            .accepts([json!({ "id": 1, "name": "a" }), json!({ "id": 1.0, "name": "a", "more": [] })])
            .refuses([json!({}), json!({ "id": 1 }), json!({ "id": "1", "name": "a" }), json!({ "id": 1, "name": null }), json!("a"), json!(null)])
            // serde reads a struct from the list of its fields.
            .allows_less_than_serde([json!([1, "a"])]),
        case::<Closed>("struct that denies unknown fields")
            .accepts([json!({ "id": 1 }), json!({ "id": 1, "note": null }), json!({ "id": 1, "note": "" })])
            .refuses([json!({ "id": 1, "more": null }), json!({ "note": "" })]),
        case::<Empty>("struct without fields").accepts([json!({}), json!({ "a": 1 })]).refuses([json!(null), json!(1)]).allows_less_than_serde([json!([])]),
        case::<Unit>("unit struct").accepts([json!(null)]).refuses([json!({}), json!([])]),
        case::<()>("unit").accepts([json!(null)]).refuses([json!({}), json!(0)]),
        case::<Defaults>("defaults")
            .accepts([json!({}), json!({ "tags": ["a"], "count": 1, "note": null, "rest": [] })])
            .refuses([json!({ "tags": null }), json!({ "count": null }), json!({ "count": 256 })]),
        case::<AllDefaults>("container with defaults, renamed").accepts([json!({}), json!({ "firstName": "", "age": 3 })]).refuses([json!({ "firstName": 3 })]),
        case::<TwoWays>("skipped one way or the other")
            .accepts([json!({ "read": true }), json!({ "read": true, "secret": "s", "tags": [], "seen": "ignored" })])
            .refuses([json!({}), json!({ "written": true }), json!({ "read": true, "secret": null })]),
        case::<Renamed>("odd names")
            .accepts([json!({ "a/b~c \"d\"": 1, "$ref": "x", "type": 1, "größe": 1 })])
            .refuses([json!({ "a/b~c \"d\"": -1, "$ref": "x", "type": 1, "größe": 1 }), json!({ "a/b~c \"d\"": 1, "$ref": 1, "type": 1, "größe": 1 })]),
        case::<Nested>("nested")
            .accepts([nested.clone(), change("maybe", json!({ "id": 1, "name": "" })), change("twice", json!(null)), change("twice", json!(7)), change("anything", json!(1.0))])
            .refuses([change("maybe", json!("")), change("maybe", json!({})), change("boxed", json!({ "id": 1, "x": 1 })), change("nothing", json!({})), change("members", json!([])), change("twice", json!(256))]),
        case::<Texts>("texts with rules")
            .accepts([texts.clone(), text("email", json!("joe@a.example")), text("email", json!(null))])
            .refuses([text("letter", json!("ab")), text("letter", json!(""))])
            .allows_less_than_serde([
                text("short", json!("")), text("short", json!("abcd")), text("code", json!("AB-٣")), text("code", json!("AB-1\n")), text("email", json!("joe")),
                text("home", json!("not a url")), text("day", json!("2023-02-29")), text("dotted", json!("axb")), text("words", json!(["abc"])),
            ]),
        case::<With>("read and written by functions of one's own")
            .accepts([json!({ "number": "7", "answer": "yes" })])
            .refuses([json!({ "number": 7, "answer": "yes" }), json!({ "number": "7", "answer": "maybe" }), json!({ "number": "x", "answer": "no" })]),
        case::<Share>("made from another type").accepts([json!(0), json!(100)]).refuses([json!(101), json!(-1), json!("1")]),
        case::<Page<Plain>>("generic").accepts([json!({ "items": [], "next": 1 }), json!({ "items": [{ "id": 1, "name": "" }] })]).refuses([json!({ "items": [{}] }), json!({})]),
        case::<Pages>("three of one generic")
            .accepts([json!({ "plain": { "items": [{ "id": 1, "name": "" }] }, "closed": { "items": [{ "id": 1 }] }, "numbers": { "items": [1] } })])
            .refuses([
                json!({ "plain": { "items": [{ "id": 1 }] }, "closed": { "items": [] }, "numbers": { "items": [] } }),
                json!({ "plain": { "items": [] }, "closed": { "items": [{ "id": 1, "name": "" }] }, "numbers": { "items": [] } }),
                json!({ "plain": { "items": [] }, "closed": { "items": [] }, "numbers": { "items": [{}] } }),
            ]),
        case::<Tree>("recursive")
            .accepts([json!({ "name": "", "children": [{ "name": "", "children": [], "parent": { "name": "", "children": [] } }] })])
            .refuses([json!({ "name": "", "children": [{ "name": "" }] }), json!({ "name": "", "children": [], "parent": [] })]),
        case::<Forest>("mutually recursive")
            .accepts([json!({ "root": { "files": [{ "name": "", "within": { "files": [] } }] }, "spare": { "name": "" } })])
            .refuses([json!({ "root": { "files": [{ "name": "", "within": {} }] }, "spare": { "name": "" } })]),
        case::<Option<Plain>>("optional struct").accepts([json!(null), json!({ "id": 1, "name": "" })]).refuses([json!({}), json!("")]),
    ]
}
