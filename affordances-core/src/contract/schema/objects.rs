//! Objects: their members, which of them there must be, and what else there may
//! be.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::compare::Comparison;
use super::scalars::{count, limits};
use super::unfold::Parts;
use super::{Found, Kind};
use crate::schema::Direction;

/// What schemas that all must hold say of an object's members.
#[derive(Debug, Default)]
pub(super) struct Members<'s> {
    /// By name, the schemas that a member must fit.
    pub(super) properties: BTreeMap<&'s str, Vec<&'s Value>>,
    pub(super) required: BTreeSet<&'s str>,
    /// The members that are not named.
    rest: Rest<'s>,
    /// Those whose names fit a pattern.
    patterns: BTreeMap<&'s str, Vec<&'s Value>>,
    names: Vec<&'s Value>,
}

#[derive(Debug, Default)]
enum Rest<'s> {
    /// There may be any; nothing is said of them.
    #[default]
    Open,
    /// There are none.
    Closed,
    /// They fit these.
    Typed(Vec<&'s Value>),
}

impl<'s> Members<'s> {
    pub(super) fn of(parts: &Parts<'s>) -> Self {
        let mut members = Self::default();
        let named = |part: &'s Map<String, Value>| {
            let properties = part.get("properties").and_then(Value::as_object);
            properties.into_iter().flatten()
        };
        let mut names = BTreeSet::new();
        for part in parts {
            names.extend(named(part).map(|(name, _)| name.as_str()));
            let required = part.get("required").and_then(Value::as_array);
            let required = required.into_iter().flatten();
            members.required.extend(required.filter_map(Value::as_str));
            let patterns = part.get("patternProperties").and_then(Value::as_object);
            for (pattern, schema) in patterns.into_iter().flatten() {
                members.patterns.entry(pattern).or_default().push(schema);
            }
            members.names.extend(part.get("propertyNames"));
            if let Some(schema) = part.get("additionalProperties") {
                members.rest.restrict(schema);
            }
        }
        // What `additionalProperties` looks at, none is left unevaluated.
        if !(parts.iter()).any(|part| part.contains_key("additionalProperties")) {
            for schema in (parts.iter()).filter_map(|part| part.get("unevaluatedProperties")) {
                members.rest.restrict(schema);
            }
        }
        for name in names {
            let mut schemas = Vec::new();
            for part in parts {
                let additional = part.get("additionalProperties");
                let by_name = part.get("properties").and_then(|all| all.get(name));
                schemas.extend(by_name.or(additional));
            }
            // What one schema describes and another does not let in, there is not.
            if !schemas.contains(&&Value::Bool(false)) {
                members.properties.insert(name, schemas);
            }
        }
        members
    }

    const fn is_closed(&self) -> bool {
        matches!(self.rest, Rest::Closed)
    }

    /// Whether an object that fits has this member and no other.
    pub(super) fn has_only(&self, name: &str) -> bool {
        self.is_closed() && self.properties.len() == 1 && self.properties.contains_key(name)
    }

    /// Whether no object that fits has this member.
    pub(super) fn forbids(&self, name: &str) -> bool {
        self.is_closed() && self.patterns.is_empty() && !self.properties.contains_key(name)
    }
}

impl<'s> Rest<'s> {
    fn restrict(&mut self, schema: &'s Value) {
        match (schema, &mut *self) {
            (Value::Bool(false), _) => *self = Self::Closed,
            (Value::Bool(true), _) | (_, Self::Closed) => {}
            (Value::Object(members), _) if members.is_empty() => {}
            (schema, Self::Typed(schemas)) => schemas.push(schema),
            (schema, Self::Open) => *self = Self::Typed(vec![schema]),
        }
    }
}

impl<'s> Comparison<'s> {
    pub(super) fn objects(&mut self, old: &Parts<'s>, new: &Parts<'s>) -> Vec<Found> {
        let mut found = Vec::new();
        limits(
            old,
            new,
            ["minProperties", "maxProperties"],
            count,
            &mut found,
        );
        let (old, new) = (Members::of(old), Members::of(new));
        let names: BTreeSet<_> = [&old, &new]
            .into_iter()
            .flat_map(|members| members.properties.keys().chain(&members.required))
            .collect();
        for name in names {
            let member = self.member(name, &old, &new);
            found.extend(member.into_iter().map(|found| found.below(name)));
        }
        found.extend(self.rest(&old, &new));
        found.extend(self.patterns(&old, &new));
        found
    }

    /// One member, by its name.
    fn member(&mut self, name: &str, old: &Members<'s>, new: &Members<'s>) -> Vec<Found> {
        let input = self.direction == Direction::Input;
        let (was_required, is_required) =
            (old.required.contains(name), new.required.contains(name));
        let mut found = match (old.properties.get(name), new.properties.get(name)) {
            (Some(old), Some(new)) => {
                let mut found = self.compare(old, new);
                if input && !was_required && !is_required {
                    found.extend(left_out(old, new));
                }
                found
            }
            (Some(old), None) => match &new.rest {
                Rest::Typed(rest) => self.compare(old, rest),
                _ => {
                    let what = match (input, new.is_closed()) {
                        (true, true) => "is no longer accepted",
                        (true, false) => "is no longer read",
                        (false, _) => "is no longer sent",
                    };
                    return vec![Found::new(Kind::Lost, what)];
                }
            },
            (None, Some(new)) => match &old.rest {
                Rest::Typed(rest) => self.compare(rest, new),
                Rest::Closed if !input => {
                    let what = "is new, and the schema has said that there is nothing else";
                    return vec![Found::new(Kind::Wider, what)];
                }
                _ if input && is_required && !was_required => {
                    return vec![Found::new(Kind::Narrower, "is new and required")];
                }
                _ if !was_required => {
                    let what = if input {
                        "is new and optional"
                    } else {
                        "is new"
                    };
                    return vec![Found::new(Kind::Gained, what)];
                }
                // There had to be one, whatever it was.
                _ => self.compare(&[], new),
            },
            (None, None) => Vec::new(),
        };
        let requirement = match (was_required, is_required, input) {
            (false, true, true) => (Kind::Narrower, "is required now"),
            (false, true, false) => (Kind::Narrower, "is always sent now"),
            (true, false, true) => (Kind::Wider, "is no longer required"),
            (true, false, false) => (Kind::Wider, "is no longer required: it may be missing"),
            _ => return found,
        };
        found.push(Found::new(requirement.0, requirement.1));
        found
    }

    fn rest(&mut self, old: &Members<'s>, new: &Members<'s>) -> Vec<Found> {
        let (kind, what) = match (&old.rest, &new.rest) {
            (Rest::Open, Rest::Open) | (Rest::Closed, Rest::Closed) => return Vec::new(),
            (Rest::Typed(old), Rest::Typed(new)) => {
                let found = self.compare(old, new);
                return found.into_iter().map(|found| found.below("*")).collect();
            }
            (_, Rest::Closed) => (Kind::Narrower, "takes no members but those that are named"),
            (Rest::Closed, _) => (Kind::Wider, "takes members that are not named"),
            (Rest::Open, Rest::Typed(_)) => (
                Kind::Narrower,
                "says what members that are not named must be",
            ),
            (Rest::Typed(_), Rest::Open) => (
                Kind::Wider,
                "no longer says what members that are not named must be",
            ),
        };
        vec![Found::new(kind, what)]
    }

    fn patterns(&mut self, old: &Members<'s>, new: &Members<'s>) -> Vec<Found> {
        let mut found = Vec::new();
        if old.patterns.keys().ne(new.patterns.keys()) {
            let what = "`patternProperties` has other patterns, whose names are not compared";
            found.push(Found::new(Kind::Unclear, what));
        } else {
            for (old, new) in old.patterns.values().zip(new.patterns.values()) {
                let members = self.compare(old, new);
                found.extend(members.into_iter().map(|found| found.below("*")));
            }
            let named = |members: &Members<'s>| !members.patterns.is_empty();
            if named(old) && old.properties.keys().ne(new.properties.keys()) {
                let what = "has other named members beside its `patternProperties`";
                found.push(Found::new(Kind::Unclear, what));
            }
        }
        match (&old.names[..], &new.names[..]) {
            ([], []) => {}
            ([], _) => found.push(Found::new(Kind::Narrower, "`propertyNames` is new")),
            (_, []) => found.push(Found::new(Kind::Wider, "`propertyNames` is gone")),
            (old, new) => {
                let names = self.compare(old, new).into_iter();
                found.extend(names.map(|name| {
                    Found::new(
                        name.kind,
                        format!("the names of its members: {}", name.what),
                    )
                }));
            }
        }
        found
    }
}

/// A member that a call may leave out: what is taken then.
fn left_out(old: &[&Value], new: &[&Value]) -> Option<Found> {
    let default = |schemas: &[&Value]| {
        let default = schemas.iter().find_map(|schema| schema.get("default"));
        // To say nothing and to say `null` is the same.
        default.filter(|default| !default.is_null()).cloned()
    };
    let words = |default: Option<Value>| default.map_or("none".to_owned(), |v| format!("`{v}`"));
    let (old, new) = (default(old), default(new));
    (old != new).then(|| {
        let (old, new) = (words(old), words(new));
        let what = format!("the default, for calls that leave it out, is {new} and was {old}");
        Found::new(Kind::Unclear, what)
    })
}
