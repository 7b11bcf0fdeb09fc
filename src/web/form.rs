//! A form posted to a page with the action in its URL: read, then handed to the
//! engine's form door.

use std::sync::Arc;

use affordances_core::engine::{Arrival, FormPost, Runtime};
use affordances_core::http::{accept, query};
use axum::extract::{OriginalUri, Request};
use axum::http::request::Parts;
use axum::http::{Method, Uri};
use axum::response::Response;

use super::body;
use super::serve::{Place, requested};

/// The form's own media type. Multipart is for uploads, which there are none of.
const FORM: &str = "application/x-www-form-urlencoded";
/// Where a form says what it is for.
const ACTION: &str = "action";
const CONFIRM: &str = "confirm";

/// The action that a posted form names; `None` where the request is no such
/// form. The body stays unread.
pub(super) fn posted_action(request: &Request) -> Option<String> {
    if request.method() != Method::POST || !accept::is_media_type(request.headers(), FORM) {
        return None;
    }
    form_urlencoded::parse(request.uri().query()?.as_bytes())
        .find(|(key, _)| key == ACTION)
        .map(|(_, action)| action.into_owned())
}

/// Answers a posted form.
pub(super) async fn form<S>(
    place: &Place<S>,
    runtime: &Arc<Runtime>,
    state: S,
    request: Request,
    action: String,
) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let (mut parts, body) = request.into_parts();
    let confirm = parts
        .uri
        .query()
        .is_some_and(|q| query::has(q, CONFIRM, "true"));
    strip_members(&mut parts);
    let uri = requested(&parts).clone();
    let body = match body::read(runtime, &parts.headers, body).await {
        Ok(body) => body,
        Err(failure) => {
            let caller = runtime.recognise(&parts).await;
            return runtime.error_page(runtime.failed(failure), uri.path().to_owned(), caller);
        }
    };
    let mut post = FormPost::default();
    post.path = uri.path().to_owned();
    post.query = uri.query().map(str::to_owned);
    post.action = action;
    post.confirm = confirm;
    post.fields = form_urlencoded::parse(&body).into_owned().collect();
    let arrival = Arrival::new(runtime.clone(), place.number, parts, state);
    place.entry().mount.form(arrival, post).await
}

/// `action` and `confirm` are the form's; the page sees the rest of the query.
fn strip_members(parts: &mut Parts) {
    let strip = |uri: &mut Uri| {
        let rest = uri
            .query()
            .and_then(|q| query::without(q, &[ACTION, CONFIRM]));
        if let Some(rest) = rest {
            *uri = query::replace(uri, &rest);
        }
    };
    strip(&mut parts.uri);
    if let Some(OriginalUri(uri)) = parts.extensions.get_mut() {
        strip(uri);
    }
}
