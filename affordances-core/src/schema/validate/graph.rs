//! What leads where among compiled schemas: recursion is found, and what would
//! never come to an end, or only after a time that doubles with each level, is
//! refused.

use std::collections::HashSet;

use super::SchemaFault;
use super::rules::{InPlace, Node, NodeId};

/// Marks the recursive nodes.
pub(super) fn examine(nodes: &mut [Node]) -> Vec<SchemaFault> {
    let in_place: Vec<_> = nodes.iter().map(in_place).collect();
    let all: Vec<_> = nodes
        .iter()
        .zip(&in_place)
        .map(|(node, in_place)| [in_place.clone(), below(node)].concat())
        .collect();
    let (circles, endless) = (Circles::of(&all), Circles::of(&in_place));
    let mut faults = Vec::new();
    for (id, node) in nodes.iter_mut().enumerate() {
        node.is_recursive = circles.has(&all, id);
        let what = if endless.has(&in_place, id) {
            "refers to itself for the same value, so it says nothing of any: \
             put a member or a list between"
        } else if doubles(node, id, &circles) {
            "is an untagged choice of which two alternatives lead back to it, so reading it takes \
             a time that doubles with each level: tag the enum, `#[serde(tag = \"…\")]`"
        } else {
            continue;
        };
        faults.push(SchemaFault::new(&node.at, what));
    }
    // All the schemas on a circle share its fault: the outermost tells it.
    faults.sort_by(|a, b| (a.at.len(), &a.at).cmp(&(b.at.len(), &b.at)));
    let mut told = Vec::new();
    faults.retain(|fault| {
        !told.contains(&fault.what) && {
            told.push(fault.what.clone());
            true
        }
    });
    faults
}

/// The schemas that lead to one, itself among them.
pub(super) fn leading_to(nodes: &[Node], target: NodeId) -> HashSet<NodeId> {
    let mut back = vec![Vec::new(); nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        for to in [in_place(node), below(node)].concat() {
            back[to].push(from);
        }
    }
    let mut leading = HashSet::new();
    let mut open = vec![target];
    while let Some(id) = open.pop() {
        if leading.insert(id) {
            open.extend(&back[id]);
        }
    }
    leading
}

/// serde tries the variants of an untagged enum one after the other.
fn doubles(node: &Node, id: NodeId, circles: &Circles) -> bool {
    node.in_place.iter().any(|part| match part {
        InPlace::Any(alternatives) => {
            let back = |branch: &&NodeId| circles.share(**branch, id);
            alternatives.branches.iter().filter(back).count() > 1
        }
        _ => false,
    })
}

/// Which nodes lead to each other (strongly connected components).
struct Circles(Vec<usize>);

impl Circles {
    /// Kosaraju's way: number the nodes as they are left, then walk backwards
    /// from the last.
    fn of(edges: &[Vec<NodeId>]) -> Self {
        let mut back = vec![Vec::new(); edges.len()];
        for (from, next) in edges.iter().enumerate() {
            next.iter().for_each(|to| back[*to].push(from));
        }
        let mut left = Vec::with_capacity(edges.len());
        let mut seen = vec![false; edges.len()];
        for start in 0..edges.len() {
            let mut open = vec![(start, false)];
            while let Some((id, is_left)) = open.pop() {
                if is_left {
                    left.push(id);
                } else if !std::mem::replace(&mut seen[id], true) {
                    open.push((id, true));
                    open.extend(edges[id].iter().map(|next| (*next, false)));
                }
            }
        }
        let mut circle = vec![usize::MAX; edges.len()];
        for start in left.into_iter().rev() {
            let mut open = vec![start];
            while let Some(id) = open.pop() {
                if circle[id] == usize::MAX {
                    circle[id] = start;
                    open.extend(&back[id]);
                }
            }
        }
        Self(circle)
    }

    fn share(&self, a: NodeId, b: NodeId) -> bool {
        self.0[a] == self.0[b]
    }

    /// Whether a node leads back to itself.
    fn has(&self, edges: &[Vec<NodeId>], id: NodeId) -> bool {
        edges[id].iter().any(|next| self.share(*next, id))
    }
}

/// The schemas for the same value.
fn in_place(node: &Node) -> Vec<NodeId> {
    let mut next = Vec::new();
    for part in &node.in_place {
        match part {
            InPlace::All(schema) | InPlace::Not(schema) => next.push(*schema),
            InPlace::Any(alternatives) | InPlace::One(alternatives) => {
                next.extend(&alternatives.branches);
            }
            InPlace::If {
                condition,
                then,
                otherwise,
            } => {
                next.push(*condition);
                next.extend(then);
                next.extend(otherwise);
            }
        }
    }
    if let Some(rules) = &node.object {
        next.extend(rules.dependent_schemas.iter().map(|(_, schema)| *schema));
    }
    next
}

/// The schemas for items, members and names.
fn below(node: &Node) -> Vec<NodeId> {
    let mut next = Vec::new();
    if let Some(rules) = &node.array {
        next.extend(&rules.prefix);
        next.extend(rules.items);
        next.extend(rules.contains.as_ref().map(|contains| contains.schema));
    }
    if let Some(rules) = &node.object {
        next.extend(rules.properties.iter().map(|(_, schema)| *schema));
        next.extend(rules.patterns.iter().map(|(.., schema)| *schema));
        next.extend(rules.additional);
        next.extend(rules.names);
    }
    next.extend(node.unevaluated_items);
    next.extend(node.unevaluated_properties);
    next
}
