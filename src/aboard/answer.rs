//! From an answer of the engine to a response: statuses and headers.

use aboard_core::protocol::ErrorCode;
use aboard_core::runtime::Refused;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// How long to wait for a verifier that is out of reach, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// An answer of an endpoint: JSON that nobody may keep.
pub(super) struct Answer {
    status: StatusCode,
    /// `None` where it does not serialise.
    json: Option<Vec<u8>>,
    code: Option<ErrorCode>,
}

impl Answer {
    /// Success.
    pub(super) fn new(status: StatusCode, body: &impl Serialize) -> Self {
        Self {
            status,
            json: serde_json::to_vec(body).ok(),
            code: None,
        }
    }

    /// What the engine has answered.
    pub(super) fn of<T: Serialize>(status: StatusCode, answer: Result<T, Refused>) -> Self {
        match answer {
            Ok(body) => Self::new(status, &body),
            Err(refused) => refused.into(),
        }
    }

    /// With another status than its error code's.
    pub(super) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
}

impl From<Refused> for Answer {
    fn from(refused: Refused) -> Self {
        let code = refused.code();
        let status = code.map_or(StatusCode::UNPROCESSABLE_ENTITY, status);
        let mut answer = match refused {
            Refused::Error { body, .. } => Self::new(status, &body),
            Refused::Step(failed) => Self::new(status, &failed),
            // What a later engine adds; its code says what it is.
            _ => Self::new(status, &serde_json::json!({ "error": "internal" })),
        };
        answer.code = code;
        answer
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let Self { status, json, code } = self;
        let Some(json) = json else {
            return Self::from(Refused::new(ErrorCode::Internal)).into_response();
        };
        let mut response = (status, json).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, challenge(code));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// RFC 6750: a credential that was sent and rejected is told apart from none.
fn challenge(code: Option<ErrorCode>) -> HeaderValue {
    HeaderValue::from_static(match code {
        Some(ErrorCode::InvalidIdentity | ErrorCode::InvalidSessionToken) => {
            r#"Bearer error="invalid_token""#
        }
        _ => "Bearer",
    })
}

/// The statuses (specification, section 7).
fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::IdentityRequired
        | ErrorCode::InvalidIdentity
        | ErrorCode::InvalidSessionToken
        | ErrorCode::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorCode::SessionRevoked => StatusCode::FORBIDDEN,
        ErrorCode::SessionNotFound | ErrorCode::UnknownStep | ErrorCode::FlowNotFound => {
            StatusCode::NOT_FOUND
        }
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::UnmetDependencies | ErrorCode::IdempotencyConflict => StatusCode::CONFLICT,
        ErrorCode::InputInvalid | ErrorCode::InvalidMetadata | ErrorCode::IdempotencyMismatch => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        ErrorCode::MalformedJson | ErrorCode::InvalidQuery | ErrorCode::InvalidIdempotencyKey => {
            StatusCode::BAD_REQUEST
        }
        ErrorCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::VerifierUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::StepOutputInvalid | ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        // A code of a later engine.
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
