//! What has changed between two contracts, and what that means for whoever uses
//! the site.

use std::fmt;

/// How much a change matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Words: nobody who follows the contract does anything else.
    Trivial,
    /// Whoever followed the older contract follows the newer one.
    Additive,
    /// Whoever followed the older contract may fail, or it cannot be decided.
    Breaking,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// How much it matters.
    pub severity: Severity,
    /// Where, in words and ending in a JSON Pointer where it is about values:
    /// ``page `cart`, action `add`, input `/quantity` ``.
    pub place: String,
    /// What is otherwise.
    pub what: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Everything that has changed, what breaks first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes(Vec<Change>);

impl Changes {
    pub(super) fn new(mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| std::cmp::Reverse(change.severity));
        Self(changes)
    }

    /// That of the worst; `None` where nothing has changed.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        self.0.first().map(|change| change.severity)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.0.iter()
    }
}

/// A list for people, a line for each.
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (severity, adjective) in [
            (Severity::Breaking, "breaking"),
            (Severity::Additive, "additive"),
            (Severity::Trivial, "trivial"),
        ] {
            let found: Vec<_> = self.iter().filter(|c| c.severity == severity).collect();
            let plural = match found.len() {
                0 => continue,
                1 => "",
                _ => "s",
            };
            writeln!(f, "{} {adjective} change{plural}:", found.len())?;
            found
                .iter()
                .try_for_each(|change| writeln!(f, "  - {change}"))?;
        }
        Ok(())
    }
}

/// Collects changes of one place.
pub(super) struct At<'c> {
    pub(super) place: String,
    pub(super) changes: &'c mut Vec<Change>,
}

impl At<'_> {
    pub(super) fn add(&mut self, severity: Severity, what: impl Into<String>) {
        self.changes.push(Change {
            severity,
            place: self.place.clone(),
            what: what.into(),
        });
    }

    pub(super) fn breaking(&mut self, what: impl Into<String>) {
        self.add(Severity::Breaking, what);
    }

    pub(super) fn additive(&mut self, what: impl Into<String>) {
        self.add(Severity::Additive, what);
    }

    pub(super) fn trivial(&mut self, what: impl Into<String>) {
        self.add(Severity::Trivial, what);
    }

    /// A place inside this one.
    pub(super) fn within(&mut self, place: &str) -> At<'_> {
        At {
            place: format!("{}, {place}", self.place),
            changes: self.changes,
        }
    }
}
