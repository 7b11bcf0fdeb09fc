//! A shop of its own for each test, and what to ask it with.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use shop::origin::Origin;
use shop::session::Sessions;
use shop::store::Store;
use shop::{Shop, app};
use tower::ServiceExt as _;

pub(crate) const HERE: &str = "https://shop.example";
pub(crate) const AGENT: &str = "Bearer demo-agent-token";
pub(crate) const SECOND: &str = "Bearer demo-second-token";
const VND: &str = "application/vnd.affordances+json";

/// A shop in memory, deployed at [`HERE`].
pub(crate) async fn shop() -> Router {
    let shop = Shop {
        store: Store::open(None).await.unwrap(),
        sessions: Sessions::new(&[7; 32], true).unwrap(),
        origins: [Origin::parse(HERE).unwrap()].into(),
    };
    let site = app::site(&shop, None);
    app::app(&site, shop).unwrap()
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

    /// The value at this place of the document, null where there is none.
    pub(crate) fn at(&self, pointer: &str) -> Value {
        let document: Value = serde_json::from_str(&self.body).unwrap();
        document.pointer(pointer).cloned().unwrap_or_default()
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

/// A page for people.
pub(crate) async fn get(app: &Router, path: &str, cookie: &str) -> Answer {
    let request = Request::get(path).header(COOKIE, cookie);
    ask(app, request.body(Body::empty()).unwrap()).await
}

/// Posts a form from a page of this origin; `""` is no page at all.
pub(crate) async fn post(app: &Router, path: &str, form: &str, origin: &str) -> Answer {
    post_as(app, path, form, origin, "").await
}

/// The same, with a cookie.
pub(crate) async fn post_as(
    app: &Router,
    path: &str,
    form: &str,
    origin: &str,
    cookie: &str,
) -> Answer {
    let mut request = Request::post(path)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(COOKIE, cookie);
    if !origin.is_empty() {
        request = request.header(ORIGIN, origin);
    }
    ask(app, request.body(Body::from(form.to_owned())).unwrap()).await
}

/// A page for agents. The credential is an `Authorization` header or a cookie.
pub(crate) async fn graph(app: &Router, path: &str, credential: &str) -> Answer {
    let request = Request::get(path).header(ACCEPT, VND);
    let request = identified(request, credential);
    ask(app, request.body(Body::empty()).unwrap()).await
}

/// A call of an agent, confirmed or not.
pub(crate) async fn call(
    app: &Router,
    path: &str,
    credential: &str,
    action: &str,
    input: Value,
    confirm: bool,
) -> Answer {
    let call = json!({ "action": action, "input": input, "confirm": confirm });
    let request = Request::post(path).header(CONTENT_TYPE, VND);
    let request = identified(request, credential);
    ask(app, request.body(Body::from(call.to_string())).unwrap()).await
}

fn identified(
    request: axum::http::request::Builder,
    credential: &str,
) -> axum::http::request::Builder {
    match credential {
        "" => request,
        bearer if bearer.starts_with("Bearer ") => request.header(AUTHORIZATION, bearer),
        cookie => request.header(COOKIE, cookie).header(ORIGIN, HERE),
    }
}
