//! Reading a body: counted and timed by the site itself.

use std::error::Error;

use affordances_core::engine::Failure;
use affordances_core::engine::Runtime;
use affordances_core::protocol::{ErrorCode, Issue};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

/// Reads a body to its end.
///
/// # Errors
///
/// 413 above the limit, known from `Content-Length` or while it arrives; 408
/// for one that stalls; 400 for one that breaks off.
pub(super) async fn read(
    runtime: &Runtime,
    headers: &HeaderMap,
    body: Body,
) -> Result<Bytes, Failure> {
    let settings = runtime.settings();
    let declared = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > settings.body_limit as u64) {
        return Err(too_large(settings.body_limit));
    }
    let reading = Limited::new(body, settings.body_limit).collect();
    match tokio::time::timeout(settings.read_timeout, reading).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if is_length_limit(&*error) => Err(too_large(settings.body_limit)),
        Ok(Err(_)) => Err(fault(
            StatusCode::BAD_REQUEST,
            "the body broke off".to_owned(),
        )),
        Err(_) => Err(fault(
            StatusCode::REQUEST_TIMEOUT,
            format!("the body did not arrive within {:?}", settings.read_timeout),
        )),
    }
}

/// Also recognises the limit of a layer around the page: it is the same error.
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

fn too_large(limit: usize) -> Failure {
    fault(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the body is larger than {limit} bytes"),
    )
}

/// A fault of the body, before step 1.
pub(super) fn fault(status: StatusCode, message: String) -> Failure {
    body_fault(Issue::new("", message)).status(status)
}

/// A body that is not a call: 400, the issue's text as the message.
pub(super) fn body_fault(issue: Issue) -> Failure {
    let mut failure =
        Failure::new(ErrorCode::InvalidInput, described(&issue)).status(StatusCode::BAD_REQUEST);
    failure.issues.push(issue);
    failure
}

fn described(issue: &Issue) -> String {
    match issue.path.strip_prefix('/') {
        Some(member) => format!("`{member}` {}", issue.message),
        None => issue.message.clone(),
    }
}
