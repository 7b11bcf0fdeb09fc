//! Whether two schemas are written the same, but for words and the names of
//! definitions.

use serde_json::{Map, Value};

use super::WORDS;
use super::unfold::resolve;

/// Two documents, compared piece by piece.
pub(super) struct Sameness<'s> {
    old: &'s Value,
    new: &'s Value,
    /// Pairs of references being compared: where one comes again, nothing new
    /// can be found behind it.
    trail: Vec<(&'s str, &'s str)>,
}

impl<'s> Sameness<'s> {
    pub(super) const fn new(old: &'s Value, new: &'s Value) -> Self {
        Self {
            old,
            new,
            trail: Vec::new(),
        }
    }

    /// Whether two schemas are the same.
    pub(super) fn schemas(&mut self, old: &'s Value, new: &'s Value) -> bool {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => {
                let told = |members: &'s Map<String, Value>| {
                    (members.iter()).filter(|(keyword, _)| !WORDS.contains(&keyword.as_str()))
                };
                told(old).count() == told(new).count()
                    && told(old).all(|(keyword, old)| {
                        (new.get(keyword)).is_some_and(|new| self.values(keyword, old, new))
                    })
            }
            _ => old == new,
        }
    }

    /// Whether two values of a keyword are the same.
    pub(super) fn values(&mut self, keyword: &str, old: &'s Value, new: &'s Value) -> bool {
        match (keyword, old, new) {
            ("$ref", Value::String(old), Value::String(new)) => self.references(old, new),
            // Here an object is a value, and its members are no keywords.
            ("const" | "enum", ..) => old == new,
            (
                "properties" | "patternProperties" | "dependentSchemas" | "dependentRequired",
                Value::Object(old),
                Value::Object(new),
            ) => {
                old.len() == new.len()
                    && old.iter().all(|(name, old)| {
                        (new.get(name)).is_some_and(|new| self.schemas(old, new))
                    })
            }
            (_, Value::Array(old), Value::Array(new)) => {
                old.len() == new.len()
                    && (old.iter().zip(new)).all(|(old, new)| self.schemas(old, new))
            }
            _ => self.schemas(old, new),
        }
    }

    fn references(&mut self, old: &'s str, new: &'s str) -> bool {
        if self.trail.contains(&(old, new)) {
            return true;
        }
        let (Some(old_target), Some(new_target)) = (resolve(self.old, old), resolve(self.new, new))
        else {
            return old == new;
        };
        self.trail.push((old, new));
        let same = self.schemas(old_target, new_target);
        self.trail.pop();
        same
    }
}
