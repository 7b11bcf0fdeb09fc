//! The keywords of one JSON type each: numbers, strings, arrays, objects.

use serde_json::{Number, Value};

use super::compile::Source;
use super::rules::{ArrayRules, Contains, NodeId, NumberRules, ObjectRules, StringRules};
use super::{format, pattern};

impl Source<'_, '_> {
    pub(super) fn number_rules(&mut self) -> Option<Box<NumberRules>> {
        let rules = NumberRules {
            minimum: self.number("minimum"),
            maximum: self.number("maximum"),
            exclusive_minimum: self.number("exclusiveMinimum"),
            exclusive_maximum: self.number("exclusiveMaximum"),
            multiple_of: self.read("multipleOf", "a number above 0", |value| {
                let number = value.as_number()?;
                number
                    .as_f64()
                    .filter(|of| *of > 0.0)
                    .map(|_| number.clone())
            }),
        };
        let says_something = rules.minimum.is_some()
            || rules.maximum.is_some()
            || rules.exclusive_minimum.is_some()
            || rules.exclusive_maximum.is_some()
            || rules.multiple_of.is_some();
        says_something.then(|| Box::new(rules))
    }

    fn number(&mut self, keyword: &str) -> Option<Number> {
        self.read(keyword, "a number", |value| value.as_number().cloned())
    }

    fn count(&mut self, keyword: &str) -> Option<u64> {
        self.read(keyword, "a whole number, at least 0", |value| {
            // `2.0` is one too.
            let number = value.as_number()?;
            number
                .as_u64()
                .or_else(|| super::number::whole(number)?.as_u64())
        })
    }

    pub(super) fn string_rules(&mut self) -> Option<Box<StringRules>> {
        let rules = StringRules {
            min_length: self.count("minLength"),
            max_length: self.count("maxLength"),
            pattern: self.pattern(),
            format: self.format(),
        };
        let says_something = rules.min_length.is_some()
            || rules.max_length.is_some()
            || rules.pattern.is_some()
            || rules.format.is_some();
        says_something.then(|| Box::new(rules))
    }

    fn pattern(&mut self) -> Option<(String, regex::Regex)> {
        let pattern = self.read("pattern", "a string", Value::as_str)?;
        match pattern::compile(pattern) {
            Ok(compiled) => Some((pattern.to_owned(), compiled)),
            Err(what) => {
                self.fault("pattern", what);
                None
            }
        }
    }

    fn format(&mut self) -> Option<(String, format::Format)> {
        let name = self.read("format", "a string", Value::as_str)?;
        match format::find(name) {
            Some(format) => format.map(|format| (name.to_owned(), format)),
            // What is sent is told, not judged.
            None if !self.is_input() => None,
            None => {
                let known = format::names();
                self.fault(
                    "format",
                    format!(
                        "is `{name}`, which cannot be enforced; take one of {known}, \
                         or say it in a `pattern`"
                    ),
                );
                None
            }
        }
    }

    pub(super) fn array_rules(&mut self) -> Option<Box<ArrayRules>> {
        let (least, most) = (self.count("minContains"), self.count("maxContains"));
        let contains = self.subschema("contains").map(|schema| Contains {
            schema,
            least: least.unwrap_or(1),
            most,
        });
        let rules = ArrayRules {
            min_items: self.count("minItems"),
            max_items: self.count("maxItems"),
            unique: self.read("uniqueItems", "true or false", Value::as_bool) == Some(true),
            prefix: self.subschemas("prefixItems"),
            items: self.subschema("items"),
            contains,
        };
        let says_something = rules.min_items.is_some()
            || rules.max_items.is_some()
            || rules.unique
            || !rules.prefix.is_empty()
            || rules.items.is_some()
            || rules.contains.is_some();
        says_something.then(|| Box::new(rules))
    }

    pub(super) fn object_rules(&mut self) -> Option<Box<ObjectRules>> {
        let mut properties = self.named_subschemas("properties");
        properties.sort();
        let rules = ObjectRules {
            required: self
                .read("required", "a list of names", names)
                .unwrap_or_default(),
            min_properties: self.count("minProperties"),
            max_properties: self.count("maxProperties"),
            properties,
            patterns: self.pattern_properties(),
            additional: self.subschema("additionalProperties"),
            names: self.subschema("propertyNames"),
            dependent_required: self.dependent_required(),
            dependent_schemas: self.named_subschemas("dependentSchemas"),
        };
        let says_something = !rules.required.is_empty()
            || rules.min_properties.is_some()
            || rules.max_properties.is_some()
            || !rules.properties.is_empty()
            || !rules.patterns.is_empty()
            || rules.additional.is_some()
            || rules.names.is_some()
            || !rules.dependent_required.is_empty()
            || !rules.dependent_schemas.is_empty();
        says_something.then(|| Box::new(rules))
    }

    fn pattern_properties(&mut self) -> Vec<(String, regex::Regex, NodeId)> {
        let mut compiled = Vec::new();
        for (pattern, schema) in self.named_subschemas("patternProperties") {
            match pattern::compile(&pattern) {
                Ok(run) => compiled.push((pattern, run, schema)),
                Err(what) => self.fault(
                    "patternProperties",
                    format!("the pattern `{pattern}` {what}"),
                ),
            }
        }
        compiled
    }

    fn dependent_required(&mut self) -> Vec<(String, Vec<String>)> {
        let mut dependent = Vec::new();
        for (name, needed) in self.pairs("dependentRequired") {
            match names(needed) {
                Some(needed) => dependent.push((name.clone(), needed)),
                None => self.fault("dependentRequired", "must hold lists of names"),
            }
        }
        dependent
    }
}

fn names(value: &Value) -> Option<Vec<String>> {
    let name = |name: &Value| name.as_str().map(str::to_owned);
    value.as_array()?.iter().map(name).collect()
}
