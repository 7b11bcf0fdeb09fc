//! Compares two published schemas: what the newer takes that the older did not,
//! and the reverse, each with its place.
//!
//! `unfold` turns a schema into alternatives without references, `shape` sorts
//! them by the JSON type they are about, and `compare` pairs those of two
//! schemas; `objects`, `lists` and `scalars` look into a pair. What none of them
//! understands must be the same on both sides (`same`), or is called unclear.
//!
//! Nothing here proves that two schemas mean the same: it looks for a reason to
//! believe so, and where it finds none it says what it has seen.

mod compare;
mod lists;
mod objects;
mod same;
mod scalars;
mod shape;
mod unfold;

use serde_json::Value;

use self::compare::Comparison;
use super::changes::Severity;
use crate::schema::Direction;

/// What one place of a schema does otherwise than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// A JSON Pointer into the values, `*` for every item or any name.
    pub(super) at: String,
    pub(super) kind: Kind,
    pub(super) what: String,
}

/// Which way the set of values has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Values fit that did not.
    Wider,
    /// Values do not fit any more.
    Narrower,
    /// A member that was described is not any more.
    Lost,
    /// A member is described that was not.
    Gained,
    /// Either of them, or both.
    Unclear,
}

impl Kind {
    /// What it means for whoever relies on the schema.
    pub(super) const fn severity(self, direction: Direction) -> Severity {
        match (self, direction) {
            (Self::Gained, _)
            | (Self::Wider, Direction::Input)
            | (Self::Narrower, Direction::Output) => Severity::Additive,
            _ => Severity::Breaking,
        }
    }
}

impl Found {
    fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self {
            at: String::new(),
            kind,
            what: what.into(),
        }
    }

    /// The same, seen from the value that has it as `member`.
    fn below(mut self, member: &str) -> Self {
        let member = member.replace('~', "~0").replace('/', "~1");
        self.at = format!("/{member}{}", self.at);
        self
    }
}

/// Everything that `new` does otherwise than `old`; nothing where they take the
/// same values, however they are written.
pub(super) fn compare(old: &Value, new: &Value, direction: Direction) -> Vec<Found> {
    let mut comparison = Comparison::new(old, new, direction);
    let mut found = comparison.compare(&[old], &[new]);
    let mut seen = Vec::new();
    found.retain(|found| {
        let first = !seen.contains(found);
        seen.push(found.clone());
        first
    });
    found
}

/// Keywords that say something about a schema and nothing about values.
const WORDS: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];
