//! The published schema as the one that is enforced: compiled once at start,
//! then asked of every input.
//!
//! The dialect is JSON Schema 2020-12 with `format` asserted, in one document.
//! `compile` turns the JSON into `rules` or refuses it; `check` says whether a
//! value fits, `explain` why it does not, and `settle` writes `1.0` as `1`
//! where an integer is asked for. All of it takes time linear in the value for
//! one schema: patterns do not backtrack, alternatives are chosen by their tag,
//! and what recursive schemas say of a value is remembered.

use std::fmt;

use serde_json::Value;

use self::check::Run;
use self::issues::{Issues, Place};
use self::rules::Node;
use crate::protocol::Issue;

mod alternatives;
mod check;
mod compile;
mod evaluated;
mod explain;
mod format;
mod graph;
mod issues;
mod keywords;
mod number;
mod pattern;
mod rules;
mod sample;
mod settle;
mod texts;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use number::compare as compare_numbers;

/// The dialect's name, the only one that `$schema` may have.
pub(crate) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Which way the values of a schema go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Read by the app: the schema of `Deserialize`.
    Input,
    /// Written by the app: the schema of `Serialize`.
    Output,
}

/// A compiled schema.
#[derive(Debug)]
pub struct Validator(Vec<Node>);

impl Validator {
    /// Compiles a schema of JSON Schema 2020-12.
    ///
    /// ```
    /// use affordances_core::schema::{Direction, Validator};
    /// use serde_json::json;
    ///
    /// let schema = json!({ "type": "string", "pattern": "^[a-z]+$", "maxLength": 3 });
    /// let validator = Validator::new(&schema, Direction::Input).unwrap();
    /// assert!(validator.fits(&json!("abc")));
    /// assert_eq!(validator.issues(&json!("abcd"))[0].message, "must have at most 3 characters");
    ///
    /// let looks_ahead = json!({ "pattern": "^(?=.*[0-9])" });
    /// assert!(Validator::new(&looks_ahead, Direction::Input).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Everything in it that cannot be enforced as it stands, each with its
    /// place and what to write instead.
    pub fn new(schema: &Value, direction: Direction) -> Result<Self, Vec<SchemaFault>> {
        compile::compile(schema, direction).map(Self)
    }

    /// Whether a value fits.
    #[must_use]
    pub fn fits(&self, value: &Value) -> bool {
        Run::new(&self.0).fits(ROOT, value)
    }

    /// Every fault of a value, at most 32; none when it fits.
    #[must_use]
    pub fn issues(&self, value: &Value) -> Vec<Issue> {
        let mut issues = Issues::default();
        Run::new(&self.0).explain(ROOT, value, Place::root(), &mut issues);
        issues.into_list()
    }

    /// The same value for serde, which takes no `1.0` for an integer: a value
    /// that fits, with `1` where the schema asks for an integer.
    #[must_use]
    pub fn settled(&self, value: Value) -> Value {
        if !settle::may_need_it(&value) {
            return value;
        }
        Run::new(&self.0).settled(ROOT, &value)
    }
}

const ROOT: rules::NodeId = 0;

/// Something in a schema that cannot be enforced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaFault {
    /// Where: a JSON Pointer into the schema.
    at: String,
    what: String,
}

impl SchemaFault {
    pub(crate) fn new(at: &str, what: impl Into<String>) -> Self {
        Self {
            at: at.to_owned(),
            what: what.into(),
        }
    }
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => write!(f, "the schema {}", self.what),
            at => write!(f, "`{at}` {}", self.what),
        }
    }
}

impl std::error::Error for SchemaFault {}
