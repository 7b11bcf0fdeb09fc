//! Values that fit a schema, a few that cover all of it: what a type is asked
//! to read at start, so that a type and its schema that disagree are found
//! before anybody calls.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::check::Run;
use super::rules::{InPlace, Node, NodeId, ObjectRules, Types};
use super::{ROOT, Validator, graph, texts};

/// The most samples of one schema, and the most tries for one value.
const MOST_PLANS: usize = 64;
const MOST_TRIES: usize = 24;
/// How often a schema may stand within itself.
const DEEPEST: usize = 2;

/// How much of what may be left out is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fullness {
    Least,
    Most,
    /// All of it, and a member of which the schema says nothing.
    Beyond,
}

/// Which alternative is taken where, and which object gets a member more.
#[derive(Debug, Clone, Default)]
struct Plan {
    branches: HashMap<(NodeId, usize), usize>,
    member: Option<(NodeId, String, Value)>,
    /// The schemas that lead to that object: no other map has members, for their
    /// names may be as unsure.
    around: Option<HashSet<NodeId>>,
}

impl Validator {
    /// Values that fit: all alternatives are among them, with as few members as
    /// possible and with all.
    pub(crate) fn samples(&self) -> Vec<Value> {
        let mut samples = Vec::new();
        for plan in self.plans() {
            for fullness in [Fullness::Least, Fullness::Most, Fullness::Beyond] {
                let sample = Sampler::new(&self.0, &plan, fullness).sample();
                samples.extend(sample.filter(|sample| !samples.contains(sample)));
            }
        }
        samples
    }

    /// A value in which the object at a place of the schema has a member of this
    /// name: this value, unless the schema says of what kind it is.
    pub(crate) fn sample_with_member(&self, at: &str, name: &str, value: &Value) -> Option<Value> {
        let of = self.0.iter().position(|node| node.at == at)?;
        let around = graph::leading_to(&self.0, of);
        self.plans().into_iter().find_map(|plan| {
            let plan = Plan {
                member: Some((of, name.to_owned(), value.clone())),
                around: Some(around.clone()),
                ..plan
            };
            let mut sampler = Sampler::new(&self.0, &plan, Fullness::Most);
            let sample = sampler.sample()?;
            sampler.has_member.then_some(sample)
        })
    }

    /// A plan for each alternative, wherever it is.
    fn plans(&self) -> Vec<Plan> {
        let mut plans = vec![Plan::default()];
        let mut known = HashSet::new();
        let mut next = 0;
        while next < plans.len() && plans.len() < MOST_PLANS {
            let plan = plans[next].clone();
            let mut sampler = Sampler::new(&self.0, &plan, Fullness::Most);
            sampler.sample();
            let mut met: Vec<_> = sampler.met.into_iter().collect();
            met.sort_unstable();
            for ((node, part), count) in met {
                for branch in (0..count).filter(|branch| known.insert((node, part, *branch))) {
                    let mut branches = plan.branches.clone();
                    branches.insert((node, part), branch);
                    plans.push(Plan {
                        branches,
                        ..Plan::default()
                    });
                }
            }
            next += 1;
        }
        plans
    }
}

struct Sampler<'v> {
    nodes: &'v [Node],
    plan: &'v Plan,
    fullness: Fullness,
    /// The schemas that the value being made stands in.
    around: Vec<NodeId>,
    /// The choices that were met, and between how many.
    met: HashMap<(NodeId, usize), usize>,
    has_member: bool,
}

impl<'v> Sampler<'v> {
    fn new(nodes: &'v [Node], plan: &'v Plan, fullness: Fullness) -> Self {
        Self {
            nodes,
            plan,
            fullness,
            around: Vec::new(),
            met: HashMap::new(),
            has_member: false,
        }
    }

    fn sample(&mut self) -> Option<Value> {
        self.value(&[ROOT])
    }

    /// A value that fits all of these schemas.
    fn value(&mut self, all: &[NodeId]) -> Option<Value> {
        let depth = |id: &NodeId| self.around.iter().filter(|around| *around == id).count();
        if all.iter().any(|id| depth(id) >= DEEPEST) {
            return None;
        }
        self.around.extend(all);
        let value = (0..MOST_TRIES).find_map(|attempt| {
            let parts = self.gather(all, attempt)?;
            let value = self.of_parts(&parts)?;
            self.fits(all, &value).then_some(value)
        });
        self.around.truncate(self.around.len() - all.len());
        value
    }

    fn fits(&self, all: &[NodeId], value: &Value) -> bool {
        all.iter().all(|id| Run::new(self.nodes).fits(*id, value))
    }

    /// The schemas and their parts for the same value. Each attempt takes other
    /// alternatives, the planned ones first; `None` when all were tried.
    fn gather(&mut self, all: &[NodeId], attempt: usize) -> Option<Vec<NodeId>> {
        let mut parts = all.to_vec();
        let mut rest = attempt;
        let mut at = 0;
        while let Some(id) = parts.get(at).copied() {
            at += 1;
            for (n, part) in self.nodes[id].in_place.iter().enumerate() {
                match part {
                    InPlace::All(schema) => parts.push(*schema),
                    InPlace::Any(alternatives) | InPlace::One(alternatives) => {
                        let count = alternatives.branches.len();
                        self.met.insert((id, n), count);
                        let planned = self.plan.branches.get(&(id, n)).copied().unwrap_or(0);
                        parts.push(alternatives.branches[(planned + rest % count) % count]);
                        rest /= count;
                    }
                    InPlace::Not(_) | InPlace::If { .. } => {}
                }
            }
            if parts.len() > self.nodes.len() {
                return None;
            }
        }
        (rest == 0).then_some(parts)
    }

    fn of_parts(&mut self, parts: &[NodeId]) -> Option<Value> {
        let nodes = self.nodes;
        let each = || parts.iter().map(|id| &nodes[*id]);
        if each().any(|node| node.never) {
            return None;
        }
        let given = each().find_map(|node| match (&node.constant, &node.options) {
            (Some(constant), _) => Some(vec![constant.clone()]),
            (None, options) => options.clone(),
        });
        if let Some(given) = given {
            return given.into_iter().find(|value| self.fits(parts, value));
        }
        let types = each()
            .filter_map(|node| node.types)
            .fold(Types::ALL, Types::and);
        [
            "object", "array", "string", "integer", "number", "boolean", "null",
        ]
        .into_iter()
        .filter(|name| Types::named(name).is_some_and(|named| named.overlaps(types)))
        .find_map(|name| match name {
            "object" => self.object(parts),
            "array" => self.array(parts),
            "string" => self.first(parts, texts::candidates(each())),
            "integer" | "number" => self.first(parts, numbers(each())),
            "boolean" => self.first(parts, vec![true.into(), false.into()]),
            _ => self.first(parts, vec![Value::Null]),
        })
    }

    fn first(&self, parts: &[NodeId], candidates: Vec<Value>) -> Option<Value> {
        candidates.into_iter().find(|value| self.fits(parts, value))
    }

    fn array(&mut self, parts: &[NodeId]) -> Option<Value> {
        let nodes = self.nodes;
        let rules: Vec<_> = parts
            .iter()
            .filter_map(|id| nodes[*id].array.as_deref())
            .collect();
        let least = rules.iter().filter_map(|rules| rules.min_items).max();
        let least = usize::try_from(least.unwrap_or(0))
            .ok()
            .filter(|least| *least <= 1024)?;
        let prefix = rules
            .iter()
            .map(|rules| rules.prefix.len())
            .max()
            .unwrap_or(0);
        let wanted = if self.fullness == Fullness::Least {
            0
        } else {
            1
        };
        let mut items = Vec::new();
        for contains in rules.iter().filter_map(|rules| rules.contains.as_ref()) {
            for _ in 0..contains.least {
                items.push(self.value(&[contains.schema])?);
            }
        }
        while items.len() < least.max(prefix).max(wanted) {
            let of_item = |rules: &&super::rules::ArrayRules| {
                rules.prefix.get(items.len()).copied().or(rules.items)
            };
            let schemas: Vec<_> = rules.iter().filter_map(of_item).collect();
            match self.value(&schemas) {
                Some(item) => items.push(item),
                None if items.len() >= least => break,
                None => return None,
            }
        }
        Some(Value::Array(items))
    }

    fn object(&mut self, parts: &[NodeId]) -> Option<Value> {
        let nodes = self.nodes;
        let rules: Vec<_> = parts
            .iter()
            .filter_map(|id| Some((*id, nodes[*id].object.as_deref()?)))
            .collect();
        let mut members = Map::new();
        for name in rules.iter().flat_map(|(_, rules)| &rules.required) {
            let value = self.member(&rules, name)?;
            members.insert(name.clone(), value);
        }
        if self.fullness == Fullness::Least {
            return Some(Value::Object(members));
        }
        let mut names: Vec<String> = Vec::new();
        for (id, rules) in &rules {
            names.extend(rules.properties.iter().map(|(name, _)| name.clone()));
            names.extend(self.names_of_map(*id, rules));
        }
        if self.fullness == Fullness::Beyond {
            names.push("unknownMember".to_owned());
        }
        for name in names {
            if !members.contains_key(&name)
                && let Some(value) = self.member(&rules, &name)
            {
                self.has_member |= self.is_wanted(&rules, &name);
                members.insert(name, value);
            }
        }
        Some(Value::Object(members))
    }

    fn is_wanted(&self, rules: &[(NodeId, &ObjectRules)], name: &str) -> bool {
        let wanted = self.plan.member.as_ref();
        wanted.is_some_and(|(of, wanted, _)| wanted == name && rules.iter().any(|(id, _)| id == of))
    }

    fn member(&mut self, rules: &[(NodeId, &ObjectRules)], name: &str) -> Option<Value> {
        let schemas: Vec<_> = rules
            .iter()
            .flat_map(|(_, rules)| rules.of_member(name))
            .collect();
        if !schemas.is_empty() {
            return self.value(&schemas);
        }
        match &self.plan.member {
            Some((.., value)) if self.is_wanted(rules, name) => Some(value.clone()),
            _ => Some(Value::Null),
        }
    }

    /// A name for each kind of member whose name is not given.
    fn names_of_map(&mut self, id: NodeId, rules: &ObjectRules) -> Vec<String> {
        if let Some((_, name, _)) = self.plan.member.as_ref().filter(|(of, ..)| *of == id) {
            return vec![name.clone()];
        }
        if self
            .plan
            .around
            .as_ref()
            .is_some_and(|around| !around.contains(&id))
        {
            return Vec::new();
        }
        let by_pattern = rules.patterns.iter();
        let mut names: Vec<String> = by_pattern
            .filter_map(|(_, pattern, _)| texts::matching(pattern))
            .collect();
        if rules
            .additional
            .is_some_and(|schema| !self.nodes[schema].never)
        {
            let named = rules.names.and_then(|schema| self.value(&[schema]));
            let named = named.as_ref().and_then(Value::as_str).map(str::to_owned);
            names.extend(named.or_else(|| rules.names.is_none().then(|| "key".to_owned())));
        }
        names
    }
}

/// Numbers at the edges of what is allowed, and the plainest.
fn numbers<'n>(nodes: impl Iterator<Item = &'n Node>) -> Vec<Value> {
    let mut edges = Vec::new();
    for rules in nodes.filter_map(|node| node.number.as_deref()) {
        let limits = [&rules.minimum, &rules.multiple_of, &rules.maximum];
        edges.extend(limits.into_iter().flatten().cloned().map(Value::Number));
        for (limit, step) in [
            (&rules.exclusive_minimum, 1.0),
            (&rules.exclusive_maximum, -1.0),
        ] {
            let limit = limit.as_ref().and_then(serde_json::Number::as_f64);
            edges.extend(limit.map(|limit| Value::from(limit + step)));
            edges.extend(limit.map(|limit| Value::from(limit + step / 2.0)));
        }
    }
    [0.into(), 1.into(), Value::from(-1)]
        .into_iter()
        .chain(edges)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::*;
    use serde_json::json;

    fn samples(schema: &Value) -> Vec<Value> {
        let validator = Validator::new(schema, Direction::Input).unwrap();
        let samples = validator.samples();
        assert!(
            samples.iter().all(|sample| validator.fits(sample)),
            "{samples:?}"
        );
        samples
    }

    #[test]
    fn samples_cover_every_member_and_alternative() {
        let schema = json!({ "type": "object", "required": ["a"], "properties": {
            "a": { "type": "integer", "minimum": 3 },
            "b": { "anyOf": [{ "$ref": "#/$defs/coupon" }, { "type": "null" }] } },
            "$defs": { "coupon": { "oneOf": [
                { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "x" }, "code": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]+$" } } },
                { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "y" } } } ] } } });
        let samples = samples(&schema);
        for sample in [
            json!({ "a": 3 }),
            json!({ "a": 3, "b": null }),
            json!({ "a": 3, "b": { "kind": "x", "code": "AA-0" } }),
            json!({ "a": 3, "b": { "kind": "y" } }),
            json!({ "a": 3, "b": { "kind": "y", "unknownMember": null }, "unknownMember": null }),
        ] {
            assert!(samples.contains(&sample), "{sample} {samples:#?}");
        }
    }

    #[test]
    fn samples_of_recursive_schemas_end() {
        let tree = json!({ "$defs": { "tree": { "type": "object", "required": ["children"], "properties": {
            "children": { "type": "array", "items": { "$ref": "#/$defs/tree" } } }, "additionalProperties": false } }, "$ref": "#/$defs/tree" });
        assert!(samples(&tree).contains(&json!({ "children": [{ "children": [] }] })));
        let endless = json!({ "type": "object", "required": ["next"], "properties": { "next": { "$ref": "#" } } });
        assert!(samples(&endless).is_empty());
    }

    #[test]
    fn objects_get_the_members_that_they_are_asked_for() {
        let schema = json!({ "type": "object", "properties": { "by": { "type": "object", "additionalProperties": false,
            "patternProperties": { "^\\d+$": { "type": "string" } } } } });
        assert!(
            samples(&schema)
                .iter()
                .any(|sample| sample["by"]["0"] == "text")
        );
        let validator = Validator::new(&schema, Direction::Input).unwrap();
        let with = |at: &str, name: &str| validator.sample_with_member(at, name, &json!(7));
        assert_eq!(
            with("/properties/by", "256"),
            Some(json!({ "by": { "256": "text" } }))
        );
        assert_eq!(with("/properties/by", "x"), None);
        assert_eq!(with("", "x").unwrap()["x"], json!(7));
    }
}
