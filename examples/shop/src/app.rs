//! The routes: the site's pages, and beside them what is HTML alone.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;

use crate::html::{self, Chrome};
use crate::{Shop, callers, login};

/// The largest form. The pages count the bodies of calls themselves.
const BODY_LIMIT: usize = 256 * 1024;

/// Everything that the shop answers.
pub fn app(shop: Shop) -> Router {
    Router::new()
        .route("/about", get(about))
        .merge(login::routes())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(shop)
}

async fn about(State(shop): State<Shop>, headers: HeaderMap) -> Response {
    let caller = callers::person(&shop.sessions, &headers);
    let chrome = Chrome::plain(callers::name_of(caller.as_ref()));
    html::answer(StatusCode::OK, html::about(&chrome))
}
