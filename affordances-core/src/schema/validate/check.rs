//! Whether a value fits: yes or no, without a word and almost without memory.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Map, Number, Value};

use super::number;
use super::rules::{
    Alternatives, ArrayRules, Choice, InPlace, Node, NodeId, NumberRules, ObjectRules, StringRules,
    Types, equal,
};

/// One value judged by one compiled schema.
#[derive(Debug)]
pub(super) struct Run<'v> {
    nodes: &'v [Node],
    /// What recursive schemas say of the values seen, by address: alternatives
    /// within alternatives are judged once, not once per way that leads there.
    seen: RefCell<HashMap<(NodeId, usize), bool>>,
}

impl<'v> Run<'v> {
    /// The values that it is asked about must outlive it unmoved.
    pub(super) fn new(nodes: &'v [Node]) -> Self {
        Self {
            nodes,
            seen: RefCell::default(),
        }
    }

    pub(super) fn nodes(&self) -> &'v [Node] {
        self.nodes
    }

    pub(super) fn node(&self, id: NodeId) -> &'v Node {
        &self.nodes[id]
    }

    pub(super) fn fits(&self, id: NodeId, value: &Value) -> bool {
        let node = self.node(id);
        if !node.is_recursive {
            return self.judge(node, value);
        }
        let key = (id, std::ptr::from_ref(value).addr());
        if let Some(known) = self.seen.borrow().get(&key) {
            return *known;
        }
        let fits = self.judge(node, value);
        self.seen.borrow_mut().insert(key, fits);
        fits
    }

    fn judge(&self, node: &Node, value: &Value) -> bool {
        !node.never
            && node
                .types
                .is_none_or(|types| types.overlaps(Types::of(value)))
            && node
                .constant
                .as_ref()
                .is_none_or(|constant| equal(constant, value))
            && node
                .options
                .as_ref()
                .is_none_or(|options| options.iter().any(|option| equal(option, value)))
            && match value {
                Value::Number(number) => node
                    .number
                    .as_deref()
                    .is_none_or(|rules| of_number(rules, number)),
                Value::String(text) => node
                    .string
                    .as_deref()
                    .is_none_or(|rules| of_string(rules, text)),
                Value::Array(items) => node
                    .array
                    .as_deref()
                    .is_none_or(|rules| self.of_array(rules, items)),
                Value::Object(members) => node
                    .object
                    .as_deref()
                    .is_none_or(|rules| self.of_object(rules, members, value)),
                _ => true,
            }
            && node.in_place.iter().all(|part| self.in_place(part, value))
            && self.leaves_nothing(node, value)
    }

    pub(super) fn in_place(&self, part: &InPlace, value: &Value) -> bool {
        match part {
            InPlace::All(schema) => self.fits(*schema, value),
            InPlace::Any(alternatives) => match chosen(alternatives, value) {
                Some(branch) => branch.is_some_and(|branch| self.fits(branch, value)),
                None => alternatives
                    .branches
                    .iter()
                    .any(|branch| self.fits(*branch, value)),
            },
            InPlace::One(alternatives) => match chosen(alternatives, value) {
                Some(branch) => branch.is_some_and(|branch| self.fits(branch, value)),
                None => self.fitting(alternatives, value).take(2).count() == 1,
            },
            InPlace::Not(schema) => !self.fits(*schema, value),
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
                branch.is_none_or(|branch| self.fits(branch, value))
            }
        }
    }

    /// The alternatives that a value fits.
    pub(super) fn fitting(
        &self,
        alternatives: &'v Alternatives,
        value: &Value,
    ) -> impl Iterator<Item = NodeId> {
        let branches = alternatives.branches.iter().copied();
        branches.filter(move |branch| self.fits(*branch, value))
    }

    fn of_array(&self, rules: &ArrayRules, items: &[Value]) -> bool {
        let count = items.len() as u64;
        let (first, rest) = items.split_at(rules.prefix.len().min(items.len()));
        rules.min_items.is_none_or(|least| count >= least)
            && rules.max_items.is_none_or(|most| count <= most)
            && first
                .iter()
                .zip(&rules.prefix)
                .all(|(item, schema)| self.fits(*schema, item))
            && rules
                .items
                .is_none_or(|schema| rest.iter().all(|item| self.fits(schema, item)))
            && (!rules.unique || repeated(items).is_none())
            && rules.contains.as_ref().is_none_or(|contains| {
                let count = items
                    .iter()
                    .filter(|item| self.fits(contains.schema, item))
                    .count() as u64;
                count >= contains.least && contains.most.is_none_or(|most| count <= most)
            })
    }

    fn of_object(&self, rules: &ObjectRules, members: &Map<String, Value>, value: &Value) -> bool {
        let count = members.len() as u64;
        rules.required.iter().all(|name| members.contains_key(name))
            && rules.min_properties.is_none_or(|least| count >= least)
            && rules.max_properties.is_none_or(|most| count <= most)
            && rules.dependent_required.iter().all(|(name, needed)| {
                !members.contains_key(name) || needed.iter().all(|name| members.contains_key(name))
            })
            && rules
                .names
                .is_none_or(|schema| members.keys().all(|name| self.name_fits(schema, name)))
            && members
                .iter()
                .all(|(name, member)| self.member_fits(rules, name, member))
            && rules
                .dependent_schemas
                .iter()
                .all(|(name, schema)| !members.contains_key(name) || self.fits(*schema, value))
    }

    fn member_fits(&self, rules: &ObjectRules, name: &str, member: &Value) -> bool {
        if rules.patterns.is_empty() {
            let schema = rules.property(name).or(rules.additional);
            return schema.is_none_or(|schema| self.fits(schema, member));
        }
        rules
            .of_member(name)
            .all(|schema| self.fits(schema, member))
    }

    /// A name is judged by a run of its own, which remembers no addresses.
    pub(super) fn name_fits(&self, schema: NodeId, name: &str) -> bool {
        let name = Value::String(name.to_owned());
        Run::new(self.nodes).fits(schema, &name)
    }

    fn leaves_nothing(&self, node: &Node, value: &Value) -> bool {
        match (value, node.unevaluated_properties, node.unevaluated_items) {
            (Value::Object(members), Some(schema), _) => {
                self.unevaluated_members(node, value).iter().all(|name| {
                    members
                        .get(*name)
                        .is_none_or(|member| self.fits(schema, member))
                })
            }
            (Value::Array(items), _, Some(schema)) => self
                .unevaluated_items(node, value)
                .iter()
                .all(|at| items.get(*at).is_none_or(|item| self.fits(schema, item))),
            _ => true,
        }
    }
}

/// The branch that an object means, where the alternatives can tell:
/// `Some(None)` is one that there is not.
pub(super) fn chosen(alternatives: &Alternatives, value: &Value) -> Option<Option<NodeId>> {
    let members = value.as_object()?;
    let (variants, name) = match alternatives.choice.as_ref()? {
        Choice::Tag { member, variants } => (variants, members.get(member).and_then(Value::as_str)),
        Choice::Key(variants) => {
            let mut names = members.keys();
            let only = names.next().filter(|_| names.next().is_none());
            (variants, only.map(String::as_str))
        }
    };
    let found = variants
        .iter()
        .find(|(known, _)| Some(known.as_str()) == name);
    Some(found.map(|(_, branch)| alternatives.branches[*branch]))
}

fn of_number(rules: &NumberRules, value: &Number) -> bool {
    let above = |limit: &Number| number::compare(value, limit);
    rules
        .minimum
        .as_ref()
        .is_none_or(|limit| above(limit).is_ge())
        && rules
            .maximum
            .as_ref()
            .is_none_or(|limit| above(limit).is_le())
        && rules
            .exclusive_minimum
            .as_ref()
            .is_none_or(|limit| above(limit).is_gt())
        && rules
            .exclusive_maximum
            .as_ref()
            .is_none_or(|limit| above(limit).is_lt())
        && rules
            .multiple_of
            .as_ref()
            .is_none_or(|of| number::is_multiple(value, of))
}

fn of_string(rules: &StringRules, text: &str) -> bool {
    // Characters are counted only where bytes do not tell.
    let bytes = text.len() as u64;
    let longer = |than: u64| bytes > than && text.chars().count() as u64 > than;
    rules.max_length.is_none_or(|most| !longer(most))
        && rules
            .min_length
            .is_none_or(|least| least == 0 || longer(least - 1))
        && rules.format.as_ref().is_none_or(|(_, fits)| fits(text))
        && rules
            .pattern
            .as_ref()
            .is_none_or(|(_, pattern)| pattern.is_match(text))
}

/// The first item that is the same as one before it.
pub(super) fn repeated(items: &[Value]) -> Option<usize> {
    if items.len() < 16 {
        return (1..items.len())
            .find(|at| items[..*at].iter().any(|item| equal(item, &items[*at])));
    }
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        hash(item, &mut hasher);
        let alike = seen.entry(hasher.finish()).or_default();
        if alike.iter().any(|other| equal(&items[*other], item)) {
            return Some(at);
        }
        alike.push(at);
    }
    None
}

/// Equal values have equal hashes; `1` and `1.0` are equal.
fn hash(value: &Value, to: &mut DefaultHasher) {
    Types::of(value).0.hash(to);
    match value {
        Value::Null => {}
        Value::Bool(value) => value.hash(to),
        Value::Number(value) => match number::whole(value) {
            Some(whole) => whole.as_i64().hash(to),
            None if value.is_f64() => value.as_f64().map(f64::to_bits).hash(to),
            None => value.as_i64().hash(to),
        },
        Value::String(value) => value.hash(to),
        Value::Array(items) => items.iter().for_each(|item| hash(item, to)),
        Value::Object(members) => {
            // The order of members is none of theirs.
            let names: HashSet<_> = members.keys().collect();
            names.len().hash(to);
            let all = members.iter().map(|(name, member)| {
                let mut hasher = DefaultHasher::new();
                name.hash(&mut hasher);
                hash(member, &mut hasher);
                hasher.finish()
            });
            all.fold(0_u64, u64::wrapping_add).hash(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_repeated_item_is_found_among_many() {
        let mut items: Vec<Value> = (0..100).map(|n| json!({ "a": n, "b": [n, "x"] })).collect();
        assert_eq!(repeated(&items), None);
        items.push(json!({ "b": [7.0, "x"], "a": 7 }));
        assert_eq!(repeated(&items), Some(100));
        assert_eq!(
            repeated(&[json!(1), json!(true), json!("1"), json!(1.0)]),
            Some(3)
        );
    }
}
