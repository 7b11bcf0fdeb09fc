//! The names of definitions: types of one name are told apart, whatever order
//! they come in, and none is lost.

use affordances_core::schema::{InputShape, publish};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

mod shipping {
    use super::*;

    /// Where to.
    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Address {
        pub(super) _street: String,
    }
}

mod mail {
    use super::*;

    /// Whom to.
    #[derive(Deserialize, JsonSchema)]
    pub(super) struct Address {
        pub(super) _at: String,
        pub(super) _host: Option<Box<Address>>,
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Order {
    to: shipping::Address,
    confirmation: mail::Address,
}

// The same members; schemars meets the types in another order.
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Reversed {
    confirmation: mail::Address,
    to: shipping::Address,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Page<T> {
    items: Vec<T>,
    next: Option<Box<Page<T>>>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Pages {
    a: Page<shipping::Address>,
    b: Page<mail::Address>,
    c: Page<u8>,
}

fn published<T: affordances_core::InputType>() -> Value {
    publish::input(InputShape::of::<T>()).unwrap()
}

fn every_reference_resolves(document: &Value, value: &Value) -> usize {
    match value {
        Value::Object(members) => members
            .iter()
            .map(
                |(keyword, member)| match (keyword.as_str(), member.as_str()) {
                    ("$ref", Some(to)) => {
                        assert!(
                            document.pointer(to.trim_start_matches('#')).is_some(),
                            "{to}"
                        );
                        1
                    }
                    _ => every_reference_resolves(document, member),
                },
            )
            .sum(),
        Value::Array(items) => items
            .iter()
            .map(|item| every_reference_resolves(document, item))
            .sum(),
        _ => 0,
    }
}

#[test]
fn p_b12_types_of_one_name_are_told_apart_whatever_their_order() {
    let (one, other) = (published::<Order>(), published::<Reversed>());
    assert_eq!(one["$defs"], other["$defs"]);
    assert_eq!(one["properties"], other["properties"]);
    let names: Vec<_> = one["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 2);
    assert!(
        names.iter().all(|name| name.starts_with("Address-")),
        "{names:?}"
    );
    assert_eq!(every_reference_resolves(&one, &one), 3);
    assert_ne!(one["properties"]["to"], one["properties"]["confirmation"]);
}

#[test]
fn p_b12_each_use_of_a_generic_has_its_definition() {
    let document = published::<Pages>();
    let names: Vec<_> = document["$defs"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(names.len(), 5, "{names:?}");
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    assert!(
        names.iter().all(|name| name.chars().all(plain)),
        "{names:?}"
    );
    let of = |member: &str| {
        let name = document["properties"][member]["$ref"]
            .as_str()
            .unwrap()
            .trim_start_matches('#');
        document.pointer(name).unwrap().clone()
    };
    assert_ne!(of("a"), of("b"));
    assert_eq!(
        of("c")["properties"]["items"]["items"]["maximum"],
        json!(255)
    );
}

#[test]
fn types_that_schemars_cannot_tell_apart_are_refused() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    #[schemars(rename = "Item")]
    struct One {
        sku: String,
    }
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    #[schemars(rename = "Item")]
    struct Other {
        count: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Both {
        one: One,
        other: Other,
    }
    let faults = publish::input(InputShape::of::<Both>()).unwrap_err();
    let words = faults[0].to_string();
    assert!(
        words.contains("two types under one name") && words.contains("/other/count"),
        "{words}"
    );
}
