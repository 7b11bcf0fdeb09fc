//! Arrays: their first items one by one, the others alike.

use serde_json::Value;

use super::compare::Comparison;
use super::scalars::{count, limits};
use super::unfold::Parts;
use super::{Found, Kind};

/// What schemas that all must hold say of an array's items.
struct Items<'s> {
    /// How many of them have a schema of their own.
    first: usize,
    parts: Parts<'s>,
}

impl<'s> Items<'s> {
    fn of(parts: &Parts<'s>) -> Self {
        let prefix = |part: &&'s serde_json::Map<String, Value>| {
            (part.get("prefixItems")?.as_array()).map(Vec::len)
        };
        Self {
            first: parts.iter().filter_map(prefix).max().unwrap_or(0),
            parts: parts.clone(),
        }
    }

    /// The schemas of the item with this number.
    fn at(&self, number: usize) -> Vec<&'s Value> {
        let schema = |part: &&'s serde_json::Map<String, Value>| {
            let prefix = part.get("prefixItems").and_then(Value::as_array);
            let own = prefix.and_then(|schemas| schemas.get(number));
            own.or_else(|| part.get("items"))
        };
        self.parts.iter().filter_map(schema).collect()
    }

    /// How many items there can be at most.
    fn most(&self) -> usize {
        let most = |part: &&'s serde_json::Map<String, Value>| {
            let most = part.get("maxItems").and_then(Value::as_u64);
            most.and_then(|most| usize::try_from(most).ok())
        };
        let said = self.parts.iter().filter_map(most).min();
        let none = |number: &usize| self.at(*number).contains(&&Value::Bool(false));
        let possible = (0..=self.first).find(none);
        said.unwrap_or(usize::MAX)
            .min(possible.unwrap_or(usize::MAX))
    }
}

impl<'s> Comparison<'s> {
    pub(super) fn lists(&mut self, old: &Parts<'s>, new: &Parts<'s>) -> Vec<Found> {
        let mut found = Vec::new();
        limits(old, new, ["minItems"], count, &mut found);
        let unique = |parts: &Parts<'s>| {
            (parts.iter()).any(|part| part.get("uniqueItems") == Some(&Value::Bool(true)))
        };
        match (unique(old), unique(new)) {
            (false, true) => found.push(Found::new(Kind::Narrower, "`uniqueItems` is new")),
            (true, false) => found.push(Found::new(Kind::Wider, "`uniqueItems` is gone")),
            _ => {}
        }
        let (old, new) = (Items::of(old), Items::of(new));
        let (was, is) = (old.most(), new.most());
        let words = |most: usize| match most {
            usize::MAX => "any number of items".to_owned(),
            most => format!("at most {most}"),
        };
        if was != is {
            let kind = if is < was {
                Kind::Narrower
            } else {
                Kind::Wider
            };
            let what = format!("has {} and had {}", words(is), words(was));
            found.push(Found::new(kind, what));
        }
        // Where one of the two has no such item, its number has been told.
        let first = old.first.max(new.first);
        for number in 0..first.min(was).min(is) {
            let item = self.compare(&old.at(number), &new.at(number));
            let name = number.to_string();
            found.extend(item.into_iter().map(|found| found.below(&name)));
        }
        if was.min(is) > first {
            let item = self.compare(&old.at(first), &new.at(first));
            found.extend(item.into_iter().map(|found| found.below("*")));
        }
        found
    }
}
