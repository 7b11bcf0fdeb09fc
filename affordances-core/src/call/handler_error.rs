//! The error of an action: only ours.
//!
//! `Result` itself serialises and has a schema, so `Result<T, String>` could
//! pass for an *output*, and an `Err` would be published as a success. The
//! macros therefore look at the error type first.

use std::marker::PhantomData;

use super::ActionError;

/// An error that an action may return: [`ActionError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of an action",
    label = "take `ActionError`",
    note = "write `Result<T>` (or `Result<T, ActionError>`): `?` turns every other error into it",
    note = "an error that the caller may read is `ActionError::unavailable(..)` or `ActionError::invalid_input(..)`",
    note = "see `foreign_error` in affordances::errors"
)]
pub trait HandlerError {}

impl HandlerError for ActionError {}

/// The error type of a return type, as a constant: `ErrorOf::<R>::HANDLER_ERROR`.
///
/// An inherent constant is found before one of a trait: a `Result` names its
/// own error, everything else falls back to [`NoError`].
#[derive(Debug)]
pub struct ErrorOf<R: ?Sized>(PhantomData<fn(&R)>);

impl<T, E> ErrorOf<Result<T, E>> {
    /// The error of the `Result`.
    pub const HANDLER_ERROR: PhantomData<E> = PhantomData;
}

/// The answer of [`ErrorOf`] for what is no `Result`.
pub trait NoError {
    /// As if the error were ours.
    const HANDLER_ERROR: PhantomData<ActionError> = PhantomData;
}

impl<R: ?Sized> NoError for ErrorOf<R> {}
