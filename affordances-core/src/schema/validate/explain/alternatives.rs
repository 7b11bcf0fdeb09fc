//! Why none of several alternatives fits: the faults of the one that was meant.

use serde_json::{Map, Value};

use crate::schema::validate::alternatives::Shape;
use crate::schema::validate::check::{Run, chosen};
use crate::schema::validate::issues::{Issues, Place};
use crate::schema::validate::rules::{Alternatives, Choice, NodeId, Types};
use crate::schema::validate::words::{self, one_of};

impl Run<'_> {
    /// The faults of the alternative that the value means to be; where that
    /// cannot be told, what the alternatives are.
    pub(super) fn explain_alternatives(
        &self,
        alternatives: &Alternatives,
        value: &Value,
        at: Place<'_>,
        to: &mut Issues,
        keyword: &'static str,
    ) {
        if let Some(choice) = alternatives.choice.as_ref().filter(|_| value.is_object()) {
            return match chosen(alternatives, value).flatten() {
                Some(branch) => self.explain(branch, value, at, to),
                None => no_such_variant(choice, value, at, to, keyword),
            };
        }
        let of_type: Vec<(NodeId, Shape)> = alternatives
            .branches
            .iter()
            .map(|branch| (*branch, Shape::of(self.nodes(), *branch)))
            .filter(|(_, shape)| shape.types.overlaps(Types::of(value)))
            .collect();
        match (of_type.as_slice(), value) {
            ([], _) => {
                let shapes = alternatives
                    .branches
                    .iter()
                    .map(|branch| Shape::of(self.nodes(), *branch).types);
                to.add(
                    at,
                    words::of_type(shapes.fold(Types::NONE, Types::or)),
                    Some("type"),
                );
            }
            ([(only, _)], _) => self.explain(*only, value, at, to),
            (several, Value::Object(members)) => match nearest(several, members) {
                Some(branch) => self.explain(branch, value, at, to),
                None => to.add(at, NONE_FITS, Some(keyword)),
            },
            (_, Value::Array(_)) => to.add(at, NONE_FITS, Some(keyword)),
            (several, _) => self.explain_scalar(several, value, at, to, keyword),
        }
    }

    /// What each alternative asks of a text, number or truth value.
    fn explain_scalar(
        &self,
        several: &[(NodeId, Shape)],
        value: &Value,
        at: Place<'_>,
        to: &mut Issues,
        keyword: &'static str,
    ) {
        let mut wishes: Vec<String> = Vec::new();
        for (branch, _) in several.iter().take(words::LISTED) {
            let mut faults = Issues::default();
            self.explain(*branch, value, Place::root(), &mut faults);
            for issue in faults.into_list() {
                if !wishes.contains(&issue.message) {
                    wishes.push(issue.message);
                }
            }
        }
        if several.len() > words::LISTED || wishes.is_empty() {
            return to.add(at, NONE_FITS, Some(keyword));
        }
        to.add(at, wishes.join(", or "), Some(keyword));
    }
}

const NONE_FITS: &str = "fits none of the alternatives";

/// The object names no variant, or one that there is not.
fn no_such_variant(
    choice: &Choice,
    value: &Value,
    at: Place<'_>,
    to: &mut Issues,
    keyword: &'static str,
) {
    match choice {
        Choice::Tag { member, .. } if value.get(member).is_none() => {
            to.add(at.member(member), "is required", Some("required"));
        }
        Choice::Tag { member, variants } => {
            let texts: Vec<Value> = variants
                .iter()
                .map(|(text, _)| text.as_str().into())
                .collect();
            to.add(
                at.member(member),
                format!("must be {}", one_of(&texts)),
                Some("enum"),
            );
        }
        Choice::Key(variants) => {
            let names: Vec<Value> = variants
                .iter()
                .map(|(name, _)| name.as_str().into())
                .collect();
            to.add(
                at,
                format!("must have one member: {}", one_of(&names)),
                Some(keyword),
            );
        }
    }
}

/// The shape that an object most likely means to have: the one with the fewest
/// members amiss, and of these the one that it has most members of. `None`
/// where two are as near.
fn nearest(several: &[(NodeId, Shape)], members: &Map<String, Value>) -> Option<NodeId> {
    let distance = |shape: &Shape| {
        let of_another = shape.tags.iter().filter(|(name, texts)| {
            let text = members.get(*name).and_then(Value::as_str);
            text.is_some_and(|text| !texts.iter().any(|known| known == text))
        });
        let missing = shape
            .required
            .iter()
            .filter(|name| !members.contains_key(*name));
        let unknown = members
            .keys()
            .filter(|name| !shape.known.contains(*name))
            .count();
        (
            of_another.count(),
            missing.count() + if shape.is_closed { unknown } else { 0 },
            unknown,
        )
    };
    let mut near: Vec<_> = several
        .iter()
        .map(|(id, shape)| (distance(shape), *id))
        .collect();
    near.sort_unstable();
    match near.as_slice() {
        [(first, id), (second, _), ..] if first != second => Some(*id),
        _ => None,
    }
}
