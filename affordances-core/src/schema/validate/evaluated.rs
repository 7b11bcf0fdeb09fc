//! What `unevaluatedProperties` and `unevaluatedItems` are left with: the
//! members and items that no schema for the same value has looked at.

use std::collections::HashSet;

use serde_json::Value;

use super::check::{Run, chosen};
use super::rules::{InPlace, Node, NodeId};

impl<'v> Run<'v> {
    /// The members that neither the node nor a part of it that fits looks at.
    pub(super) fn unevaluated_members<'d>(&self, node: &'v Node, value: &'d Value) -> Vec<&'d str> {
        let Some(members) = value.as_object() else {
            return Vec::new();
        };
        let mut seen = HashSet::new();
        self.members_seen(node, value, &mut seen);
        let names = members.keys().map(String::as_str);
        names.filter(|name| !seen.contains(name)).collect()
    }

    fn members_seen<'d>(&self, node: &'v Node, value: &'d Value, seen: &mut HashSet<&'d str>) {
        let Some(members) = value.as_object() else {
            return;
        };
        if let Some(rules) = &node.object {
            let names = members.keys().map(String::as_str);
            seen.extend(names.filter(|name| rules.of_member(name).next().is_some()));
        }
        for part in self.parts_that_fit(node, value) {
            let part = self.node(part);
            if part.unevaluated_properties.is_some() {
                seen.extend(members.keys().map(String::as_str));
            }
            self.members_seen(part, value, seen);
        }
    }

    /// The items that neither the node nor a part of it that fits looks at.
    pub(super) fn unevaluated_items(&self, node: &'v Node, value: &Value) -> Vec<usize> {
        let Some(items) = value.as_array() else {
            return Vec::new();
        };
        let mut seen = vec![false; items.len()];
        self.items_seen(node, value, &mut seen);
        (0..items.len()).filter(|at| !seen[*at]).collect()
    }

    fn items_seen(&self, node: &'v Node, value: &Value, seen: &mut [bool]) {
        let Some(items) = value.as_array() else {
            return;
        };
        if let Some(rules) = &node.array {
            let first = match rules.items {
                Some(_) => items.len(),
                None => rules.prefix.len().min(items.len()),
            };
            seen[..first].fill(true);
            if let Some(contains) = &rules.contains {
                for (item, seen) in items.iter().zip(seen.iter_mut()) {
                    *seen |= self.fits(contains.schema, item);
                }
            }
        }
        for part in self.parts_that_fit(node, value) {
            let part = self.node(part);
            if part.unevaluated_items.is_some() {
                seen.fill(true);
            }
            self.items_seen(part, value, seen);
        }
    }

    /// The schemas for the same value that it fits.
    pub(super) fn parts_that_fit(&self, node: &'v Node, value: &Value) -> Vec<NodeId> {
        let mut parts = Vec::new();
        for part in &node.in_place {
            match part {
                InPlace::All(schema) if self.fits(*schema, value) => parts.push(*schema),
                InPlace::Any(alternatives) | InPlace::One(alternatives) => {
                    match chosen(alternatives, value) {
                        Some(branch) => {
                            parts.extend(branch.filter(|branch| self.fits(*branch, value)));
                        }
                        None => parts.extend(self.fitting(alternatives, value)),
                    }
                }
                InPlace::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let branch = if self.fits(*condition, value) {
                        parts.push(*condition);
                        then
                    } else {
                        otherwise
                    };
                    parts.extend(branch.filter(|branch| self.fits(*branch, value)));
                }
                InPlace::All(_) | InPlace::Not(_) => {}
            }
        }
        if let (Some(rules), Some(members)) = (&node.object, value.as_object()) {
            let met = rules
                .dependent_schemas
                .iter()
                .filter(|(name, _)| members.contains_key(name));
            parts.extend(
                met.map(|(_, schema)| *schema)
                    .filter(|schema| self.fits(*schema, value)),
            );
        }
        parts
    }
}
