//! Why a step did not do its work.

use std::error::Error as StdError;
use std::fmt;

use affordances_core::engine::Failure;
use affordances_core::protocol::{ErrorCode, Issue};
use affordances_core::{ActionError, BoxError};

/// The error of a step.
///
/// What the agent may read is written by hand; every error that `?` brings is
/// internal: the agent learns a reference, the log the cause.
///
/// ```
/// use aboard_core::StepError;
///
/// async fn deploy() -> Result<(), StepError> {
///     let quota: u32 = "3".parse()?; // a ParseIntError would be internal
///     if quota == 0 {
///         return Err(StepError::new("The plan allows no more projects: upgrade it."));
///     }
///     Ok(())
/// }
/// ```
///
/// Steps may as well return an [`ActionError`], to share code with pages.
#[must_use]
pub struct StepError(ActionError);

impl StepError {
    /// The step failed, and this is what the agent reads.
    pub fn new(message: impl Into<String>) -> Self {
        Self(ActionError::unavailable(message))
    }

    /// A field of the input is wrong: answered as `input_invalid` with one issue
    /// at `path`, a JSON Pointer into the input. Add more with
    /// [`and`](Self::and).
    pub fn invalid_input(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(ActionError::invalid_input(path, message))
    }

    /// One more fault, for an error made by
    /// [`invalid_input`](Self::invalid_input).
    pub fn and(self, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(self.0.and(path, message))
    }

    /// Something unexpected: the cause is logged, never sent.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Self(ActionError::internal(cause))
    }

    /// The faults of single fields, where this is
    /// [`invalid_input`](Self::invalid_input).
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        self.0.issues()
    }

    /// Whether the agent reads no more than a reference.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.0.code() == ErrorCode::Internal
    }
}

impl fmt::Debug for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// No `std::error::Error` for `StepError` itself: that is what lets `?` take
/// every other error.
impl<E: StdError + Send + Sync + 'static> From<E> for StepError {
    fn from(cause: E) -> Self {
        Self::internal(cause)
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        error.0.into()
    }
}

/// An error that a step may return: [`StepError`] or [`ActionError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a step",
    label = "take `StepError` or `ActionError`",
    note = "write `Result<T>` (or `Result<T, StepError>`): `?` turns every other error into it",
    note = "an error that the agent may read is `StepError::new(..)` or `StepError::invalid_input(..)`",
    note = "see `foreign_error` in affordances::errors"
)]
pub trait StepFailure: Into<Failure> {}

impl StepFailure for StepError {}
impl StepFailure for ActionError {}
