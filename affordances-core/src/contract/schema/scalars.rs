//! Numbers and texts: limits, patterns, formats.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::{Number, Value};

use super::compare::Comparison;
use super::shape::Described;
use super::unfold::Parts;
use super::{Found, Kind};
use crate::schema::compare_numbers;

/// A limit: the number, and whether it is itself beyond the limit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Limit(Number, bool);

impl Limit {
    fn text(limit: Option<&Self>) -> String {
        match limit {
            None => "none".to_owned(),
            Some(Self(number, false)) => number.to_string(),
            Some(Self(number, true)) => format!("{number}, itself excluded"),
        }
    }

    /// The same without the exclusion, where only whole numbers fit.
    fn of_integers(self, step: i64) -> Self {
        let whole = self.0.as_i64().and_then(|number| number.checked_add(step));
        match (self.1, whole) {
            (true, Some(number)) => Self(number.into(), false),
            _ => self,
        }
    }
}

/// How a keyword is read as a limit.
pub(super) type Read = fn(&Parts<'_>, &str) -> Vec<Limit>;

/// Keywords that count: a missing least is 0.
pub(super) fn count(parts: &Parts<'_>, keyword: &str) -> Vec<Limit> {
    let limits = parts
        .iter()
        .filter_map(|part| part.get(keyword)?.as_number());
    let counted = limits.map(|limit| Limit(limit.clone(), false));
    let said = counted.filter(|limit| !(keyword.starts_with("min") && limit.0.as_u64() == Some(0)));
    said.collect()
}

/// Compares limits by keyword: those whose name begins with `min` are least ones.
pub(super) fn limits<const N: usize>(
    old: &Parts<'_>,
    new: &Parts<'_>,
    keywords: [&str; N],
    read: Read,
    found: &mut Vec<Found>,
) {
    for keyword in keywords {
        let least = keyword.starts_with("min");
        let tight = |parts| tightest(read(parts, keyword), least);
        found.extend(limit(keyword, least, tight(old), tight(new)));
    }
}

fn tightest(limits: Vec<Limit>, least: bool) -> Option<Limit> {
    limits.into_iter().reduce(|a, b| {
        if tightness(&a, &b, least) == Ordering::Less {
            b
        } else {
            a
        }
    })
}

/// Which of two limits lets fewer through: `Greater` where `a` does.
fn tightness(a: &Limit, b: &Limit, least: bool) -> Ordering {
    let by_number = compare_numbers(&a.0, &b.0);
    let by_number = if least {
        by_number
    } else {
        by_number.reverse()
    };
    by_number.then(a.1.cmp(&b.1))
}

fn limit(keyword: &str, least: bool, old: Option<Limit>, new: Option<Limit>) -> Option<Found> {
    let tighter = match (&old, &new) {
        (None, None) => return None,
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (Some(old), Some(new)) => match tightness(new, old, least) {
            Ordering::Equal => return None,
            order => order == Ordering::Greater,
        },
    };
    let kind = if tighter { Kind::Narrower } else { Kind::Wider };
    let (old, new) = (Limit::text(old.as_ref()), Limit::text(new.as_ref()));
    Some(Found::new(
        kind,
        format!("`{keyword}` is {new} and was {old}"),
    ))
}

impl<'s> Comparison<'s> {
    pub(super) fn numbers(&self, old: &Described<'s>, new: &Described<'s>) -> Vec<Found> {
        let mut found = Vec::new();
        match (old.is_integer(), new.is_integer()) {
            (true, false) => found.push(Found::new(Kind::Wider, "need not be a whole number")),
            (false, true) => found.push(Found::new(Kind::Narrower, "must be a whole number")),
            _ => {}
        }
        for (keyword, exclusive, least) in [
            ("minimum", "exclusiveMinimum", true),
            ("maximum", "exclusiveMaximum", false),
        ] {
            // Compared as limits of integers only where both are.
            let integers = old.is_integer() && new.is_integer();
            let bound = |described: &Described<'s>| {
                let limits = bounds(&described.parts, keyword, exclusive);
                let step = if least { 1 } else { -1 };
                let limits = limits.into_iter();
                let limits = limits.map(|l| if integers { l.of_integers(step) } else { l });
                tightest(limits.collect(), least)
            };
            found.extend(limit(keyword, least, bound(old), bound(new)));
        }
        let steps = |described: &Described<'s>| words(&described.parts, "multipleOf");
        found.extend(sets("multipleOf", &steps(old), &steps(new)));
        found
    }

    pub(super) fn texts(&self, old: &Described<'s>, new: &Described<'s>) -> Vec<Found> {
        let mut found = Vec::new();
        let (old, new) = (&old.parts, &new.parts);
        limits(old, new, ["minLength", "maxLength"], count, &mut found);
        for keyword in ["pattern", "format"] {
            found.extend(sets(keyword, &words(old, keyword), &words(new, keyword)));
        }
        found
    }
}

/// The limits of a number on one side. What a format such as `uint8` implies is
/// written out in every schema that is published.
fn bounds(parts: &Parts<'_>, keyword: &str, exclusive: &str) -> Vec<Limit> {
    let mut limits = Vec::new();
    for part in parts {
        let said = |keyword| part.get(keyword).and_then(Value::as_number).cloned();
        limits.extend(said(keyword).map(|number| Limit(number, false)));
        limits.extend(said(exclusive).map(|number| Limit(number, true)));
    }
    limits
}

/// What a keyword says, in every part that has it.
fn words(parts: &Parts<'_>, keyword: &str) -> BTreeSet<String> {
    let said = parts.iter().filter_map(|part| part.get(keyword));
    said.map(|value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    })
    .collect()
}

/// Compares conditions that can be told equal and no more.
fn sets(keyword: &str, old: &BTreeSet<String>, new: &BTreeSet<String>) -> Option<Found> {
    let list = |set: &BTreeSet<String>| {
        let quoted: Vec<_> = set.iter().map(|one| format!("`{one}`")).collect();
        if quoted.is_empty() {
            "none".to_owned()
        } else {
            quoted.join(" and ")
        }
    };
    if old == new {
        return None;
    }
    let (kind, doubt) = if old.is_subset(new) {
        (Kind::Narrower, "")
    } else if new.is_subset(old) {
        (Kind::Wider, "")
    } else {
        (
            Kind::Unclear,
            "; whether the same values fit is not decided",
        )
    };
    let what = format!("`{keyword}` is {} and was {}{doubt}", list(new), list(old));
    Some(Found::new(kind, what))
}
