//! Handlers of a page: which kinds there are. What all of them have in common is shared with steps, in
//! the support crate; actions add to it in `action/`.
mod kind;

pub(crate) use affordances_macro_support::handler::{
    Handler, Output, Parameter, check, check_inputs, closure, converter, cx, inputs, judged,
    marker, output_type, private, read, shim, state, variable,
};
pub(crate) use kind::HandlerKind;

/// A function under one of a page's attributes.
pub(crate) type HandlerItem = affordances_macro_support::handler::HandlerItem<HandlerKind>;
