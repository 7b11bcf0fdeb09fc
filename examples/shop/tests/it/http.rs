//! A shop of its own for each test, and those who visit it: an agent, or a person
//! with nothing but a browser.

use affordances::Affordances;
use affordances::origin::Origin;
use affordances::testing::Agent;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use shop::session::Sessions;
use shop::{SITE, Shop, app, store};
use tower::ServiceExt as _;

pub(crate) const HERE: &str = "https://shop.example";
pub(crate) const FIRST: &str = "demo-agent-token";
pub(crate) const SECOND: &str = "demo-second-token";

/// A shop in memory, deployed at [`HERE`].
pub(crate) async fn shop() -> Router {
    let shop = Shop {
        store: store::open(None).await.unwrap(),
        sessions: Sessions::new(&[7; 32], true).unwrap(),
        origins: [Origin::parse(HERE).unwrap()].into(),
    };
    let site = app::configure(Affordances::new(&SITE), &shop, None);
    app::app(&site, shop).unwrap()
}

/// The agent whose token this is. Its calls are audited: one that changes more
/// than its action declares fails the test.
pub(crate) fn agent(app: &Router, token: &str) -> Agent {
    Agent::new(app.clone()).bearer(token)
}

/// An answer to a person.
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
