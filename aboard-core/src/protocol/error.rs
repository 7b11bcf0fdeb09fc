//! Errors (specification, section 7).

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Issue, pattern};

/// What a client branches on, where the protocol has a word for it. The status
/// that goes with each is the adapter's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A session takes an access token, and none was sent.
    IdentityRequired,
    /// The access token was rejected.
    InvalidIdentity,
    /// The session token is missing, expired, tampered with, or another's.
    InvalidSessionToken,
    /// This caller may not.
    Unauthorized,
    /// The session was abandoned.
    SessionRevoked,
    /// There is no such session.
    SessionNotFound,
    /// There is no such step.
    UnknownStep,
    /// There is no such flow.
    FlowNotFound,
    /// Steps that come first are not done.
    UnmetDependencies,
    /// The body fails the step's schema.
    InputInvalid,
    /// What the step returned fails its own schema.
    StepOutputInvalid,
    /// The body is not JSON.
    MalformedJson,
    /// The body says that it is not JSON.
    UnsupportedMediaType,
    /// The body is too large.
    PayloadTooLarge,
    /// `metadata` is not an object, or too large.
    InvalidMetadata,
    /// A parameter of a list is not understood.
    InvalidQuery,
    /// The path has other methods.
    MethodNotAllowed,
    /// The idempotency key is empty, too long, there twice, or not plain ASCII.
    InvalidIdempotencyKey,
    /// The first call with this idempotency key is still running.
    IdempotencyConflict,
    /// This idempotency key came with another request.
    IdempotencyMismatch,
    /// The step was tried too often in this session.
    TooManyAttempts,
    /// Access tokens cannot be verified right now.
    VerifierUnavailable,
    /// A fault of the server.
    Internal,
}

impl ErrorCode {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::IdentityRequired,
        Self::InvalidIdentity,
        Self::InvalidSessionToken,
        Self::Unauthorized,
        Self::SessionRevoked,
        Self::SessionNotFound,
        Self::UnknownStep,
        Self::FlowNotFound,
        Self::UnmetDependencies,
        Self::InputInvalid,
        Self::StepOutputInvalid,
        Self::MalformedJson,
        Self::UnsupportedMediaType,
        Self::PayloadTooLarge,
        Self::InvalidMetadata,
        Self::InvalidQuery,
        Self::MethodNotAllowed,
        Self::InvalidIdempotencyKey,
        Self::IdempotencyConflict,
        Self::IdempotencyMismatch,
        Self::TooManyAttempts,
        Self::VerifierUnavailable,
        Self::Internal,
    ];

    /// The word in `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::IdentityRequired => "identity_required",
            Self::InvalidIdentity => "invalid_identity",
            Self::InvalidSessionToken => "invalid_session_token",
            Self::Unauthorized => "unauthorized",
            Self::SessionRevoked => "session_revoked",
            Self::SessionNotFound => "session_not_found",
            Self::UnknownStep => "unknown_step",
            Self::FlowNotFound => "flow_not_found",
            Self::UnmetDependencies => "unmet_dependencies",
            Self::InputInvalid => "input_invalid",
            Self::StepOutputInvalid => "step_output_invalid",
            Self::MalformedJson => "malformed_json",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::PayloadTooLarge => "payload_too_large",
            Self::InvalidMetadata => "invalid_metadata",
            Self::InvalidQuery => "invalid_query",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::InvalidIdempotencyKey => "invalid_idempotency_key",
            Self::IdempotencyConflict => "idempotency_conflict",
            Self::IdempotencyMismatch => "idempotency_mismatch",
            Self::TooManyAttempts => "too_many_attempts",
            Self::VerifierUnavailable => "verifier_unavailable",
            Self::Internal => "internal",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The body of an error.
///
/// ```
/// use aboard_core::protocol::{ErrorBody, ErrorCode};
///
/// let body = ErrorBody::new(ErrorCode::UnmetDependencies).missing(vec!["auth".into()]);
/// assert_eq!(
///     serde_json::to_string(&body).unwrap(),
///     r#"{"error":"unmet_dependencies","missing":["auth"]}"#,
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend(
    "if" = { "properties": { "error": { "const": "unmet_dependencies" } } },
    "then" = { "required": ["missing"] },
    "else" = { "properties": { "missing": false } },
))]
#[non_exhaustive]
pub struct ErrorBody {
    /// What went wrong: one of the protocol's words.
    #[schemars(extend("enum" = ErrorCode::ALL.map(ErrorCode::as_str)))]
    pub error: String,
    /// What to do about it, for people and models.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// For `unmet_dependencies`: the steps to do first.
    #[schemars(with = "BTreeSet<String>", inner(regex(pattern = pattern::NAME)), length(min = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// For faults of the body: each at its place.
    #[schemars(with = "Vec<Issue>", length(min = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issues: Option<Vec<Issue>>,
    /// Where the server's log has the cause.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl ErrorBody {
    /// The bare word.
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self {
            error: code.as_str().to_owned(),
            message: None,
            missing: None,
            issues: None,
            reference: None,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Names the steps to do first.
    #[must_use]
    pub fn missing(mut self, steps: Vec<String>) -> Self {
        self.missing = Some(steps);
        self
    }

    /// Names the faults of the body.
    #[must_use]
    pub fn issues(mut self, issues: Vec<Issue>) -> Self {
        self.issues = Some(issues);
        self
    }

    /// Says under which reference the cause is logged.
    #[must_use]
    pub fn reference(mut self, reference: impl Into<String>) -> Self {
        self.reference = Some(reference.into());
        self
    }
}
