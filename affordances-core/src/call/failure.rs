//! Why a call, a load or a guard fails: what handlers return
//! ([`ActionError`]) and what the engine carries to the answer ([`Failure`]).

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use axum_core::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

use crate::protocol::{ErrorCode, Issue};

/// Any error, boxed.
pub type BoxError = Box<dyn StdError + Send + Sync + 'static>;

/// The result of a handler: `Err` is an [`ActionError`].
pub type Result<T, E = ActionError> = std::result::Result<T, E>;

/// Why a handler did not do its work.
///
/// A reason of the *state* is [`unavailable`](Self::unavailable), a fault of a
/// *field* is [`invalid_input`](Self::invalid_input), a thing that is not there
/// is [`not_found`](Self::not_found). Every other error that `?` brings is
/// internal: the caller learns a reference, the log the cause.
///
/// ```
/// use affordances_core::{ActionError, Result};
///
/// fn parse(text: &str) -> Result<u32> {
///     if text.is_empty() {
///         return Err(ActionError::invalid_input("/quantity", "must not be empty"));
///     }
///     Ok(text.parse()?) // a ParseIntError would be internal
/// }
/// assert!(parse("").is_err());
/// ```
#[must_use]
pub struct ActionError(Box<Failure>);

impl ActionError {
    /// The state does not allow it: 409 `unavailable` with this message.
    pub fn unavailable(reason: impl Into<String>) -> Self {
        Failure::new(ErrorCode::Unavailable, reason).into()
    }

    /// A field is wrong: 422 `invalid_input` with one issue at `path`, a JSON
    /// Pointer into the input. Add more with [`and`](Self::and).
    pub fn invalid_input(path: impl Into<String>, message: impl Into<String>) -> Self {
        Failure::invalid_input(vec![Issue::new(path, message)]).into()
    }

    /// One more fault, for an error made by [`invalid_input`](Self::invalid_input).
    pub fn and(mut self, path: impl Into<String>, message: impl Into<String>) -> Self {
        self.0.issues.push(Issue::new(path, message));
        self
    }

    /// There is no such thing: 404 `not_found`. From a `#[load]` it says that
    /// the page does not exist.
    pub fn not_found() -> Self {
        Failure::new(ErrorCode::NotFound, "There is nothing here.").into()
    }

    /// The caller may not: 403 `unauthorized` with this message.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Failure::new(ErrorCode::Unauthorized, message)
            .status(StatusCode::FORBIDDEN)
            .into()
    }

    /// Something unexpected: 500 `internal`. The cause is logged, never sent.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Failure::internal(cause).into()
    }

    /// The faults of single fields, where this is
    /// [`invalid_input`](Self::invalid_input).
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.0.issues
    }

    /// The code that a client will see.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }
}

impl fmt::Debug for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

/// No `std::error::Error` for `ActionError` itself: that is what lets `?` take
/// every other error.
impl<E: StdError + Send + Sync + 'static> From<E> for ActionError {
    fn from(cause: E) -> Self {
        Self::internal(cause)
    }
}

impl From<Failure> for ActionError {
    fn from(failure: Failure) -> Self {
        Self(Box::new(failure))
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Self {
        *error.0
    }
}

/// A failure on its way to an answer: a code of the protocol, what the caller
/// may read, and what only the log may.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The protocol's code.
    pub code: ErrorCode,
    /// The HTTP status, where it is not the code's usual one.
    pub status: Option<StatusCode>,
    /// For the caller.
    pub message: String,
    /// For `invalid_input`.
    pub issues: Vec<Issue>,
    /// For `Retry-After`.
    pub retry_after: Option<Duration>,
    /// A bearer credential was presented and is not valid (RFC 6750).
    pub invalid_token: bool,
    /// Where an extractor would have sent a person to sign in.
    pub sign_in: Option<Box<HeaderValue>>,
    /// For the log alone.
    pub cause: Option<BoxError>,
}

impl Failure {
    /// A failure with the code's usual status. An empty message is replaced.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            code,
            status: None,
            message: if message.trim().is_empty() {
                usual_message(code).to_owned()
            } else {
                message
            },
            issues: Vec::new(),
            retry_after: None,
            invalid_token: false,
            sign_in: None,
            cause: None,
        }
    }

    /// Faults of the input, all at once.
    pub fn invalid_input(issues: Vec<Issue>) -> Self {
        Self {
            issues,
            ..Self::new(ErrorCode::InvalidInput, "")
        }
    }

    /// A fault of the server. The message names no cause; the engine adds the
    /// reference under which the cause is logged.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(ErrorCode::Internal, "")
        }
    }

    /// Nobody whom the app recognises: 401.
    pub fn anonymous() -> Self {
        Self::new(
            ErrorCode::Unauthorized,
            "Sign in, or send a valid bearer credential.",
        )
        .status(StatusCode::UNAUTHORIZED)
    }

    /// Answers with another status than the code's usual one.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = Some(status);
        self
    }

    /// Says when to come back.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// What an extractor's rejection means to an agent: its status decides the
    /// code, its body is dropped, since it may quote what was sent or name
    /// internals.
    pub fn from_rejection(rejection: impl IntoResponse) -> Self {
        Self::from_response(&rejection.into_response())
    }

    fn from_response(response: &Response) -> Self {
        let status = response.status();
        match status {
            StatusCode::UNAUTHORIZED => Self::anonymous(),
            // As where a layer of the app says it: somebody has to sign in first.
            StatusCode::FOUND | StatusCode::SEE_OTHER | StatusCode::TEMPORARY_REDIRECT => Self {
                sign_in: response
                    .headers()
                    .get(header::LOCATION)
                    .cloned()
                    .map(Box::new),
                ..Self::anonymous()
            },
            StatusCode::FORBIDDEN => Self::new(
                ErrorCode::Unauthorized,
                "This caller is not allowed to do that.",
            )
            .status(status),
            StatusCode::NOT_FOUND => Self::new(ErrorCode::NotFound, "There is nothing here."),
            StatusCode::TOO_MANY_REQUESTS => {
                Self::new(ErrorCode::RateLimited, "").retry_after(wait_of(response))
            }
            _ if status.is_client_error() => Self::invalid_input(vec![Issue::new(
                "",
                "the request's address or headers do not fit this page",
            )]),
            _ => Self::internal(format!("an extractor refused the request with {status}")),
        }
    }
}

/// How long a rejection asks to wait; one that does not say gets the least.
fn wait_of(response: &Response) -> Duration {
    let seconds = response
        .headers()
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.trim().parse().ok());
    Duration::from_secs(seconds.unwrap_or(1))
}

fn usual_message(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::NotFound => "There is nothing here.",
        ErrorCode::Unauthorized => "This caller is not allowed to do that.",
        ErrorCode::RateLimited => "Too many calls: wait, then try again.",
        ErrorCode::InvalidInput => "The input does not fit; see the issues.",
        ErrorCode::Unavailable => "Not available right now.",
        ErrorCode::ConfirmRequired => "This needs confirmation.",
        ErrorCode::Internal | ErrorCode::Unknown => "Something went wrong on our side.",
    }
}
