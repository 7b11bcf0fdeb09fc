//! Answers: documents with the headers that the protocol asks for, and the one
//! table from codes to statuses.

use std::hash::{BuildHasher, RandomState};

use axum_core::body::Body;
use axum_core::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use super::client::whole_seconds;
use super::json::Members;
use super::runtime::Runtime;
use crate::call::Failure;
use crate::http::accept::MEDIA_TYPE;
use crate::protocol::ErrorCode;

/// An Affordances document with its status and headers, and what a door that
/// speaks another language than JSON needs of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status.
    pub status: StatusCode,
    /// Headers beside the protocol's own.
    pub headers: HeaderMap,
    /// The document.
    pub body: Bytes,
    /// Where a person goes next.
    pub redirect: Option<String>,
    /// Why the call failed.
    pub failure: Option<Failure>,
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

impl Answer {
    pub(crate) fn ok(body: Vec<u8>) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            body: body.into(),
            redirect: None,
            failure: None,
        }
    }

    /// The answer as the HTTP door sends it: never stored, never mixed up with
    /// the HTML of the same URL.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        *headers = self.headers;
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        );
        headers.insert(header::VARY, HeaderValue::from_static("Accept"));
        response
    }
}

impl Runtime {
    /// Turns a failure into its answer: the status, the headers that go with
    /// it, and the error delta. A fault of the server is logged here, with its
    /// cause, under the reference that the caller learns.
    #[must_use]
    pub fn failed(&self, mut failure: Failure) -> Answer {
        let mut headers = HeaderMap::new();
        self.refer(&mut failure, &mut headers);
        let status = self.status(&failure);
        if status == StatusCode::UNAUTHORIZED {
            let challenge = if failure.invalid_token {
                r#"Bearer error="invalid_token""#
            } else {
                "Bearer"
            };
            headers.insert(
                header::WWW_AUTHENTICATE,
                HeaderValue::from_static(challenge),
            );
        }
        if let Some(wait) = failure.retry_after {
            headers.insert(header::RETRY_AFTER, whole_seconds(wait).into());
        }
        Answer {
            status,
            headers,
            body: error_delta(&failure),
            redirect: None,
            failure: Some(failure),
        }
    }

    fn status(&self, failure: &Failure) -> StatusCode {
        let usual = failure.status.unwrap_or(match failure.code {
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Unauthorized => StatusCode::UNAUTHORIZED,
            ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::InvalidInput => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCode::Unavailable => StatusCode::CONFLICT,
            ErrorCode::ConfirmRequired => StatusCode::PRECONDITION_REQUIRED,
            ErrorCode::Internal | ErrorCode::Unknown => StatusCode::INTERNAL_SERVER_ERROR,
        });
        match &self.settings.statuses {
            Some(status) => status(failure.code, usual),
            None => usual,
        }
    }

    /// Gives a fault of the server a reference, and writes it to the log.
    fn refer(&self, failure: &mut Failure, headers: &mut HeaderMap) {
        if failure.code != ErrorCode::Internal {
            return;
        }
        let reference = reference();
        let cause = failure.cause.take();
        tracing::error!(
            reference,
            cause = cause.as_ref().map(tracing::field::display),
            "a request has failed"
        );
        failure.message = format!("{} Reference: {reference}", failure.message);
        if let Ok(value) = HeaderValue::from_str(&reference) {
            headers.insert(REQUEST_ID, value);
        }
    }
}

/// A new reference, for the log and whoever asks about it. Nobody has to guess
/// it, so a hash with random keys is random enough.
#[must_use]
pub fn reference() -> String {
    format!("{:016x}", RandomState::new().hash_one(0))
}

/// The delta of a failure (specification, "Delta"): `message` and
/// `error.message` carry the same text.
fn error_delta(failure: &Failure) -> Bytes {
    let mut body = Vec::new();
    let mut delta = Members::open(&mut body);
    delta.member("ok", &false);
    delta.member("message", &failure.message);
    let mut error = Members::open(delta.key("error"));
    error.member("code", failure.code.as_str());
    error.member("message", &failure.message);
    if !failure.issues.is_empty() {
        error.member("issues", &failure.issues);
    }
    error.close();
    delta.close();
    body.into()
}
