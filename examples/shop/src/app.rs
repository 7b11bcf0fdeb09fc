//! The routes: the site's pages, and beside them what is HTML alone.

use affordances::{Affordances, CurrentCaller, Faults, Rate};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;

use crate::callers::{self, Callers};
use crate::html::{self, Chrome};
use crate::{SITE, Shop, login};

/// The largest form. The pages count the bodies of calls themselves.
const BODY_LIMIT: usize = 256 * 1024;

/// The site, and what this shop decides about it.
#[must_use]
pub fn site(shop: &Shop, rate: Option<Rate>) -> Affordances<Shop> {
    let site = Affordances::new(&SITE)
        .authenticate(Callers::new(shop.sessions.clone()))
        .rate_limit(rate)
        .error_page(html::error);
    shop.origins
        .iter()
        .fold(site, |site, origin| site.origin(origin.as_str()))
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
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    site.finish(app.with_state(shop))
}

async fn about(CurrentCaller(caller): CurrentCaller) -> Response {
    let chrome = Chrome::plain(callers::name_of(caller.as_ref()));
    html::answer(StatusCode::OK, html::about(&chrome))
}
