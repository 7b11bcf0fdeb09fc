//! What `#[load]`, `#[guard]`, `#[view]`, `#[nav]` and `#[markdown]` return.

use axum_core::response::{IntoResponse, Response};

use super::outcome::{ViaResult, ViaValue};
use super::{ActionError, Failure, Loaded, PageEntities};

/// A function that gives a `T`: directly, or as a `Result`.
#[diagnostic::on_unimplemented(
    message = "this function must return `{T}` or `Result<{T}>`, not `{Self}`",
    label = "expected `{T}` or `Result<{T}>`",
    note = "for the error type take `ActionError`: `?` turns every other error into it",
    note = "see `wrong_return_type` in affordances::errors"
)]
pub trait Returns<T> {
    /// The value.
    ///
    /// # Errors
    ///
    /// The function's own error.
    fn into_value(self) -> Result<T, Failure>;
}

impl<T> Returns<T> for T {
    fn into_value(self) -> Result<T, Failure> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Returns<T> for Result<T, ActionError> {
    fn into_value(self) -> Result<T, Failure> {
        self.map_err(Into::into)
    }
}

/// What a `#[load]` gives: the entities `T`, directly or as a `Result`.
#[diagnostic::on_unimplemented(
    message = "a `#[load]` must return `{T}` or `Result<{T}>`, not `{Self}`",
    label = "expected `{T}` or `Result<{T}>`",
    note = "where there is nothing to show, return `Err(ActionError::not_found())`: an `Option` becomes that by `.ok_or_else(ActionError::not_found)?`",
    note = "for the error type take `ActionError`: `?` turns every other error into it",
    note = "see `wrong_return_type` in affordances::errors"
)]
pub trait Loads<T> {
    /// The entities, their type erased.
    ///
    /// # Errors
    ///
    /// The function's own error.
    fn into_loaded(self) -> Result<Loaded, Failure>;
}

impl<T: PageEntities> Loads<T> for T {
    fn into_loaded(self) -> Result<Loaded, Failure> {
        Ok(Loaded::new(self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: PageEntities> Loads<T> for Result<T, ActionError> {
    fn into_loaded(self) -> Result<Loaded, Failure> {
        self.map(Loaded::new).map_err(Into::into)
    }
}

/// What a `#[view]` draws: anything that axum can answer with, or a `Result` of
/// it.
#[diagnostic::on_unimplemented(
    message = "a `#[view]` cannot return `{Self}`",
    label = "no HTML, nor anything else that implements `IntoResponse`",
    note = "return `Html<String>`, your template library's type, or a `Result` of either with `ActionError`",
    note = "see `unusable_view` in affordances::errors"
)]
pub trait Drawn<M> {
    /// The answer.
    ///
    /// # Errors
    ///
    /// The view's own error.
    fn drawn(self) -> Result<Response, Failure>;
}

#[diagnostic::do_not_recommend]
impl<T: IntoResponse> Drawn<ViaValue> for T {
    fn drawn(self) -> Result<Response, Failure> {
        Ok(self.into_response())
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResponse> Drawn<ViaResult<ViaValue>> for Result<T, ActionError> {
    fn drawn(self) -> Result<Response, Failure> {
        Ok(self?.into_response())
    }
}

/// Demands that a handler's future can move between threads. The opaque return
/// type keeps a future that cannot from being reported a second time.
pub fn sendable<F: Future + Send>(future: F) -> impl Future<Output = F::Output> + Send {
    future
}
