//! One request at one page: negotiate, then hand over to the engine or to the
//! app's own handlers.

use std::sync::Arc;

use affordances_core::engine::{Arrival, Failure, Runtime, ViewRequest};
use affordances_core::http::accept::{self, MEDIA_TYPE, Wanted};
use affordances_core::http::link::GraphLink;
use affordances_core::http::vary;
use affordances_core::protocol::{Call, ErrorCode};
use affordances_core::table::Entry;
use axum::extract::{MatchedPath, OriginalUri, Request};
use axum::handler::Handler as _;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;

use super::body;
use super::form::{form, posted_action};
use super::site::Shared;
use crate::heartbeat;

/// The longest target that a `Link` header advertises, in bytes.
const LONGEST_LINK: usize = 2048;

/// Where a page is mounted.
pub(super) struct Place<S: 'static> {
    pub(super) shared: Arc<Shared<S>>,
    pub(super) number: usize,
    /// The app's own handlers for what is not ours.
    pub(super) own: Option<MethodRouter<S>>,
}

impl<S> Place<S> {
    pub(super) fn entry(&self) -> &'static Entry<S> {
        &self.shared.site.pages[self.number]
    }

    /// Whether a form that names `action` is ours. Where the app has handlers
    /// of its own, a name that the page does not expose may be theirs.
    fn takes(&self, action: &str) -> bool {
        self.own.is_none() || self.entry().meta.exposed(action).is_some()
    }
}

/// Answers a request that axum has routed to the page.
pub(super) async fn serve<S>(place: &Place<S>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let Some(runtime) = place.shared.runtime.get() else {
        let text = "A page is served without `Affordances::finish`: wrap the app's Router with it.";
        tracing::error!("{text}");
        return (StatusCode::INTERNAL_SERVER_ERROR, text).into_response();
    };
    if let Some(response) = misplaced(place, runtime, &request) {
        return response;
    }
    heartbeat::keep();
    match *request.method() {
        Method::GET | Method::HEAD => match accept::wants(request.headers()) {
            Wanted::Graph => graph(place, runtime, state, request).await,
            _ => html(place, runtime, state, request).await,
        },
        Method::POST if accept::is_media_type(request.headers(), MEDIA_TYPE) => {
            call(place, runtime, state, request).await
        }
        _ => match posted_action(&request) {
            Some(action) if place.takes(&action) => {
                form(place, runtime, state, request, action).await
            }
            _ => not_ours(place, state, request).await,
        },
    }
}

/// What a page answers that is reached elsewhere than the site declares it: it
/// would publish links that lead nowhere.
fn misplaced<S>(place: &Place<S>, runtime: &Runtime, request: &Request) -> Option<Response> {
    let matched = request.extensions().get::<MatchedPath>()?.as_str();
    let (prefix, meta) = (place.shared.site.prefix, place.entry().meta);
    let path = match matched.strip_prefix(prefix) {
        Some("") => Some("/"),
        path => path,
    };
    if path.is_some_and(|path| meta.paths.contains(&path)) {
        return None;
    }
    // `nest_service` takes `/app/` for `/app`, which is another path.
    if path == Some("//") {
        let failure = Failure::new(ErrorCode::NotFound, "There is no such page.");
        return Some(runtime.error_page(runtime.failed(failure), format!("{prefix}/"), None));
    }
    tracing::error!(
        page = meta.name,
        matched,
        prefix,
        "a page is nested under another path than `prefix` in `site!` says"
    );
    let declared = match meta.paths[0] {
        "/" if !prefix.is_empty() => "",
        path => path,
    };
    let text = format!(
        "Page `{}` is reached at {matched}, but `site!` declares it at {prefix}{declared}: \
         nest the app under its declared prefix, or change `prefix`.",
        meta.name
    );
    Some((StatusCode::INTERNAL_SERVER_ERROR, text).into_response())
}

async fn graph<S>(place: &Place<S>, runtime: &Arc<Runtime>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let (parts, _) = request.into_parts();
    let path = requested(&parts).path().to_owned();
    let arrival = Arrival::new(runtime.clone(), place.number, parts, state);
    place
        .entry()
        .mount
        .graph(arrival, path)
        .await
        .into_response()
}

async fn call<S>(place: &Place<S>, runtime: &Arc<Runtime>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let (parts, body) = request.into_parts();
    let read = body::read(runtime, &parts.headers, body).await;
    let call = read.and_then(|body| {
        Call::from_json(&body).map_err(|fault| body::body_fault(fault.into_issue()))
    });
    let answer = match call {
        Ok(call) => {
            let arrival = Arrival::new(runtime.clone(), place.number, parts, state);
            place.entry().mount.call(arrival, call).await
        }
        Err(failure) => runtime.failed(failure),
    };
    answer.into_response()
}

/// The HTML: the app's own, or the page's `#[view]`.
async fn html<S>(place: &Place<S>, runtime: &Arc<Runtime>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let (parts, body) = request.into_parts();
    let uri = requested(&parts).clone();
    if let Some(own) = &place.own {
        let request = Request::from_parts(parts.clone(), body);
        let mut response = own.clone().call(request, state.clone()).await;
        if response.status() != StatusCode::METHOD_NOT_ALLOWED {
            return advertised(response, &uri);
        }
        // No GET of its own: the page's view has the word.
        if !place.entry().mount.has_view() {
            allow_ours(response.headers_mut());
            return advertised(response, &uri);
        }
    }
    let mut view = ViewRequest::default();
    view.path = uri.path().to_owned();
    view.query = uri.query().map(str::to_owned);
    let arrival = Arrival::new(runtime.clone(), place.number, parts, state);
    advertised(place.entry().mount.view(arrival, view).await, &uri)
}

/// Everything else is the app's.
async fn not_ours<S>(place: &Place<S>, state: S, request: Request) -> Response
where
    S: Clone + Send + Sync + 'static,
{
    let posted = request.method() == Method::POST;
    let Some(own) = &place.own else {
        return unsupported();
    };
    let mut response = own.clone().call(request, state).await;
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        if posted {
            return unsupported();
        }
        allow_ours(response.headers_mut());
    }
    response
}

/// A POST to a page that is neither a call nor the app's.
fn unsupported() -> Response {
    let text = format!("This page takes POST with Content-Type {MEDIA_TYPE}.\n");
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, text).into_response()
}

/// Adds the methods that we answer to an `Allow` that the app's handlers made.
fn allow_ours(headers: &mut HeaderMap) {
    let mut allowed: Vec<String> = headers
        .get_all(header::ALLOW)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|method| method.trim().to_owned())
        .filter(|method| !method.is_empty())
        .collect();
    for ours in ["GET", "HEAD", "POST"] {
        if !allowed.iter().any(|method| method == ours) {
            allowed.push(ours.to_owned());
        }
    }
    if let Ok(value) = HeaderValue::from_str(&allowed.join(", ")) {
        headers.insert(header::ALLOW, value);
    }
}

/// Adds the `Link` of the graph to HTML that was drawn. Whatever the app answers
/// at a page's URL, HTML or not, an agent gets something else there.
fn advertised(mut response: Response, uri: &Uri) -> Response {
    vary::add(response.headers_mut(), "Accept");
    if response.status().is_success() && accept::is_media_type(response.headers(), "text/html") {
        let link = GraphLink::new(uri.path(), uri.query());
        // A header this long is refused by proxies, with the page.
        if link.target().len() <= LONGEST_LINK {
            response.headers_mut().append(header::LINK, link.header());
        }
    }
    response
}

/// The address as the client asked for it, whatever the app has nested.
pub(super) fn requested(parts: &Parts) -> &Uri {
    parts
        .extensions
        .get::<OriginalUri>()
        .map_or(&parts.uri, |OriginalUri(uri)| uri)
}
