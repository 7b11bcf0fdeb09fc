//! A compiled schema: what `compile` makes of the JSON, and `check`, `explain`
//! and `settle` walk with a value.

use regex::Regex;
use serde_json::{Number, Value};

use super::format::Format;
use super::number;

/// A schema's place among the compiled ones.
pub(super) type NodeId = usize;

/// One schema object.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Where it stands in the document: a JSON Pointer.
    pub(super) at: String,
    /// The schema `false`.
    pub(super) never: bool,
    pub(super) types: Option<Types>,
    pub(super) constant: Option<Value>,
    pub(super) options: Option<Vec<Value>>,
    pub(super) number: Option<Box<NumberRules>>,
    pub(super) string: Option<Box<StringRules>>,
    pub(super) array: Option<Box<ArrayRules>>,
    pub(super) object: Option<Box<ObjectRules>>,
    /// Schemas for the same value.
    pub(super) in_place: Vec<InPlace>,
    pub(super) unevaluated_items: Option<NodeId>,
    pub(super) unevaluated_properties: Option<NodeId>,
    /// Leads back to itself: what it says of a value is remembered.
    pub(super) is_recursive: bool,
}

#[derive(Debug, Default)]
pub(super) struct NumberRules {
    pub(super) minimum: Option<Number>,
    pub(super) maximum: Option<Number>,
    pub(super) exclusive_minimum: Option<Number>,
    pub(super) exclusive_maximum: Option<Number>,
    pub(super) multiple_of: Option<Number>,
}

#[derive(Debug, Default)]
pub(super) struct StringRules {
    pub(super) min_length: Option<u64>,
    pub(super) max_length: Option<u64>,
    /// As it is written, and as it is run.
    pub(super) pattern: Option<(String, Regex)>,
    pub(super) format: Option<(String, Format)>,
}

#[derive(Debug, Default)]
pub(super) struct ArrayRules {
    pub(super) min_items: Option<u64>,
    pub(super) max_items: Option<u64>,
    pub(super) unique: bool,
    pub(super) prefix: Vec<NodeId>,
    pub(super) items: Option<NodeId>,
    pub(super) contains: Option<Contains>,
}

#[derive(Debug)]
pub(super) struct Contains {
    pub(super) schema: NodeId,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

#[derive(Debug, Default)]
pub(super) struct ObjectRules {
    pub(super) required: Vec<String>,
    pub(super) min_properties: Option<u64>,
    pub(super) max_properties: Option<u64>,
    /// Sorted by name.
    pub(super) properties: Vec<(String, NodeId)>,
    /// As they are written, and as they are run.
    pub(super) patterns: Vec<(String, Regex, NodeId)>,
    pub(super) additional: Option<NodeId>,
    pub(super) names: Option<NodeId>,
    pub(super) dependent_required: Vec<(String, Vec<String>)>,
    pub(super) dependent_schemas: Vec<(String, NodeId)>,
}

impl ObjectRules {
    pub(super) fn property(&self, name: &str) -> Option<NodeId> {
        let found = self
            .properties
            .binary_search_by(|(known, _)| known.as_str().cmp(name));
        found.ok().map(|at| self.properties[at].1)
    }

    /// The schemas of a member: by its name, its patterns, or what else there is.
    pub(super) fn of_member(&self, name: &str) -> impl Iterator<Item = NodeId> {
        let named = self.property(name);
        let matched = self
            .patterns
            .iter()
            .filter(move |(_, pattern, _)| pattern.is_match(name))
            .map(|(.., schema)| *schema);
        let mut known = named.into_iter().chain(matched).peekable();
        let additional = self.additional.filter(|_| known.peek().is_none());
        known.chain(additional).collect::<Vec<_>>().into_iter()
    }
}

/// A schema for the same value as the one it stands in.
#[derive(Debug)]
pub(super) enum InPlace {
    /// `$ref` and the parts of `allOf`.
    All(NodeId),
    Any(Alternatives),
    One(Alternatives),
    Not(NodeId),
    If {
        condition: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
}

#[derive(Debug)]
pub(super) struct Alternatives {
    pub(super) branches: Vec<NodeId>,
    /// How an object says which of them it means, where it does.
    pub(super) choice: Option<Choice>,
}

/// How an object names the variant that it means to be.
#[derive(Debug, PartialEq)]
pub(super) enum Choice {
    /// By the text of one member.
    Tag {
        member: String,
        /// Each text and its branch.
        variants: Vec<(String, usize)>,
    },
    /// By the name of its only member.
    Key(Vec<(String, usize)>),
}

/// A set of JSON's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Types(pub(super) u8);

impl Types {
    const NAMES: [(&str, Self); 7] = [
        ("null", Self(1)),
        ("boolean", Self(2)),
        ("integer", Self::INTEGER),
        ("number", Self(12)),
        ("string", Self(16)),
        ("array", Self(32)),
        ("object", Self::OBJECT),
    ];
    /// All of them.
    pub(super) const ALL: Self = Self(127);
    /// None.
    pub(super) const NONE: Self = Self(0);
    pub(super) const INTEGER: Self = Self(4);
    pub(super) const OBJECT: Self = Self(64);

    pub(super) fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, types)| *types)
    }

    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self(1),
            Value::Bool(_) => Self(2),
            Value::Number(n) if number::is_integer(n) => Self::INTEGER,
            Value::Number(_) => Self(8),
            Value::String(_) => Self(16),
            Value::Array(_) => Self(32),
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn overlaps(self, other: Self) -> bool {
        self.and(other) != Self::NONE
    }

    /// The names of the types, `integer` only where `number` is not.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES
            .into_iter()
            .filter(move |(name, types)| {
                self.and(*types) == *types
                    && !(*name == "integer" && self.and(Self(12)) == Self(12))
            })
            .map(|(name, _)| name)
    }
}

/// Whether two values are the same JSON: `1` and `1.0` are.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => number::equal(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}
