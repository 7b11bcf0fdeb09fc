//! A page's HTML, from the same entities.

use axum_core::response::Response;
use http::{HeaderValue, StatusCode, header};

use super::admission::Presented;
use super::answer::Answer;
use super::visit::Visit;
use crate::call::{ActionView, Caller, Confirmation, Failure, FormFailure, PageError, PageView};
use crate::http::link::{GraphLink, own_target};

/// What a person's request brings along beside the page.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ViewRequest {
    /// The path as it was requested.
    pub path: String,
    /// The query without the protocol's members.
    pub query: Option<String>,
    /// What went wrong with the form that was posted.
    pub failure: Option<FormFailure>,
    /// What is to be confirmed.
    pub confirmation: Option<Confirmation>,
}

/// Draws the page, or the failure that stands in its place.
pub(crate) async fn view<L>(
    visit: &Visit<L>,
    presented: Presented,
    request: ViewRequest,
) -> Response
where
    L: Clone + Send + Sync + 'static,
{
    let path = request.path.clone();
    // On HTML an invalid bearer is ignored: people do not send one.
    let caller = match presented {
        Presented::InvalidBearer => Ok(None),
        presented => presented.into_caller(),
    };
    let (drawn, caller) = match caller {
        Ok(caller) => (draw(visit, request, caller.clone()).await, caller),
        Err(failure) => (Err(failure), None),
    };
    let mut response = drawn.unwrap_or_else(|failure| {
        let answer = visit.site.failed(failure);
        visit.site.error_page(answer, path, caller)
    });
    if visit.site.knows_callers() {
        // Drawn for one visitor, unless the view says otherwise.
        response
            .headers_mut()
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("private, no-cache"));
    }
    response
}

async fn draw<L>(
    visit: &Visit<L>,
    request: ViewRequest,
    caller: Option<Caller>,
) -> Result<Response, Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let Some(view) = visit.page.view else {
        return Err(Failure::internal("the page has no #[view]"));
    };
    let entities = visit.load(caller.as_ref()).await?;
    let standings = visit.standings(caller.as_ref(), &entities, None).await?;
    let actions = standings.into_iter().map(|standing| ActionView {
        name: visit.action(standing.action).meta.name,
        reason: standing.reason,
    });
    let page = PageView {
        link: GraphLink::new(&request.path, request.query.as_deref()).element(),
        path: own_target(&request.path),
        query: request.query,
        actions: actions.collect(),
        failure: request.failure,
        confirmation: request.confirmation,
        caller: caller.clone(),
    };
    let mut cx = visit.cx(caller.as_ref()).with_entities(&entities);
    cx.view = Some(&page);
    view(&mut cx).await
}

impl super::Runtime {
    /// Draws a failure for a person: with the status and headers of its answer
    /// and the app's own error page, or a plain one.
    #[must_use]
    pub fn error_page(&self, answer: Answer, path: String, caller: Option<Caller>) -> Response {
        let failure = answer
            .failure
            .unwrap_or_else(|| Failure::internal("an answer without a failure was drawn as one"));
        let error = PageError {
            status: answer.status,
            code: failure.code,
            message: failure.message,
            path,
            caller,
        };
        if let Some(location) = failure.sign_in {
            let mut response = Response::default();
            *response.status_mut() = StatusCode::SEE_OTHER;
            response.headers_mut().insert(header::LOCATION, *location);
            return response;
        }
        let mut response = match &self.settings.error_page {
            Some(draw) => draw(&error),
            None => plain(&error),
        };
        *response.status_mut() = answer.status;
        response.headers_mut().extend(answer.headers);
        response
    }
}

/// The built-in error page.
fn plain(error: &PageError) -> Response {
    let title = error.status.canonical_reason().unwrap_or("Error");
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title></head>\
         <body><main><h1>{title}</h1><p>{}</p></main></body></html>",
        escaped(&error.message)
    );
    let mut response = Response::new(html.into());
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    response
}

/// A text as HTML's text: an error's message may repeat what was asked for.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
