//! Descriptor and prompt, made once and negotiated (specification, section 1).

use aboard_core::documents::prompt as prompt_of;
use aboard_core::protocol::ErrorCode;
use aboard_core::runtime::{Flow, Refused};
use affordances_core::http::{accept, vary};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;

use super::answer::{Answer, JSON};

/// What a flow publishes, ready to be sent.
#[derive(Debug, Clone)]
pub(super) struct Documents {
    pub(super) slug: &'static str,
    descriptor: Bytes,
    prompt: Bytes,
}

impl Documents {
    /// Those of a flow.
    pub(super) fn of<S>(flow: &Flow<S>) -> Self {
        let descriptor = flow.descriptor();
        Self {
            slug: flow.meta().slug,
            descriptor: serde_json::to_vec(descriptor).unwrap_or_default().into(),
            prompt: prompt_of(descriptor, flow.meta().description).into(),
        }
    }
}

/// The descriptor, whatever is asked for.
pub(super) fn descriptor(of: Option<&Documents>) -> Response {
    let Some(documents) = of else {
        return not_found();
    };
    ([(header::CONTENT_TYPE, JSON)], documents.descriptor.clone()).into_response()
}

/// The prompt, whatever is asked for.
pub(super) fn prompt(of: Option<&Documents>) -> Response {
    let Some(documents) = of else {
        return not_found();
    };
    let markdown = HeaderValue::from_static("text/markdown; charset=utf-8");
    ([(header::CONTENT_TYPE, markdown)], documents.prompt.clone()).into_response()
}

/// `{slug}.json`, or `{slug}`: the prompt unless JSON is named and not liked less.
pub(super) fn named(all: &[Documents], parts: &Parts) -> Response {
    let path = parts.uri.path();
    let name = path.rsplit('/').next().unwrap_or_default();
    let find = |slug: &str| all.iter().find(|documents| documents.slug == slug);
    if let Some(slug) = name.strip_suffix(".json") {
        return descriptor(find(slug));
    }
    let mut response = if accept::prefers(&parts.headers, "application/json", "text/markdown") {
        descriptor(find(name))
    } else {
        prompt(find(name))
    };
    vary::add(response.headers_mut(), "Accept");
    response
}

fn not_found() -> Response {
    Answer::from(Refused::new(ErrorCode::FlowNotFound)).into_response()
}
