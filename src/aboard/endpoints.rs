//! The endpoints of a flow: what a request says, handed to the engine.

use aboard_core::protocol::ErrorCode;
use aboard_core::runtime::{Body, CreateRequest, ListRequest, Refused, StepRequest};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::percent_decode_str;

use super::answer::Answer;
use super::bearer::{bearer, idempotency_key};
use super::body::{self, Unread};
use super::routes::Served;
use crate::heartbeat;

/// `POST {at}/sessions`
pub(super) async fn create<S>(on: &Served<S>, request: Request) -> Response {
    heartbeat::keep();
    let (parts, body) = request.into_parts();
    let (body, key) = match read(on, &parts, body).await {
        Ok(read) => read,
        Err(unread) => return refused(&unread),
    };
    let request = CreateRequest::new(bearer(&parts.headers), body);
    let created = on.flow.create(request.key(key));
    Answer::of(StatusCode::CREATED, created.await).into_response()
}

/// `POST {at}/steps/{id}`
pub(super) async fn call<S>(on: &Served<S>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    heartbeat::keep();
    let (parts, body) = request.into_parts();
    let token = bearer(&parts.headers).map(str::to_owned);
    let (body, key) = match read(on, &parts, body).await {
        Ok((body, key)) => (body, key.map(str::to_owned)),
        // Step 1 comes first.
        Err(unread) => {
            return match on.flow.admit(token.as_deref()).await {
                Ok(()) => refused(&unread),
                Err(stranger) => Answer::from(stranger).into_response(),
            };
        }
    };
    let step = segment(&parts.uri, 0);
    let request = StepRequest::new(token.as_deref(), &step, body).key(key.as_deref());
    let answer = on.flow.call(request, parts, state).await;
    Answer::of(StatusCode::OK, answer).into_response()
}

/// `POST {at}/sessions/{id}/revoke`
pub(super) async fn revoke<S>(on: &Served<S>, parts: &Parts) -> Response {
    let id = segment(&parts.uri, 1);
    let revoked = on.flow.revoke(&id, bearer(&parts.headers)).await;
    Answer::of(StatusCode::OK, revoked).into_response()
}

/// `GET {at}/sessions/{id}`
pub(super) async fn view<S>(on: &Served<S>, parts: &Parts) -> Response {
    let id = segment(&parts.uri, 0);
    let session = on.flow.session(&id, bearer(&parts.headers)).await;
    Answer::of(StatusCode::OK, session).into_response()
}

/// `GET {at}/sessions`
pub(super) async fn list<S>(on: &Served<S>, parts: &Parts) -> Response {
    let query = parts.uri.query().unwrap_or_default();
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let value = |name: &str| {
        let pair = pairs.iter().find(|(key, _)| key == name);
        pair.map(|(_, value)| &**value)
            .filter(|value| !value.is_empty())
    };
    let wanted = ListRequest {
        limit: value("limit"),
        cursor: value("cursor"),
        status: value("status"),
        step: value("step"),
        subject: value("subject"),
    };
    let list = on.flow.list(bearer(&parts.headers), wanted).await;
    Answer::of(StatusCode::OK, list).into_response()
}

/// A segment of the path, counted from its end, decoded once. One that does not
/// decode stays as it is: nothing bears such a name.
fn segment(uri: &Uri, from_end: usize) -> String {
    let raw = uri.path().rsplit('/').nth(from_end).unwrap_or_default();
    match percent_decode_str(raw).decode_utf8() {
        Ok(text) => text.into_owned(),
        Err(_) => raw.to_owned(),
    }
}

/// The body, and the idempotency key.
async fn read<'p, S>(
    on: &Served<S>,
    parts: &'p Parts,
    body: axum::body::Body,
) -> Result<(Body, Option<&'p str>), Unread> {
    let body = body::read(on.limits, &parts.headers, body).await?;
    Ok((body, idempotency_key(&parts.headers)?))
}

fn refused(unread: &Unread) -> Response {
    match unread {
        Unread::InvalidKey => Answer::from(Refused::new(ErrorCode::InvalidIdempotencyKey)),
        Unread::TooLarge => Answer::from(Refused::new(ErrorCode::PayloadTooLarge)),
        Unread::Stalled => Answer::from(Refused::new(ErrorCode::MalformedJson))
            .with_status(StatusCode::REQUEST_TIMEOUT),
    }
    .into_response()
}
