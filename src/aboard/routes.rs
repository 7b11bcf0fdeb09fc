//! Which paths there are, and who answers each.

use std::sync::Arc;
use std::time::Duration;

use aboard_core::protocol::{DEFAULT_SLUG, ErrorCode, WELL_KNOWN};
use aboard_core::runtime::{Flow, Refused};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get, post};

use super::answer::Answer;
use super::documents::{self, Documents};
use super::endpoints;

/// Where the default flow's prompt stands a second time.
const ONBOARDING_MD: &str = "/onboarding.md";

/// What a body may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Bytes.
    pub(super) body: usize,
    /// To arrive.
    pub(super) read: Duration,
}

/// A flow with all that its endpoints need.
pub(super) struct Served<S: 'static> {
    pub(super) flow: Flow<S>,
    pub(super) limits: Limits,
}

/// The routes of flows whose slugs and paths differ.
pub(super) fn router<S: Clone + Send + Sync + 'static>(
    flows: Vec<Flow<S>>,
    limits: Limits,
) -> Router<S> {
    let documents: Arc<[Documents]> = flows.iter().map(Documents::of).collect();
    let default = documents
        .iter()
        .find(|documents| documents.slug == DEFAULT_SLUG);
    let (json, markdown) = (default.cloned(), default.cloned());
    let named = documents.clone();
    let well_known = Router::new()
        .route(
            WELL_KNOWN,
            only(get(async move || documents::descriptor(json.as_ref()))),
        )
        .route(
            &format!("{WELL_KNOWN}/{{slug}}"),
            only(get(async move |parts: Parts| {
                documents::named(&named, &parts)
            })),
        )
        .route(
            ONBOARDING_MD,
            only(get(async move || documents::prompt(markdown.as_ref()))),
        );
    flows
        .into_iter()
        .map(|flow| endpoints_of(flow, limits))
        .fold(well_known, Router::merge)
}

fn endpoints_of<S: Clone + Send + Sync + 'static>(flow: Flow<S>, limits: Limits) -> Router<S> {
    let at = flow.meta().at();
    let served = Arc::new(Served { flow, limits });
    let on = || served.clone();
    let (create, list, view, revoke, call) = (on(), on(), on(), on(), on());
    Router::new()
        .route(
            &format!("{at}/sessions"),
            only(
                post(async move |request: Request| endpoints::create(&create, request).await)
                    .get(async move |parts: Parts| endpoints::list(&list, &parts).await),
            ),
        )
        .route(
            &format!("{at}/sessions/{{id}}"),
            only(get(async move |parts: Parts| {
                endpoints::view(&view, &parts).await
            })),
        )
        .route(
            &format!("{at}/sessions/{{id}}/revoke"),
            only(post(async move |parts: Parts| {
                endpoints::revoke(&revoke, &parts).await
            })),
        )
        .route(
            &format!("{at}/steps/{{id}}"),
            only(post(
                async move |State(state): State<S>, request: Request| {
                    endpoints::call(&call, state, request).await
                },
            )),
        )
}

/// Any other method is an error of the protocol; axum adds `Allow`.
fn only<S: Clone + Send + Sync + 'static>(methods: MethodRouter<S>) -> MethodRouter<S> {
    methods.fallback(async || -> Response {
        Answer::from(Refused::new(ErrorCode::MethodNotAllowed)).into_response()
    })
}
