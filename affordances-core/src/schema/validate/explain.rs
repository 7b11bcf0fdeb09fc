//! Why a value does not fit: every fault at its place, those of the variant
//! that was meant, and never a word of what was sent.

use serde_json::{Map, Value};

use self::scalars::{of_number, of_string};
use super::check::{Run, repeated};
use super::issues::{Issues, Place};
use super::rules::{ArrayRules, InPlace, Node, NodeId, ObjectRules, Types, equal};
use super::words::{self, one_of};

mod alternatives;
mod scalars;

impl<'v> Run<'v> {
    /// Lists the faults of a value; none of one that fits.
    pub(super) fn explain(&self, id: NodeId, value: &Value, at: Place<'_>, to: &mut Issues) {
        if to.is_full() || self.fits(id, value) {
            return;
        }
        let node = self.node(id);
        if node.never {
            return to.add(at, "must not be given", None);
        }
        if let Some(types) = node.types.filter(|types| !types.overlaps(Types::of(value))) {
            return to.add(at, words::of_type(types), Some("type"));
        }
        if let Some(constant) = node
            .constant
            .as_ref()
            .filter(|constant| !equal(constant, value))
        {
            return to.add(
                at,
                format!("must be {}", words::short(constant)),
                Some("const"),
            );
        }
        if let Some(options) = node
            .options
            .as_ref()
            .filter(|options| !options.iter().any(|option| equal(option, value)))
        {
            return to.add(at, format!("must be {}", one_of(options)), Some("enum"));
        }
        match (value, node) {
            (
                Value::Number(value),
                Node {
                    number: Some(rules),
                    ..
                },
            ) => of_number(rules, value, at, to),
            (
                Value::String(text),
                Node {
                    string: Some(rules),
                    ..
                },
            ) => of_string(rules, text, at, to),
            (
                Value::Array(items),
                Node {
                    array: Some(rules), ..
                },
            ) => self.explain_items(rules, items, at, to),
            (
                Value::Object(members),
                Node {
                    object: Some(rules),
                    ..
                },
            ) => self.explain_members(rules, members, value, at, to),
            _ => {}
        }
        for part in &node.in_place {
            self.explain_in_place(part, value, at, to);
        }
        self.explain_the_rest(node, value, at, to);
    }

    fn explain_items(&self, rules: &ArrayRules, items: &[Value], at: Place<'_>, to: &mut Issues) {
        let count = items.len() as u64;
        if let Some(least) = rules.min_items.filter(|least| count < *least) {
            to.add(
                at,
                format!("must have at least {least} {}", words::items(least)),
                Some("minItems"),
            );
        }
        if let Some(most) = rules.max_items.filter(|most| count > *most) {
            to.add(
                at,
                format!("must have at most {most} {}", words::items(most)),
                Some("maxItems"),
            );
        }
        let schemas = rules.prefix.iter().copied().map(Some);
        let schemas = schemas.chain(std::iter::repeat(rules.items));
        for ((n, item), schema) in items.iter().enumerate().zip(schemas) {
            if let Some(schema) = schema {
                self.explain(schema, item, at.item(n), to);
            }
        }
        if let Some(n) = repeated(items).filter(|_| rules.unique) {
            to.add(at.item(n), "must not be there twice", Some("uniqueItems"));
        }
        if let Some(contains) = &rules.contains {
            let found = items
                .iter()
                .filter(|item| self.fits(contains.schema, item))
                .count() as u64;
            if found < contains.least {
                to.add(at, "lacks an item that it must contain", Some("contains"));
            }
            if contains.most.is_some_and(|most| found > most) {
                to.add(at, "has too many items of one kind", Some("maxContains"));
            }
        }
    }

    fn explain_members(
        &self,
        rules: &ObjectRules,
        members: &Map<String, Value>,
        value: &Value,
        at: Place<'_>,
        to: &mut Issues,
    ) {
        for name in rules
            .required
            .iter()
            .filter(|name| !members.contains_key(*name))
        {
            to.add(at.member(name), "is required", Some("required"));
        }
        let count = members.len() as u64;
        if let Some(least) = rules.min_properties.filter(|least| count < *least) {
            to.add(
                at,
                format!("must have at least {least} {}", words::members(least)),
                Some("minProperties"),
            );
        }
        if let Some(most) = rules.max_properties.filter(|most| count > *most) {
            to.add(
                at,
                format!("must have at most {most} {}", words::members(most)),
                Some("maxProperties"),
            );
        }
        for (name, needed) in &rules.dependent_required {
            if members.contains_key(name) {
                for needed in needed
                    .iter()
                    .filter(|needed| !members.contains_key(*needed))
                {
                    to.add(
                        at.member(needed),
                        format!("is required with `{name}`"),
                        Some("dependentRequired"),
                    );
                }
            }
        }
        for (name, member) in sorted(members) {
            if let Some(schema) = rules.names.filter(|schema| !self.name_fits(*schema, name)) {
                self.explain_name(schema, name, at.member(name), to);
                continue;
            }
            for schema in rules.of_member(name) {
                if self.node(schema).never && rules.property(name).is_none() {
                    to.add(at.member(name), UNKNOWN, Some("additionalProperties"));
                } else {
                    self.explain(schema, member, at.member(name), to);
                }
            }
        }
        for (name, schema) in &rules.dependent_schemas {
            if members.contains_key(name) {
                self.explain(*schema, value, at, to);
            }
        }
    }

    /// A fault of a member's name.
    fn explain_name(&self, schema: NodeId, name: &str, at: Place<'_>, to: &mut Issues) {
        let name = Value::String(name.to_owned());
        let mut faults = Issues::default();
        let run = Run::new(self.nodes());
        run.explain(schema, &name, Place::root(), &mut faults);
        let why = faults
            .into_list()
            .into_iter()
            .next()
            .map_or(String::new(), |issue| format!(": it {}", issue.message));
        to.add(
            at,
            format!("has a name that is not allowed{why}"),
            Some("propertyNames"),
        );
    }

    fn explain_in_place(&self, part: &InPlace, value: &Value, at: Place<'_>, to: &mut Issues) {
        match part {
            InPlace::All(schema) => self.explain(*schema, value, at, to),
            InPlace::Any(alternatives) => {
                let fits = alternatives
                    .branches
                    .iter()
                    .any(|branch| self.fits(*branch, value));
                if !fits {
                    self.explain_alternatives(alternatives, value, at, to, "anyOf");
                }
            }
            InPlace::One(alternatives) => match self.fitting(alternatives, value).take(2).count() {
                0 => self.explain_alternatives(alternatives, value, at, to, "oneOf"),
                1 => {}
                _ => to.add(at, "fits more than one of the alternatives", Some("oneOf")),
            },
            InPlace::Not(schema) if self.fits(*schema, value) => {
                let what = match &self.node(*schema).constant {
                    Some(constant) => format!("must not be {}", words::short(constant)),
                    None => "is not allowed here".to_owned(),
                };
                to.add(at, what, Some("not"));
            }
            InPlace::Not(_) => {}
            InPlace::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if self.fits(*condition, value) {
                    then
                } else {
                    otherwise
                };
                if let Some(branch) = branch {
                    self.explain(*branch, value, at, to);
                }
            }
        }
    }

    fn explain_the_rest(&self, node: &'v Node, value: &Value, at: Place<'_>, to: &mut Issues) {
        // Where a part does not fit, what it looks at counts as left over:
        // its own faults say it better.
        if !node.in_place.iter().all(|part| self.in_place(part, value)) {
            return;
        }
        match (value, node.unevaluated_properties, node.unevaluated_items) {
            (Value::Object(members), Some(schema), _) => {
                let mut names = self.unevaluated_members(node, value);
                names.sort_unstable();
                for name in names {
                    match members.get(name) {
                        Some(_) if self.node(schema).never => {
                            to.add(at.member(name), UNKNOWN, Some("unevaluatedProperties"));
                        }
                        Some(member) => self.explain(schema, member, at.member(name), to),
                        None => {}
                    }
                }
            }
            (Value::Array(items), _, Some(schema)) => {
                for n in self.unevaluated_items(node, value) {
                    self.explain(schema, &items[n], at.item(n), to);
                }
            }
            _ => {}
        }
    }
}

const UNKNOWN: &str = "is not a member of this input";

/// Members by name: their order is the same whichever way JSON keeps them.
fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    members
}
