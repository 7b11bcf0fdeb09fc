//! Two schemas, place by place.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::same::Sameness;
use super::shape::{Described, Shape, Type};
use super::unfold::{Parts, resolve, unfold};
use super::{Found, Kind, WORDS};
use crate::schema::Direction;

/// How many pairs of schemas are looked at; two that have more are not compared
/// to the end.
const MOST: usize = 50_000;

/// The schemas of one place on both sides, by address.
type Pair = (Vec<*const Value>, Vec<*const Value>);

/// Two documents being compared.
pub(super) struct Comparison<'s> {
    pub(super) direction: Direction,
    old: &'s Value,
    new: &'s Value,
    /// The pairs that are being compared. One that comes again is taken to have
    /// changed nothing: if it has, that is told where it came first.
    open: Vec<Pair>,
    /// The number in `open` of the outermost pair that came again.
    leans_on: usize,
    /// What has been found of pairs that lean on no open one.
    done: HashMap<Pair, Vec<Found>>,
    steps: usize,
}

impl<'s> Comparison<'s> {
    pub(super) fn new(old: &'s Value, new: &'s Value, direction: Direction) -> Self {
        Self {
            direction,
            old,
            new,
            open: Vec::new(),
            leans_on: usize::MAX,
            done: HashMap::new(),
            steps: 0,
        }
    }

    /// Compares schemas that all must hold with others that all must hold.
    pub(super) fn compare(&mut self, old: &[&'s Value], new: &[&'s Value]) -> Vec<Found> {
        let targets = |root: &'s Value, schemas: &[&'s Value]| -> Vec<&'s Value> {
            schemas.iter().map(|schema| target(root, schema)).collect()
        };
        let (old, new) = (&targets(self.old, old)[..], &targets(self.new, new)[..]);
        let addresses = |schemas: &[&'s Value]| schemas.iter().map(|s| &raw const **s).collect();
        let pair: Pair = (addresses(old), addresses(new));
        if let Some(found) = self.done.get(&pair) {
            return found.clone();
        }
        if let Some(outer) = self.open.iter().position(|open| *open == pair) {
            self.leans_on = self.leans_on.min(outer);
            return Vec::new();
        }
        self.steps += 1;
        if self.steps > MOST {
            let what = "the two schemas are too large to be compared to the end";
            return vec![Found::new(Kind::Unclear, what)];
        }
        let depth = self.open.len();
        let leant_on = std::mem::replace(&mut self.leans_on, usize::MAX);
        self.open.push(pair.clone());
        let found = self.unfolded(old, new);
        self.open.pop();
        if self.leans_on >= depth {
            self.done.insert(pair, found.clone());
            self.leans_on = leant_on;
        } else {
            self.leans_on = self.leans_on.min(leant_on);
        }
        found
    }

    fn unfolded(&mut self, old: &[&'s Value], new: &[&'s Value]) -> Vec<Found> {
        let (unfolded_old, unfolded_new) = (unfold(self.old, old), unfold(self.new, new));
        if let Some(why) = unfolded_old.inexact.or(unfolded_new.inexact) {
            let mut sameness = Sameness::new(self.old, self.new);
            let pairs = || old.iter().zip(new);
            if old.len() == new.len() && pairs().all(|(old, new)| sameness.schemas(old, new)) {
                return Vec::new();
            }
            let what = format!("it has changed, and {why} is not compared");
            return vec![Found::new(Kind::Unclear, what)];
        }
        let old = Shape::of(self.old, &unfolded_old.alternatives);
        let new = Shape::of(self.new, &unfolded_new.alternatives);
        self.shapes(&old, &new)
    }

    fn shapes(&mut self, old: &Shape<'s>, new: &Shape<'s>) -> Vec<Found> {
        let missing = |from: &Shape<'s>, in_: &Shape<'s>, root| -> Vec<String> {
            let gone = from
                .values
                .iter()
                .filter(|value| !in_.values.contains(value) && !in_.describes(root, value, false));
            gone.map(|value| format!("`{value}`")).collect()
        };
        let mut gone = missing(old, new, self.new);
        let mut come = missing(new, old, self.old);
        let mut found = Vec::new();
        let pairs = self.pairs(&old.described, &new.described, &mut found);
        for (number, described) in old.described.iter().enumerate() {
            let covered = pairs.iter().any(|(of, _)| *of == number)
                || self.covered(described, &new.described, false);
            if !covered {
                gone.push(described.words(self.old));
            }
        }
        for (number, described) in new.described.iter().enumerate() {
            let covered = pairs.iter().any(|(_, of)| *of == number)
                || self.covered(described, &old.described, true);
            if !covered {
                come.push(described.words(self.new));
            }
        }
        let (no_more, now) = match self.direction {
            Direction::Input => ("no longer accepted", "accepted now"),
            Direction::Output => ("no longer sent", "sent now"),
        };
        if !gone.is_empty() {
            found.push(Found::new(
                Kind::Narrower,
                format!("{no_more}: {}", gone.join(", ")),
            ));
        }
        if !come.is_empty() {
            found.push(Found::new(
                Kind::Wider,
                format!("{now}: {}", come.join(", ")),
            ));
        }
        found
    }

    /// Pairs descriptions of both sides, and tells what each pair does otherwise.
    fn pairs(
        &mut self,
        old: &[Described<'s>],
        new: &[Described<'s>],
        found: &mut Vec<Found>,
    ) -> Vec<(usize, usize)> {
        // By what tells them apart; then by how little has changed.
        let mut candidates = Vec::new();
        for (i, one) in old.iter().enumerate() {
            for (j, other) in new
                .iter()
                .enumerate()
                .filter(|(_, other)| other.of == one.of)
            {
                let alone = |side: &[Described<'s>]| {
                    side.iter()
                        .filter(|described| described.of == one.of)
                        .count()
                        == 1
                };
                let (tags, others) = (one.tags(self.old), other.tags(self.new));
                let mut shared = (tags.iter())
                    .filter_map(|(name, tag)| Some(tag == others.get(name)?))
                    .peekable();
                let labelled = shared.peek().is_some();
                let one_thing = alone(old) && alone(new);
                if !one_thing && shared.any(|same| !same) {
                    continue;
                }
                let differences = self.described(one, other);
                let breaking = (differences.iter())
                    .filter(|found| found.kind != Kind::Gained)
                    .count();
                candidates.push(((!labelled, breaking, differences.len(), i, j), differences));
            }
        }
        candidates.sort_by_key(|(rank, _)| *rank);
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for ((.., i, j), differences) in candidates {
            if pairs.iter().all(|(of, with)| *of != i && *with != j) {
                pairs.push((i, j));
                found.extend(differences);
            }
        }
        pairs
    }

    /// Whether all that fits a description fits one of the other side:
    /// `reverse` where the description is of the new side.
    fn covered(
        &mut self,
        described: &Described<'s>,
        others: &[Described<'s>],
        reverse: bool,
    ) -> bool {
        let others = others.iter().filter(|other| other.of == described.of);
        others.into_iter().any(|other| {
            let (old, new) = if reverse {
                (other, described)
            } else {
                (described, other)
            };
            let harmless = if reverse { Kind::Narrower } else { Kind::Wider };
            let found = self.described(old, new);
            found.iter().all(|found| found.kind == harmless)
        })
    }

    fn described(&mut self, old: &Described<'s>, new: &Described<'s>) -> Vec<Found> {
        let mut found = match old.of {
            Type::Number => self.numbers(old, new),
            Type::Text => self.texts(old, new),
            Type::List => self.lists(&old.parts, &new.parts),
            Type::Object => self.objects(&old.parts, &new.parts),
        };
        let (old, new) = (unread(&old.parts), unread(&new.parts));
        let mut sameness = Sameness::new(self.old, self.new);
        let same = |(old, new): (&(&'s str, &'s Value), &(&'s str, &'s Value))| {
            old.0 == new.0 && sameness.values(old.0, old.1, new.1)
        };
        if old.len() != new.len() || !old.iter().zip(&new).all(same) {
            let mut keywords: Vec<_> = old.iter().chain(&new).map(|(name, _)| *name).collect();
            keywords.sort_unstable();
            keywords.dedup();
            let what = format!(
                "`{}` has changed, and whether the same values fit is not decided",
                keywords.join("`, `")
            );
            found.push(Found::new(Kind::Unclear, what));
        }
        found
    }
}

/// What a schema stands for that is a reference and no more, so that every place
/// that refers to a definition is one.
fn target<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let mut at = schema;
    // As many steps as no definition takes that leads anywhere.
    for _ in 0..16 {
        let reference = at.as_object().and_then(|members| {
            let told = |name: &String| name == "$ref" || WORDS.contains(&name.as_str());
            members
                .keys()
                .all(told)
                .then(|| members.get("$ref")?.as_str())?
        });
        match reference.and_then(|reference| resolve(root, reference)) {
            Some(next) => at = next,
            None => return at,
        }
    }
    schema
}

/// Keywords that are compared, here or in the files beside.
const READ: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "type",
    "unevaluatedProperties",
    "uniqueItems",
];

/// All the others: `not`, `if`, `dependentRequired`, and whatever a schema may
/// have that is not known here.
fn unread<'s>(parts: &Parts<'s>) -> Vec<(&'s str, &'s Value)> {
    let members = |part: &&'s Map<String, Value>| part.iter();
    let keywords = parts
        .iter()
        .flat_map(members)
        .map(|(name, value)| (name.as_str(), value));
    let known = |name: &str| READ.contains(&name) || WORDS.contains(&name);
    keywords.filter(|(name, _)| !known(name)).collect()
}
