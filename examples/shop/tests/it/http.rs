//! A shop of its own for each test, and what to ask it with.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use shop::Shop;
use shop::app::app;
use shop::origin::Origin;
use shop::session::Sessions;
use shop::store::Store;
use tower::ServiceExt as _;

pub(crate) const HERE: &str = "https://shop.example";

/// A shop in memory, deployed at [`HERE`].
pub(crate) async fn shop() -> Router {
    app(Shop {
        store: Store::open(None).await.unwrap(),
        sessions: Sessions::new(&[7; 32], true).unwrap(),
        origins: [Origin::parse(HERE).unwrap()].into(),
    })
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The cookie that was set, as a browser sends it back.
    pub(crate) fn cookie(&self) -> String {
        let set = self.headers[SET_COOKIE].to_str().unwrap();
        set.split(';').next().unwrap().to_owned()
    }
}

async fn ask(app: &Router, request: Request<Body>) -> Answer {
    let (parts, body) = app.clone().oneshot(request).await.unwrap().into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().into()).unwrap(),
    }
}

pub(crate) async fn get(app: &Router, path: &str, cookie: &str) -> Answer {
    let request = Request::get(path).header(COOKIE, cookie);
    ask(app, request.body(Body::empty()).unwrap()).await
}

/// Posts a form from a page of this origin; `""` is no page at all.
pub(crate) async fn post(app: &Router, path: &str, form: &str, origin: &str) -> Answer {
    let mut request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    if !origin.is_empty() {
        request = request.header(ORIGIN, origin);
    }
    ask(app, request.body(Body::from(form.to_owned())).unwrap()).await
}
