//! Reading a body: counted and timed here, judged by the engine in its turn.

use std::error::Error;

use aboard_core::runtime::Body;
use affordances_core::http::accept;
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

use super::routes::Limits;

/// What keeps a request from being read.
pub(super) enum Unread {
    /// The body is larger than the limit.
    TooLarge,
    /// The body did not arrive in time.
    Stalled,
    /// The idempotency key is none.
    InvalidKey,
}

/// Reads a body to its end.
///
/// What it says about itself decides: a body of another type than JSON, or one
/// that is encoded, is never read as JSON (B84). One that says nothing is.
pub(super) async fn read(
    limits: Limits,
    headers: &HeaderMap,
    body: axum::body::Body,
) -> Result<Body, Unread> {
    let declared = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > limits.body as u64) {
        return Err(Unread::TooLarge);
    }
    let reading = Limited::new(body, limits.body).collect();
    let bytes = match tokio::time::timeout(limits.read, reading).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if is_length_limit(&*error) => return Err(Unread::TooLarge),
        // Broken off: whatever there is of it is no JSON.
        Ok(Err(_)) => return Ok(Body::Malformed),
        Err(_) => return Err(Unread::Stalled),
    };
    if !bytes.trim_ascii().is_empty() && !says_json(headers) {
        return Ok(Body::NotJson);
    }
    Ok(Body::read(&bytes))
}

fn says_json(headers: &HeaderMap) -> bool {
    let plain = headers
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding == "identity");
    let untyped = !headers.contains_key(header::CONTENT_TYPE);
    plain && (untyped || accept::is_media_type(headers, "application/json"))
}

/// Also recognises the limit of a layer around the route: it is the same error.
fn is_length_limit(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<LengthLimitError>() {
            return true;
        }
        next = error.source();
    }
    false
}
