//! Handlers: functions of the user's that an engine calls.
//!
//! A handler stays the plain function that the user wrote. For each there is a *marker*, a type that
//! bears the function's name and for which the traits say what the function may take, and a *shim*, a
//! closure that reads the parameters, calls the function and converts what it returns.
mod check;
mod expand;
mod item;
mod model;

pub use check::{check, check_inputs};
pub use expand::{
    closure, converter, cx, from_call, inputs, judged, marker, output_type, private, read, shim,
    state, variable,
};
pub use item::HandlerItem;
pub use model::{Handler, Output, Parameter};
