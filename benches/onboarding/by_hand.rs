//! The endpoints of the flow that is written by hand.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::post;

use crate::{STEPS, hand};

/// What both hand-written stores offer.
pub(crate) trait Hand: Send + Sync + 'static {
    fn create(&self, access: &str) -> impl Future<Output = Vec<u8>> + Send;
    fn step(&self, token: &str, step: usize, body: &[u8]) -> impl Future<Output = Vec<u8>> + Send;
}

macro_rules! hand {
    ($($store:ty),*) => {$(
        impl Hand for $store {
            async fn create(&self, access: &str) -> Vec<u8> {
                self.create(access).await.answer
            }

            async fn step(&self, token: &str, step: usize, body: &[u8]) -> Vec<u8> {
                self.step(token, step, body).await
            }
        }
    )*};
}

hand!(hand::Memory, hand::Sqlite);

pub(crate) fn router<H: Hand>(store: H) -> Router {
    Router::new()
        .route("/api/onboarding/sessions", post(create::<H>))
        .route("/api/onboarding/steps/{step}", post(step::<H>))
        .with_state(Arc::new(store))
}

async fn create<H: Hand>(
    State(store): State<Arc<H>>,
    headers: HeaderMap,
    // Read, so that the connection is not closed; without metadata, it says nothing.
    _: Bytes,
) -> impl IntoResponse {
    (
        StatusCode::CREATED,
        json(store.create(bearer(&headers)).await),
    )
}

async fn step<H: Hand>(
    State(store): State<Arc<H>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> impl IntoResponse {
    let step = STEPS.iter().position(|(step, _)| *step == id).unwrap();
    json(store.step(bearer(&headers), step, &body).await)
}

fn bearer(headers: &HeaderMap) -> &str {
    let authorization = headers[header::AUTHORIZATION].to_str().unwrap();
    authorization.strip_prefix("Bearer ").unwrap()
}

fn json(body: Vec<u8>) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body)
}
