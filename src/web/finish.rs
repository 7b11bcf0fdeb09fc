//! The thin wrap around the whole app: what agents ask for is answered as the
//! protocol says, whatever route or layer it meets.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use affordances_core::engine::{Failure, Runtime, SiteFault};
use affordances_core::http::accept::{self, MEDIA_TYPE, Wanted};
use affordances_core::http::{alias, vary};
use affordances_core::protocol::{ErrorCode, INDEX_PATH};
use affordances_grammar::route::matches;
use axum::Router;
use axum::body::Body;
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::routing::get;
use futures_util::future::BoxFuture;
use tower::{Service, ServiceExt as _};

use super::current_caller::CurrentSite;
use super::index::index;
use super::site::Affordances;

impl<S: Clone + Send + Sync + 'static> Affordances<S> {
    /// Wraps the finished app: call it once, on the outermost `Router`, after
    /// every page and route is in it.
    ///
    /// Layers added before guard pages and calls; layers added to the result
    /// cover everything, the site index included. Routes added to the result
    /// are outside.
    ///
    /// # Errors
    ///
    /// Every fault of the site that shows at start: pages never mounted,
    /// mounted twice or not in the site, settings that are missing or wrong,
    /// schemas that cannot be enforced.
    pub fn finish(&self, app: Router) -> Result<Router, Faults> {
        let mut faults = self.shared.faults();
        for (number, entry) in self.shared.site.pages.iter().enumerate() {
            if !self.shared.is_mounted(number) {
                faults.push(SiteFault::new(format!(
                    "page `{}` ({}) is never mounted: merge `site.pages()` into the app, or remove \
                     it from `site!`",
                    entry.meta.name, entry.meta.place
                )));
            }
        }
        let runtime = match Runtime::new(self.shared.site, self.settings.clone(), &self.documents) {
            Ok(runtime) => Arc::new(runtime),
            Err(more) => {
                faults.extend(more);
                return Err(Faults(faults));
            }
        };
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let runtime = self.shared.runtime.get_or_init(|| runtime).clone();
        let finished = Finished {
            app,
            runtime: runtime.clone(),
            pages: self.shared.site.pages.len(),
        };
        let document = move |headers: HeaderMap| async move { index(runtime.index(), &headers) };
        Ok(Router::new()
            .route(INDEX_PATH, get(document))
            .fallback_service(finished))
    }
}

/// Why a site cannot be served: every fault at once.
pub struct Faults(Vec<SiteFault>);

impl Faults {
    /// The faults.
    pub fn iter(&self) -> impl Iterator<Item = &SiteFault> {
        self.0.iter()
    }
}

/// As `Display`: `fn main() -> Result<..>` prints an error by its `Debug`.
impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the site cannot be served:")?;
        self.0
            .iter()
            .try_for_each(|fault| write!(f, "\n  - {fault}"))
    }
}

impl Error for Faults {}

/// The app, wrapped.
#[derive(Debug, Clone)]
struct Finished {
    app: Router,
    runtime: Arc<Runtime>,
    pages: usize,
}

impl Service<Request> for Finished {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(())) // a Router is always ready
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let this = self.clone();
        Box::pin(async move { Ok(this.answer(request).await) })
    }
}

impl Finished {
    async fn answer(self, mut request: Request) -> Response {
        strip_alias(&mut request);
        let Self {
            app,
            runtime,
            pages,
        } = self;
        let asks = asks_for_document(&request);
        let head = request.method() == Method::HEAD;
        if asks {
            drop_conditions(request.headers_mut());
            let path = request.uri().path();
            if !(0..pages).any(|page| matches(runtime.route(page), path)) {
                return without_body(head, no_graph(&runtime));
            }
        }
        request
            .extensions_mut()
            .insert(CurrentSite(runtime.clone()));
        let Ok(response) = app.oneshot(request).await;
        let response = if asks {
            for_agents(&runtime, response)
        } else {
            keyed_on_accept(response)
        };
        without_body(head && asks, response)
    }
}

/// Takes `affordances` out of the query, and what it asks for into `Accept`.
fn strip_alias(request: &mut Request) {
    let Some(stripped) = alias::strip(request.uri()) else {
        return;
    };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if stripped.asked && reads {
        request
            .headers_mut()
            .insert(header::ACCEPT, HeaderValue::from_static(MEDIA_TYPE));
    }
    *request.uri_mut() = stripped.uri;
    // An outer Router has recorded the address as it came.
    if let Some(OriginalUri(uri)) = request.extensions_mut().get_mut()
        && let Some(stripped) = alias::strip(uri)
    {
        *uri = stripped.uri;
    }
}

/// Whether a request is for a document: a graph, or a call.
fn asks_for_document(request: &Request) -> bool {
    match *request.method() {
        Method::GET | Method::HEAD => accept::wants(request.headers()) == Wanted::Graph,
        Method::POST => accept::is_media_type(request.headers(), MEDIA_TYPE),
        _ => false,
    }
}

/// Documents are never stored, so no condition on a stored one holds; a layer
/// that knows only the HTML must not answer 304 or 206 in their place.
fn drop_conditions(headers: &mut HeaderMap) {
    for name in [
        header::IF_NONE_MATCH,
        header::IF_MODIFIED_SINCE,
        header::IF_MATCH,
        header::IF_UNMODIFIED_SINCE,
        header::IF_RANGE,
        header::RANGE,
    ] {
        headers.remove(name);
    }
}

fn no_graph(runtime: &Runtime) -> Response {
    runtime
        .failed(Failure::new(
            ErrorCode::NotFound,
            "There is no graph at this URL.",
        ))
        .into_response()
}

/// What an agent reads: our own answers as they are (known by their media type,
/// which survives a layer that builds a new response), and what a route or a
/// layer of the app says in the protocol's words.
fn for_agents(runtime: &Runtime, response: Response) -> Response {
    if accept::is_media_type(response.headers(), MEDIA_TYPE) {
        return response;
    }
    match response.status() {
        // The page exists; a guard wants somebody to sign in first.
        StatusCode::FOUND | StatusCode::SEE_OTHER | StatusCode::TEMPORARY_REDIRECT => {
            runtime.failed(Failure::anonymous()).into_response()
        }
        StatusCode::NOT_FOUND
        | StatusCode::METHOD_NOT_ALLOWED
        | StatusCode::NOT_MODIFIED
        | StatusCode::MOVED_PERMANENTLY
        | StatusCode::PERMANENT_REDIRECT => no_graph(runtime),
        status if status.is_success() => no_graph(runtime),
        _ => response,
    }
}

/// A shared cache must never serve HTML to an agent, nor what stands in its
/// place: a redirect, a 304, a 404. Only what succeeds as something else (a style
/// sheet, an image) is the same for both.
fn keyed_on_accept(mut response: Response) -> Response {
    let html = accept::is_media_type(response.headers(), "text/html");
    if html || !response.status().is_success() {
        vary::add(response.headers_mut(), "Accept");
    }
    response
}

/// HEAD: the headers of GET, its length included.
fn without_body(head: bool, mut response: Response) -> Response {
    if head {
        use axum::body::HttpBody as _;
        if let Some(length) = response.body().size_hint().exact()
            && length > 0
        {
            response
                .headers_mut()
                .insert(header::CONTENT_LENGTH, length.into());
        }
        *response.body_mut() = Body::empty();
    }
    response
}
