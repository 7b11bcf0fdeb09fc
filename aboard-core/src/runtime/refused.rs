//! What is answered instead of success.

use crate::protocol::{ErrorBody, ErrorCode, StepFailed};

/// A request that is not granted. Statuses are the adapter's, by
/// [`code`](Self::code).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Refused {
    /// An error of the protocol.
    Error {
        /// Its word.
        code: ErrorCode,
        /// The body to send.
        body: Box<ErrorBody>,
    },
    /// A step that failed: 422, whatever its `error` says.
    Step(Box<StepFailed>),
}

impl Refused {
    /// An error with the words that say what to do about it.
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self::error(code, ErrorBody::new(code).message(advice(code)))
    }

    pub(crate) fn error(code: ErrorCode, body: ErrorBody) -> Self {
        Self::Error {
            code,
            body: body.into(),
        }
    }

    /// A fault of the server that is logged under `reference`.
    pub(crate) fn internal(reference: impl Into<String>) -> Self {
        Self::referring(ErrorCode::Internal, reference)
    }

    pub(crate) fn referring(code: ErrorCode, reference: impl Into<String>) -> Self {
        let body = ErrorBody::new(code).message(advice(code));
        Self::error(code, body.reference(reference))
    }

    /// The protocol's word; `None` for a step that failed in its own words.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Error { code, .. } => Some(*code),
            Self::Step(_) => None,
        }
    }
}

/// What to do about an error, for models and people.
fn advice(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::IdentityRequired => {
            "Send an access token as `Authorization: Bearer <token>`; the descriptor says where \
             to get one."
        }
        ErrorCode::InvalidIdentity => "The access token was rejected: get a new one.",
        ErrorCode::InvalidSessionToken => {
            "Send the `sessionToken` of this flow's session as `Authorization: Bearer <token>`; \
             when it has expired, create a new session."
        }
        ErrorCode::Unauthorized => "This credential does not allow it.",
        ErrorCode::SessionRevoked => "This session was revoked: create a new one.",
        ErrorCode::SessionNotFound => "There is no such session.",
        ErrorCode::UnknownStep => "This flow has no such step; the descriptor lists its steps.",
        ErrorCode::FlowNotFound => "There is no such flow.",
        ErrorCode::UnmetDependencies => "Complete the missing steps first.",
        ErrorCode::InputInvalid => "The body does not fit the step's input schema; see the issues.",
        ErrorCode::StepOutputInvalid => {
            "The step ran, but its result is not what it promises: a fault on our side."
        }
        ErrorCode::MalformedJson => "The body must be JSON in UTF-8, at most 64 levels deep.",
        ErrorCode::UnsupportedMediaType => "Send the body as `Content-Type: application/json`.",
        ErrorCode::PayloadTooLarge => "The body is too large.",
        ErrorCode::InvalidMetadata => {
            "The body must be an object, and its `metadata` an object that is not too large."
        }
        ErrorCode::InvalidQuery => "A parameter of the query is not understood.",
        ErrorCode::MethodNotAllowed => "This path does not answer that method.",
        ErrorCode::InvalidIdempotencyKey => {
            "Send one Idempotency-Key of 1 to 255 ASCII characters, or none."
        }
        ErrorCode::IdempotencyConflict => {
            "The first request with this Idempotency-Key is still running: wait, then send it \
             again."
        }
        ErrorCode::IdempotencyMismatch => {
            "This Idempotency-Key came with another request before: use a new one."
        }
        ErrorCode::TooManyAttempts => {
            "This step was tried too often in this session: create a new one."
        }
        ErrorCode::VerifierUnavailable => {
            "Access tokens cannot be verified right now: try again later."
        }
        ErrorCode::Internal => "Something went wrong on our side.",
    }
}
