//! Handlers: the functions of a page that the engine calls. What is said here holds for every kind;
//! actions add to it in `action/`.
//!
//! A handler stays the plain function that the user wrote. For each there is a *marker*, a type that
//! bears the function's name and for which the traits say what the function may take, and a *shim*, a
//! closure that reads the parameters, calls the function and converts what it returns.
mod check;
mod expand;
mod item;
mod kind;
mod model;

pub(crate) use check::check;
pub(crate) use expand::{
    closure, convert, cx, from_call, marker, private, read, shim, state, variable,
};
pub(crate) use item::HandlerItem;
pub(crate) use kind::HandlerKind;
pub(crate) use model::{Handler, Output, Parameter};
