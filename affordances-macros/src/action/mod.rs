//! Actions: handlers that agents and people call. What is in the attribute beside the function, and
//! how the two must agree.
mod args;
mod check;
mod duration;
mod effects;
mod expand;
mod model;
mod summary;

pub(crate) use args::ActionArgs;
pub(crate) use check::check;
pub(crate) use expand::{admissions, guard_const, row, types_row};
pub(crate) use model::ActionModel;
