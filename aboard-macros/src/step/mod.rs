//! Steps: the functions of a flow. What they have in common with the handlers of pages is in the support
//! crate.
mod args;
mod check;
mod expand;
mod model;

use std::fmt;

use affordances_macro_support::handler::HandlerItem;

pub(crate) use check::check;
pub(crate) use expand::{admissions, marker, row, types_row};
pub(crate) use model::{Artifact, StepModel, ids};

/// A function under `#[step]`.
pub(crate) type StepItem = HandlerItem<TheStep>;

/// The one kind of function that a flow has, written in messages as its attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TheStep;

impl TheStep {
    pub(crate) const ATTRIBUTE: &'static str = "step";
}

impl fmt::Display for TheStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ATTRIBUTE)
    }
}
