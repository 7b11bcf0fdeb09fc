//! Types that no schema of theirs describes: refused when the schema is made,
//! with words that say what to write instead.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use affordances_core::InputType;
use affordances_core::schema::{InputShape, publish};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

#[track_caller]
fn refused<T: InputType>(words: &[&str]) {
    let Err(faults) = publish::input(InputShape::of::<T>()) else {
        panic!("{} is not refused", std::any::type_name::<T>());
    };
    let text = faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ");
    for word in words {
        assert!(text.contains(word), "{text}");
    }
}

const STATE_IT: &str = "state the rule in the schema";

#[test]
fn a_rule_that_the_schema_does_not_state() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(try_from = "String")]
    struct Slug(#[allow(dead_code, reason = "only read")] String);
    impl TryFrom<String> for Slug {
        type Error = &'static str;
        fn try_from(text: String) -> Result<Self, Self::Error> {
            if text.contains('-') {
                Ok(Self(text))
            } else {
                Err("a slug has a hyphen")
            }
        }
    }
    refused::<Slug>(&["allows \"text\"", "Slug", "a slug has a hyphen", STATE_IT]);
    refused::<SocketAddr>(&["allows \"text\"", "SocketAddr", STATE_IT]);
}

#[test]
fn a_function_of_ones_own_that_reads_something_else() {
    fn from_text<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
    fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
        Option::deserialize(from)
    }
    #[derive(Deserialize, JsonSchema)]
    struct Input {
        #[serde(deserialize_with = "from_text")]
        #[allow(dead_code, reason = "only read")]
        number: u32,
    }
    refused::<Input>(&["allows {\"number\":0}", "expected a string", STATE_IT]);

    // With a function of one's own, serde no longer fills in what is missing.
    #[derive(Deserialize, JsonSchema)]
    struct Missing {
        #[serde(deserialize_with = "optional")]
        #[allow(dead_code, reason = "only read")]
        note: Option<u8>,
    }
    refused::<Missing>(&["allows {}", "missing field `note`"]);
}

#[test]
fn p_b4_a_tagged_variant_that_can_never_be_read() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "type")]
    enum Link {
        #[allow(dead_code, reason = "only read")]
        Url(String),
    }
    refused::<Link>(&["allows {\"type\":\"Url\"}", "Link"]);
}

#[test]
fn p_b6_a_tag_that_is_also_a_field() {
    #[derive(Deserialize, JsonSchema)]
    struct Inner {
        #[allow(dead_code, reason = "only read")]
        kind: String,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Outer {
        #[allow(dead_code, reason = "only read")]
        B(Inner),
    }
    refused::<Outer>(&["missing field `kind`"]);
}

#[test]
fn unknown_fields_denied_around_a_flattened_enum() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[allow(dead_code, reason = "only read")]
    enum Payment {
        Cash,
        Card { number: String },
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Order {
        id: u8,
        #[serde(flatten)]
        payment: Payment,
    }
    refused::<Order>(&["unknown field `kind`", "does not go with `flatten`"]);
}

#[test]
fn wide_integers_and_integer_keys_where_serde_buffers() {
    #[derive(Deserialize, JsonSchema)]
    struct Wide {
        #[allow(dead_code, reason = "only read")]
        number: i128,
    }
    #[derive(Deserialize, JsonSchema)]
    struct Flat {
        #[serde(flatten)]
        #[allow(dead_code, reason = "only read")]
        wide: Wide,
    }
    refused::<Flat>(&["i128 is not supported", "take 64 bits"]);

    #[derive(Deserialize, JsonSchema)]
    struct ByNumber {
        #[serde(flatten)]
        #[allow(dead_code, reason = "only read")]
        by: BTreeMap<u32, String>,
    }
    refused::<ByNumber>(&[
        "is a map of whose keys its type reads none",
        "take `String` keys",
    ]);
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Either {
        #[allow(dead_code, reason = "only read")]
        By(BTreeMap<u32, String>),
        #[allow(dead_code, reason = "only read")]
        Number(u8),
    }
    refused::<Either>(&["is a map of whose keys its type reads none"]);
}

#[test]
fn keys_that_are_not_just_any_text() {
    refused::<BTreeMap<SocketAddr, u8>>(&["allows {\"key\":0}", STATE_IT]);
}

#[test]
fn patterns_and_formats_that_cannot_be_enforced() {
    #[derive(Deserialize, JsonSchema)]
    struct Input {
        #[schemars(regex(pattern = r"(?i)^[a-z]+\z"))]
        #[allow(dead_code, reason = "only read")]
        code: String,
        #[schemars(regex(pattern = "^(?=.*[0-9]).{8,}$"))]
        #[allow(dead_code, reason = "only read")]
        password: Option<String>,
        #[schemars(extend("format" = "postcode"))]
        #[allow(dead_code, reason = "only read")]
        postcode: String,
    }
    refused::<Input>(&[
        "`/properties/code/pattern` sets flags in `(?…)`",
        "`/properties/password/pattern` looks around",
        "state each condition as a pattern of its own",
        "`/properties/postcode/format` is `postcode`",
    ]);
}

#[test]
fn recursion_that_never_ends_or_doubles() {
    #[derive(Deserialize, JsonSchema)]
    struct Loop(#[allow(dead_code, reason = "only read")] Box<Loop>);
    refused::<Loop>(&["refers to itself for the same value"]);

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only read")]
    enum Tree {
        Left { left: Box<Tree> },
        Right { right: Box<Tree> },
        Leaf(u8),
    }
    refused::<Tree>(&["time that doubles with each level", "tag the enum"]);
}
