//! What makes an action's schemas: a table apart from the actions' own.
//!
//! A server that embeds its documents refers to the pages alone, so the linker
//! drops everything that is reached from here: every schema, and schemars.

use crate::call::{InputSchema, SchemaFn};

/// The rows of one page, in the order of its actions.
pub type PageTypes = &'static [ActionTypes];

/// The types that one action gives and takes, as what makes their schemas: that of
/// the output, if it has one, and those of the parameters, `None` but for the one
/// that is the input.
///
/// A tuple, for the macros write one for every action.
pub type ActionTypes = (fn() -> Option<SchemaFn>, &'static [fn() -> InputSchema]);
