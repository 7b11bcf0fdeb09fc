//! The site index over HTTP.

use affordances_core::documents::IndexDocument;
use affordances_core::http::accept::MEDIA_TYPE;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Answers a GET for the index; 304 when the client has it already (RFC 9110
/// section 13.1.2). The same for everybody, so any cache may keep it, and asks
/// before it uses it.
pub(super) fn index(document: &IndexDocument, headers: &HeaderMap) -> Response {
    let validators = [
        (header::ETAG, document.etag.as_str()),
        (header::CACHE_CONTROL, "public, no-cache"),
    ];
    if has(headers, &document.etag) {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    let content_type = [(header::CONTENT_TYPE, MEDIA_TYPE)];
    (validators, content_type, document.body.clone()).into_response()
}

fn has(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim())
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}
