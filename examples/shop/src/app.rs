//! The routes: the site's pages, and beside them what is HTML alone.

use affordances::{Affordances, CurrentCaller, Faults, Rate};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use maud::Markup;

use crate::callers::{self, Callers};
use crate::html::{self, Chrome};
use crate::{Shop, login};

/// The largest form. The pages count the bodies of calls themselves.
const BODY_LIMIT: usize = 256 * 1024;

/// What this shop decides about its site.
#[must_use]
pub fn configure(site: Affordances<Shop>, shop: &Shop, rate: Option<Rate>) -> Affordances<Shop> {
    let site = site
        .authenticate(Callers::new(shop.sessions.clone()))
        .rate_limit(rate)
        .error_page(html::error);
    shop.origins
        .iter()
        .fold(site, |site, origin| site.origin(origin.to_string()))
}

/// Everything that the shop answers.
///
/// # Errors
///
/// What is wrong with the site or its settings, all of it.
pub fn app(site: &Affordances<Shop>, shop: Shop) -> Result<Router, Faults> {
    let app = Router::new()
        .merge(site.pages())
        .route("/about", get(about))
        .merge(login::routes())
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(map_response(keep_private));
    site.finish(app.with_state(shop))
}

async fn about(CurrentCaller(caller): CurrentCaller) -> Markup {
    html::about(&Chrome::plain(callers::name_of(caller.as_ref())))
}

async fn nothing(CurrentCaller(caller): CurrentCaller) -> (StatusCode, Markup) {
    let chrome = Chrome::plain(callers::name_of(caller.as_ref()));
    let status = StatusCode::NOT_FOUND;
    (
        status,
        html::failure(status, "There is nothing here.", &chrome),
    )
}

/// Every page names its visitor, so no cache may keep it for others.
async fn keep_private(mut response: Response) -> Response {
    let private = HeaderValue::from_static("private, no-cache");
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(private);
    response
}
