//! Alternatives by what they are about: values that can be listed, and, for each
//! JSON type, descriptions of the others.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::WORDS;
use super::objects::Members;
use super::unfold::{Parts, resolve};
use crate::schema::{Direction, Validator};

/// The JSON types of which one cannot list every value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Text,
    List,
    Object,
}

impl Type {
    const ALL: [Self; 4] = [Self::Number, Self::Text, Self::List, Self::Object];

    const fn keyword(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Text => "string",
            Self::List => "array",
            Self::Object => "object",
        }
    }
}

/// A description of values of one type.
#[derive(Debug, Clone)]
pub(super) struct Described<'s> {
    pub(super) of: Type,
    /// All of them must hold.
    pub(super) parts: Parts<'s>,
}

impl<'s> Described<'s> {
    /// Whether only whole numbers fit.
    pub(super) fn is_integer(&self) -> bool {
        let whole = |part: &&Map<String, Value>| {
            part.contains_key("type") && !allows(part, "number") && allows(part, "integer")
        };
        self.of == Type::Number && self.parts.iter().any(whole)
    }

    /// What tells an object from the others of a union: the members that have
    /// one value each; or, under no name, the one member that there must be.
    pub(super) fn tags(&self, root: &Value) -> BTreeMap<&str, String> {
        if self.of != Type::Object {
            return BTreeMap::new();
        }
        let members = Members::of(&self.parts);
        let tag = |name: &&'s str| match &listed(root, members.properties.get(name)?)?[..] {
            [Value::String(tag)] => Some((*name, tag.clone())),
            _ => None,
        };
        let tags: BTreeMap<_, _> = members.required.iter().filter_map(tag).collect();
        let mut names = members.required.iter();
        match (names.next(), names.next()) {
            (Some(name), None) if tags.is_empty() && members.has_only(name) => {
                [("", (*name).to_owned())].into()
            }
            _ => tags,
        }
    }

    /// In a message: what it is.
    pub(super) fn words(&self, root: &Value) -> String {
        match self.of {
            Type::Number if self.is_integer() => "whole numbers".to_owned(),
            Type::Number => "numbers".to_owned(),
            Type::Text => match self
                .parts
                .iter()
                .find_map(|part| part.get("format")?.as_str())
            {
                Some(format) => format!("texts of the format `{format}`"),
                None => "texts".to_owned(),
            },
            Type::List => "lists".to_owned(),
            Type::Object => {
                let tags = self.tags(root);
                let tag = |(name, tag): (&&str, &String)| match *name {
                    "" => tag.clone(),
                    name => format!("{name}: {tag}"),
                };
                match &tags.iter().map(tag).collect::<Vec<_>>()[..] {
                    [] => "objects".to_owned(),
                    tags => format!("the variant `{}`", tags.join(", ")),
                }
            }
        }
    }
}

/// What fits a schema.
#[derive(Debug, Default)]
pub(super) struct Shape<'s> {
    /// Every value that is listed, `null`, `true` and `false` among them.
    pub(super) values: Vec<Value>,
    pub(super) described: Vec<Described<'s>>,
}

impl<'s> Shape<'s> {
    pub(super) fn of(root: &Value, alternatives: &[Parts<'s>]) -> Self {
        let mut shape = Self::default();
        for parts in alternatives {
            let listed = parts.iter().find_map(|part| values(part));
            let is_listed = listed.is_some();
            let candidates = listed.unwrap_or_else(|| vec![Value::Null, false.into(), true.into()]);
            for value in candidates {
                if !shape.values.contains(&value) && fits(root, parts, &value).unwrap_or(true) {
                    shape.values.push(value);
                }
            }
            if !is_listed {
                let types = Type::ALL.into_iter().filter(|of| {
                    (parts.iter()).all(|part| {
                        allows(part, of.keyword()) || *of == Type::Number && allows(part, "integer")
                    })
                });
                shape.described.extend(types.map(|of| Described {
                    of,
                    parts: parts.clone(),
                }));
            }
        }
        shape
    }

    /// Whether one of the descriptions takes a value; `doubt` where it cannot be
    /// told.
    pub(super) fn describes(&self, root: &Value, value: &Value, doubt: bool) -> bool {
        let takes = |described: &Described<'s>| fits(root, &described.parts, value);
        (self.described.iter()).any(|described| takes(described).unwrap_or(doubt))
    }
}

/// The values that a schema lists by itself.
fn values(part: &Map<String, Value>) -> Option<Vec<Value>> {
    match (part.get("const"), part.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    }
}

/// The values that schemas which all must hold list, looked for no further than
/// behind references: enough for tags.
fn listed(root: &Value, schemas: &[&Value]) -> Option<Vec<Value>> {
    schemas.iter().find_map(|schema| {
        let mut schema = *schema;
        for _ in 0..8 {
            let members = schema.as_object()?;
            if let Some(values) = values(members) {
                return Some(values);
            }
            schema = resolve(root, members.get("$ref")?.as_str()?)?;
        }
        None
    })
}

fn allows(part: &Map<String, Value>, of: &str) -> bool {
    match part.get("type") {
        Some(Value::String(only)) => only == of,
        Some(Value::Array(types)) => types.iter().any(|one| one == of),
        _ => true,
    }
}

/// Whether a value fits schemas that all must hold; `None` where they cannot be
/// enforced.
fn fits(root: &Value, parts: &Parts<'_>, value: &Value) -> Option<bool> {
    let of = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
    let typed = |part: &&Map<String, Value>| allows(part, of) || whole && allows(part, "integer");
    if !parts.iter().all(typed) {
        return Some(false);
    }
    let lists = |part: &&Map<String, Value>| values(part).is_none_or(|all| all.contains(value));
    if !parts.iter().all(lists) {
        return Some(false);
    }
    // Looked at already, or unfolded into parts of their own.
    let done = ["type", "const", "enum", "$ref", "allOf", "anyOf", "oneOf"];
    let plain =
        |keyword: &String| done.contains(&keyword.as_str()) || WORDS.contains(&keyword.as_str());
    let rules: Vec<Value> = parts
        .iter()
        .map(|part| {
            let rules = part.iter().filter(|(keyword, _)| !plain(keyword));
            rules.map(|(k, v)| (k.clone(), v.clone())).collect()
        })
        .filter(|rules: &Map<String, Value>| !rules.is_empty())
        .map(Value::Object)
        .collect();
    if rules.is_empty() {
        return Some(true);
    }
    let definitions = root.get("$defs").cloned().unwrap_or_else(|| json!({}));
    let schema = json!({ "allOf": rules, "$defs": definitions });
    let validator = Validator::new(&schema, Direction::Output).ok()?;
    Some(validator.fits(value))
}

/// Whether no value fits two of these alternatives.
pub(super) fn disjoint(root: &Value, alternatives: &[Parts<'_>]) -> bool {
    (alternatives.iter().enumerate())
        .all(|(number, one)| (alternatives[..number].iter()).all(|other| apart(root, one, other)))
}

/// Whether no value fits two branches, each of which may have alternatives.
pub(super) fn branches_disjoint(root: &Value, branches: &[Vec<Parts<'_>>]) -> bool {
    branches.iter().enumerate().all(|(number, branch)| {
        branches[..number]
            .iter()
            .flatten()
            .all(|earlier| branch.iter().all(|one| apart(root, one, earlier)))
    })
}

fn apart(root: &Value, one: &Parts<'_>, other: &Parts<'_>) -> bool {
    let (one, other) = (
        Shape::of(root, std::slice::from_ref(one)),
        Shape::of(root, std::slice::from_ref(other)),
    );
    let shared = |a: &Shape<'_>, b: &Shape<'_>| {
        (a.values.iter()).any(|value| b.values.contains(value) || b.describes(root, value, true))
    };
    if shared(&one, &other) || shared(&other, &one) {
        return false;
    }
    one.described.iter().all(|one| {
        let others = other.described.iter().filter(|other| other.of == one.of);
        let mut others = others.map(|other| (one, other));
        others.all(|(one, other)| one.of == Type::Object && objects_apart(root, one, other))
    })
}

fn objects_apart(root: &Value, one: &Described<'_>, other: &Described<'_>) -> bool {
    let (one, other) = (Members::of(&one.parts), Members::of(&other.parts));
    let apart_by = |one: &Members<'_>, other: &Members<'_>, name: &str| {
        if other.forbids(name) {
            return true;
        }
        let listed = |members: &Members<'_>| listed(root, members.properties.get(name)?);
        match (listed(one), listed(other)) {
            (Some(one), Some(other)) => !one.iter().any(|value| other.contains(value)),
            _ => false,
        }
    };
    (one.required.iter()).any(|name| apart_by(&one, &other, name))
        || (other.required.iter()).any(|name| apart_by(&other, &one, name))
}
