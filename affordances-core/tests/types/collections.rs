//! Lists, tuples, sets and maps.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::case::{Case, case};
use crate::enums::Size;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nothing();

#[derive(Serialize, Deserialize, JsonSchema)]
struct Lists {
    #[schemars(length(min = 1, max = 2))]
    few: Vec<u8>,
    deque: VecDeque<bool>,
    linked: LinkedList<Pair>,
    nested: Vec<Vec<Option<u8>>>,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Sku(String);

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(transparent)]
struct Code(#[schemars(regex(pattern = "^[a-z]{2}$"))] String);

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row(u16);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Maps {
    by_row: HashMap<Row, u8>,
    by_offset: Option<BTreeMap<i64, Vec<BTreeMap<u8, bool>>>>,
    #[serde(default)]
    by_size: BTreeMap<Size, BTreeMap<bool, u8>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ByAddress {
    #[schemars(extend("propertyNames" = { "format": "ipv4" }))]
    hosts: BTreeMap<std::net::Ipv4Addr, u8>,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case::<Vec<u8>>("list").accepts([json!([]), json!([0, 255.0])]).refuses([json!([256]), json!([null]), json!({}), json!("")]),
        case::<[u8; 3]>("array").accepts([json!([1, 2, 3])]).refuses([json!([1, 2]), json!([1, 2, 3, 4]), json!([1, 2, -3])]),
        case::<[String; 0]>("array of none").accepts([json!([])]).refuses([json!([""])]),
        case::<(u8, String, Option<bool>)>("tuple").accepts([json!([1, "", null]), json!([1, "", true])]).refuses([json!([1, ""]), json!([1, "", true, 1]), json!(["", 1, true]), json!({})]),
        case::<(u8,)>("tuple of one").accepts([json!([1])]).refuses([json!(1), json!([])]),
        case::<Pair>("tuple struct").accepts([json!([1, ""])]).refuses([json!([1]), json!({ "0": 1, "1": "" })]),
        case::<Nothing>("tuple struct of none").accepts([json!([])]).refuses([json!(null), json!([1])]),
        case::<Lists>("lists with rules, nested")
            .accepts([json!({ "few": [1], "deque": [true], "linked": [[1, ""]], "nested": [[], [null, 1]] })])
            .refuses([json!({ "few": [1], "deque": [1], "linked": [], "nested": [] }), json!({ "few": [1], "deque": [], "linked": [[1]], "nested": [] }), json!({ "few": [1], "deque": [], "linked": [], "nested": [[""]] })])
            .allows_less_than_serde([json!({ "few": [], "deque": [], "linked": [], "nested": [] }), json!({ "few": [1, 2, 3], "deque": [], "linked": [], "nested": [] })]),
        case::<BTreeSet<String>>("set").accepts([json!([]), json!(["a", "b"])]).refuses([json!([1])])
            // serde forgets the second.
            .allows_less_than_serde([json!(["a", "a"])]),
        case::<HashSet<i8>>("set of integers").accepts([json!([1, 2])]).refuses([json!([128])]).allows_less_than_serde([json!([1, 1.0])]),
        case::<BTreeMap<String, u8>>("map").accepts([json!({}), json!({ "": 1, "a/b": 2.0 })]).refuses([json!({ "a": 256 }), json!([]), json!({ "a": null })]),
        case::<BTreeMap<u8, String>>("map by u8").accepts([json!({ "0": "", "255": "" })]).refuses([json!({ "256": "" }), json!({ "-1": "" }), json!({ "01": "" }), json!({ "a": "" }), json!({ "1": 1 }), json!({ "1.0": "" }), json!({ "٣": "" })]),
        case::<HashMap<u64, bool>>("map by u64").accepts([json!({ "18446744073709551615": true })]).refuses([json!({ "18446744073709551616": true })]),
        case::<BTreeMap<i32, bool>>("map by i32").accepts([json!({ "-2147483648": true, "2147483647": false })]).refuses([json!({ "2147483648": true }), json!({ "-0": true })]),
        case::<BTreeMap<Size, u8>>("map by enum").accepts([json!({ "small": 1 }), json!({})]).refuses([json!({ "large": 1 }), json!({ "small": "" })]),
        case::<BTreeMap<bool, u8>>("map by bool")
            .accepts([json!({ "true": 1 })])
            .refuses([json!({ "yes": 1 })]),
        case::<BTreeMap<char, u8>>("map by char")
            .accepts([json!({ "é": 1 })])
            .refuses([json!({ "ab": 1 }), json!({ "": 1 })]),
        case::<HashMap<uuid::Uuid, u8>>("map by uuid")
            .accepts([json!({ "67e55044-10b1-426f-9247-bb680e5fe0c8": 1 })])
            .refuses([json!({ "67e55044": 1 })]),
        case::<BTreeMap<Sku, u8>>("map by newtype").accepts([json!({ "any": 1 })]).refuses([json!({ "any": -1 })]),
        case::<BTreeMap<Code, u8>>("map by pattern").accepts([json!({ "ab": 1 })]).allows_less_than_serde([json!({ "abc": 1 })]).refuses([json!({ "ab": -1 })]),
        case::<Maps>("maps by newtypes of integers, nested")
            .accepts([json!({ "by_row": { "65535": 1 } }), json!({ "by_row": {}, "by_offset": { "-9": [{ "255": true }] } })])
            .refuses([json!({ "by_row": { "65536": 1 } }), json!({ "by_row": {}, "by_offset": { "-9": [{ "256": true }] } }), json!({ "by_row": {}, "by_offset": { "9223372036854775808": [] } })]),
        case::<ByAddress>("map by a format").accepts([json!({ "hosts": { "127.0.0.1": 1 } })]).refuses([json!({ "hosts": { "localhost": 1 } })]),
    ]
}
