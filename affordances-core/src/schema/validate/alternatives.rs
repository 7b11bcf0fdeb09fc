//! What tells alternatives apart: the tag of a tagged enum, the only member of
//! an externally tagged one, or no more than their shape.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use super::rules::{Alternatives, Choice, InPlace, Node, NodeId, Types};

/// What one look at a schema tells of the values that fit it.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub(super) types: Types,
    pub(super) required: BTreeSet<String>,
    pub(super) known: BTreeSet<String>,
    /// No member but the known ones.
    pub(super) is_closed: bool,
    /// Members whose text is given, and the texts.
    pub(super) tags: BTreeMap<String, Vec<String>>,
}

impl Shape {
    pub(super) fn of(nodes: &[Node], id: NodeId) -> Self {
        let mut shape = Self {
            types: Types::ALL,
            required: BTreeSet::new(),
            known: BTreeSet::new(),
            is_closed: false,
            tags: BTreeMap::new(),
        };
        shape.add(nodes, id, &mut HashSet::new());
        shape
    }

    fn add(&mut self, nodes: &[Node], id: NodeId, seen: &mut HashSet<NodeId>) {
        let node = &nodes[id];
        if !seen.insert(id) {
            return;
        }
        self.types = self.types.and(own_types(node));
        if let Some(rules) = &node.object {
            self.required.extend(rules.required.iter().cloned());
            self.known
                .extend(rules.properties.iter().map(|(name, _)| name.clone()));
            let closed = rules.additional.is_some_and(|schema| nodes[schema].never);
            self.is_closed |= closed && rules.patterns.is_empty();
            for (name, schema) in &rules.properties {
                if let Some(texts) = texts(nodes, *schema) {
                    self.tags.insert(name.clone(), texts);
                }
            }
        }
        for part in &node.in_place {
            match part {
                InPlace::All(schema) => self.add(nodes, *schema, seen),
                InPlace::Any(alternatives) | InPlace::One(alternatives) => {
                    let of_one = |branch: &NodeId| {
                        let mut shape = Self {
                            types: Types::ALL,
                            ..self.clone()
                        };
                        shape.add(nodes, *branch, seen);
                        shape.types
                    };
                    let types = alternatives.branches.iter().map(of_one);
                    self.types = self.types.and(types.fold(Types::NONE, Types::or));
                }
                InPlace::Not(_) | InPlace::If { .. } => {}
            }
        }
    }

    /// The tag's texts, where every object of this shape has it.
    fn tag(&self, member: &str) -> Option<&[String]> {
        let texts = self.tags.get(member)?;
        self.required.contains(member).then_some(texts)
    }

    /// The only member of an externally tagged variant.
    fn only_member(&self) -> Option<&String> {
        let mut known = self.known.iter();
        let only = known.next().filter(|_| known.next().is_none())?;
        (self.is_closed && self.required.contains(only)).then_some(only)
    }
}

fn own_types(node: &Node) -> Types {
    if node.never {
        return Types::NONE;
    }
    let of_values = |values: &[Value]| values.iter().map(Types::of).fold(Types::NONE, Types::or);
    let types = node.types.unwrap_or(Types::ALL);
    let types = node
        .options
        .as_deref()
        .map_or(types, |options| types.and(of_values(options)));
    node.constant
        .as_ref()
        .map_or(types, |constant| types.and(Types::of(constant)))
}

/// The texts that a member may be, where they are given.
fn texts(nodes: &[Node], id: NodeId) -> Option<Vec<String>> {
    let node = &nodes[id];
    let all = |values: &[Value]| {
        let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
        texts.collect::<Option<Vec<_>>>()
    };
    match (&node.constant, &node.options, node.in_place.as_slice()) {
        (Some(constant), ..) => all(std::slice::from_ref(constant)),
        (None, Some(options), _) => all(options),
        (None, None, [InPlace::All(schema)]) if *schema != id => {
            let target = &nodes[*schema];
            all(target
                .options
                .as_deref()
                .or(target.constant.as_ref().map(std::slice::from_ref))?)
        }
        _ => None,
    }
}

/// Finds how objects say which alternative they mean.
pub(super) fn find_choices(nodes: &mut [Node]) {
    for id in 0..nodes.len() {
        let choices: Vec<_> = nodes[id]
            .in_place
            .iter()
            .map(|part| match part {
                InPlace::Any(alternatives) | InPlace::One(alternatives) => {
                    choice(nodes, alternatives)
                }
                _ => None,
            })
            .collect();
        for (part, found) in nodes[id].in_place.iter_mut().zip(choices) {
            if let InPlace::Any(alternatives) | InPlace::One(alternatives) = part {
                alternatives.choice = found;
            }
        }
    }
}

fn choice(nodes: &[Node], alternatives: &Alternatives) -> Option<Choice> {
    let shapes = alternatives
        .branches
        .iter()
        .map(|branch| Shape::of(nodes, *branch));
    let objects: Vec<(usize, Shape)> = shapes
        .enumerate()
        .filter(|(_, shape)| shape.types.overlaps(Types::OBJECT))
        .collect();
    let (_, first) = objects.first().filter(|_| objects.len() > 1)?;
    let tags = first.tags.keys().find_map(|member| {
        let texts = objects.iter().map(|(branch, shape)| {
            Some(
                shape
                    .tag(member)?
                    .iter()
                    .map(|text| (text.clone(), *branch))
                    .collect(),
            )
        });
        let variants = distinct(texts)?;
        Some(Choice::Tag {
            member: member.clone(),
            variants,
        })
    });
    let keys = || {
        let members = objects
            .iter()
            .map(|(branch, shape)| Some(vec![(shape.only_member()?.clone(), *branch)]));
        distinct(members).map(Choice::Key)
    };
    tags.or_else(keys)
}

/// All the pairs, if there are some of each branch and no text is given twice.
fn distinct(
    variants: impl Iterator<Item = Option<Vec<(String, usize)>>>,
) -> Option<Vec<(String, usize)>> {
    let variants: Vec<_> = variants
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect();
    let texts: HashSet<_> = variants.iter().map(|(text, _)| text).collect();
    (texts.len() == variants.len()).then_some(variants)
}
