//! The static tables: what the macros' annotations say, as constants.
//!
//! A flow's [`FlowDef`] is a `static` made by `const fn`s; nothing in it is
//! computed at run time. Its order is the [`plan`](crate::plan)'s.

mod flow;
mod step;

pub use flow::{FlowDef, FlowMeta};
pub use step::{ArtifactDef, StepDef, StepMeta, StepTypes};
