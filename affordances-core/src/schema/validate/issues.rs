//! The list of faults that an answer carries: bounded in number and size.

use crate::protocol::Issue;

/// The most issues that one answer lists.
pub(super) const MOST: usize = 32;
/// A member's name longer than this is not repeated in a pointer, in bytes.
const LONGEST_NAME: usize = 128;
/// The longest pointer, in bytes; beyond it the value around is pointed at.
const LONGEST_POINTER: usize = 1024;

/// Faults in the order in which they are found.
#[derive(Debug, Default)]
pub(super) struct Issues(Vec<Issue>);

impl Issues {
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds a fault, once.
    pub(super) fn add(&mut self, at: Place<'_>, message: impl Into<String>, keyword: Option<&str>) {
        let mut issue = Issue::new(at.pointer(), message);
        if let Some(keyword) = keyword {
            issue = issue.keyword(keyword);
        }
        if !self.is_full() && !self.0.contains(&issue) {
            self.0.push(issue);
        }
    }

    pub(super) fn into_list(self) -> Vec<Issue> {
        self.0
    }
}

/// A place in a value, as the way that leads there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'p> {
    step: Option<(Step<'p>, &'p Place<'p>)>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Member(&'p str),
    Item(usize),
}

impl<'p> Place<'p> {
    pub(super) const fn root() -> Self {
        Self { step: None }
    }

    pub(super) const fn member(&'p self, name: &'p str) -> Self {
        Self {
            step: Some((Step::Member(name), self)),
        }
    }

    pub(super) const fn item(&'p self, number: usize) -> Self {
        Self {
            step: Some((Step::Item(number), self)),
        }
    }

    /// The JSON Pointer (RFC 6901), as far as it is not too long.
    fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut place = self;
        while let Some((step, around)) = &place.step {
            steps.push(step);
            place = around;
        }
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            let step = match step {
                Step::Item(number) => number.to_string(),
                Step::Member(name) if name.len() > LONGEST_NAME => break,
                Step::Member(name) => crate::schema::escaped(name),
            };
            if pointer.len() + step.len() >= LONGEST_POINTER {
                break;
            }
            pointer.push('/');
            pointer.push_str(&step);
        }
        pointer
    }
}
