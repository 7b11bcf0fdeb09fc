//! What is wrong with a flow, in words.

use std::error::Error;
use std::fmt;

use crate::names::NameError;

/// One step's need of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge<'a> {
    /// The number of the step that needs.
    pub step: usize,
    /// Its id.
    pub from: &'a str,
    /// The id of the one that it needs.
    pub to: &'a str,
    /// It stands there because nothing is written: the step before.
    pub implicit: bool,
}

/// What is wrong with a flow. Steps and dependencies are numbered as they are
/// written, so that a message can stand where the fault is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlowFault<'a> {
    /// It has no step.
    Empty,
    /// An id that cannot stand in a URL.
    Id {
        /// The step.
        step: usize,
        /// Why not.
        error: NameError,
    },
    /// Two steps have one id.
    SameId {
        /// The later step.
        step: usize,
        /// The earlier one.
        earlier: usize,
        /// Their id.
        id: &'a str,
    },
    /// A dependency that is no step of the flow.
    Unknown {
        /// The step.
        step: usize,
        /// The place in its list.
        dependency: usize,
        /// What is written there.
        word: &'a str,
        /// What was most likely meant.
        meant: Option<&'a str>,
    },
    /// A step that needs itself.
    Itself {
        /// The step.
        step: usize,
        /// The place in its list.
        dependency: usize,
        /// Its id.
        id: &'a str,
    },
    /// A dependency that is named twice.
    Twice {
        /// The step.
        step: usize,
        /// The second place in its list.
        dependency: usize,
        /// What is written there.
        word: &'a str,
    },
    /// Steps that need each other, from the first as written.
    Circle(Vec<Edge<'a>>),
}

impl FlowFault<'_> {
    /// The number of the step that the fault is at, if it is at one.
    #[must_use]
    pub fn step(&self) -> Option<usize> {
        match self {
            Self::Empty => None,
            Self::Id { step, .. }
            | Self::SameId { step, .. }
            | Self::Unknown { step, .. }
            | Self::Itself { step, .. }
            | Self::Twice { step, .. } => Some(*step),
            Self::Circle(edges) => edges.first().map(|edge| edge.step),
        }
    }

    /// The place in the step's list of dependencies, if the fault is at one.
    #[must_use]
    pub fn dependency(&self) -> Option<usize> {
        match self {
            Self::Unknown { dependency, .. }
            | Self::Itself { dependency, .. }
            | Self::Twice { dependency, .. } => Some(*dependency),
            _ => None,
        }
    }
}

impl fmt::Display for FlowFault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a flow must have a step:\n  add one"),
            Self::Id { error, .. } => error.fmt(f),
            Self::SameId { id, .. } => write!(
                f,
                "step id `{id}` must not be used twice:\n  rename one of the two steps"
            ),
            Self::Unknown { word, meant, .. } => {
                write!(
                    f,
                    "a step must not depend on `{word}`, which is no step of this flow:\n  "
                )?;
                match meant {
                    Some(meant) => write!(f, "did you mean `{meant}`?"),
                    None => f.write_str("name a step of the same flow"),
                }
            }
            Self::Itself { id, .. } => write!(
                f,
                "step `{id}` must not depend on itself:\n  drop it from `depends_on`"
            ),
            Self::Twice { word, .. } => {
                write!(f, "`depends_on` must not name `{word}` twice:\n  drop one")
            }
            Self::Circle(edges) => {
                f.write_str("steps must not need each other in a circle:")?;
                for Edge {
                    from, to, implicit, ..
                } in edges
                {
                    write!(f, "\n    `{from}` needs `{to}`")?;
                    if *implicit {
                        f.write_str(" (unwritten: it is the step before)")?;
                    }
                }
                f.write_str(
                    "\n  drop one of these from `depends_on`, or write `depends_on = []` at a step \
                     that needs none",
                )
            }
        }
    }
}

impl Error for FlowFault<'_> {}
