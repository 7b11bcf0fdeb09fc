//! The summary of a call that waits for a person's approval: a template over the input's fields, or a
//! function.
mod check;
mod expand;

use syn::{Ident, LitStr, Path};

pub(crate) use check::check;
pub(crate) use expand::shim;

/// How a summary is made. `input` is the number of the parameter that is spelled `Input<..>`.
pub(crate) enum Summary {
    Template {
        /// The user's literal, for its span.
        literal: LitStr,
        /// The text in the form of `format!`, `{}` for each field.
        format: String,
        fields: Vec<Ident>,
        input: Option<usize>,
    },
    Function {
        path: Path,
        input: Option<usize>,
    },
}
