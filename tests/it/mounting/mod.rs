//! Pages in an app's own Router: how they are mounted, what layers and nesting
//! do to them, and what `finish` refuses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use affordances::CurrentCaller;
use affordances::prelude::*;
use axum::Router;
use axum::body::Body;
use axum::extract::{FromRef, OriginalUri, Request};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{delete, get, post};
use serde_json::json;
use tokio::sync::Notify;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::support::fixture::{self, Callers, LoadFault};
use crate::support::{Client, ORIGIN, Reply, Shop, VND, serve, start};

mod faults;
mod layers;

/// The state of the app.
#[derive(Clone, Default)]
struct App {
    writes: Arc<AtomicUsize>,
    /// How often a handler of the app's own has run.
    own: Arc<AtomicUsize>,
    /// A write of the text `wait` waits for this.
    go_on: Arc<Notify>,
    manual: Manual,
}

impl App {
    fn counts(&self) -> (usize, usize) {
        (self.writes.load(SeqCst), self.own.load(SeqCst))
    }
}

/// The state of a page that a library brings along.
#[derive(Clone, Default)]
struct Manual(Arc<AtomicUsize>);

impl FromRef<App> for Manual {
    fn from_ref(app: &App) -> Self {
        app.manual.clone()
    }
}

/// The front page.
#[page(route = "/", state = App)]
mod front {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        greeting: &'static str,
    }

    #[load]
    async fn load() -> Entities {
        Entities { greeting: "Hello" }
    }

    #[view]
    fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let (link, path) = (page.link_element(), page.path());
        Html(format!(
            "<head>{link}</head>{} at {path}",
            entities.greeting
        ))
    }
}

/// One note.
#[page(route = "/notes/[id]", state = App)]
mod note {
    use super::*;

    #[derive(Deserialize)]
    pub(crate) struct Params {
        id: String,
    }

    #[entities]
    pub(crate) struct Entities {
        note: Note,
    }

    #[derive(Serialize)]
    pub(crate) struct Note {
        id: String,
        writes: usize,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Text {
        text: String,
    }

    #[load]
    async fn load(State(app): State<App>, Path(params): Path<Params>) -> Entities {
        let note = Note {
            id: params.id,
            writes: app.writes.load(SeqCst),
        };
        Entities { note }
    }

    #[view]
    fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let Note { id, writes } = &entities.note;
        assert!(id != "broken", "secret-cause: a view panics");
        let (link, path) = (page.link_element(), page.path());
        Html(format!(
            "<head>{link}</head>note {id} at {path}, written {writes} times"
        ))
    }

    #[guard("the note can be written")]
    fn writable(entities: &Entities) -> Verdict {
        assert!(entities.note.id != "odd", "secret-cause: a guard panics");
        Verdict::available()
    }

    /// Write the note.
    #[action(expose = "public", effects = [note], guard = writable)]
    async fn write(
        State(app): State<App>,
        Input(input): Input<Text>,
        _: &Write<Note>,
    ) -> Result<String> {
        if input.text == "wait" {
            app.go_on.notified().await;
        }
        app.writes.fetch_add(1, SeqCst);
        Ok(input.text)
    }
}

/// The manual of a library.
#[page(route = "/manual/[[...rest]]", state = Manual)]
mod manual {
    use super::*;

    #[derive(Deserialize)]
    pub(crate) struct Params {
        rest: Option<String>,
    }

    #[entities]
    pub(crate) struct Entities {
        chapter: Chapter,
    }

    #[derive(Serialize)]
    pub(crate) struct Chapter {
        rest: Option<String>,
        thanks: usize,
    }

    #[load]
    async fn load(State(manual): State<Manual>, Path(params): Path<Params>) -> Entities {
        let chapter = Chapter {
            rest: params.rest,
            thanks: manual.0.load(SeqCst),
        };
        Entities { chapter }
    }

    #[view]
    fn view(entities: &Entities) -> Html<String> {
        Html(format!("chapter {:?}", entities.chapter.rest))
    }

    /// Say thanks for the chapter.
    #[action(expose = "public", effects = [chapter])]
    async fn thank(State(manual): State<Manual>, _: &Write<Chapter>) {
        manual.0.fetch_add(1, SeqCst);
    }
}

/// A page that draws nothing itself.
#[page(route = "/bare", state = App)]
mod bare {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        greeting: &'static str,
    }

    #[load]
    async fn load() -> Entities {
        Entities { greeting: "Hello" }
    }

    /// Do nothing.
    #[action(expose = "public", read_only)]
    async fn ping() {}
}

site! { static PLAIN: App = { name: "Plain", auth: [], pages: [front, note, manual] } }

site! {
    static NESTED: App = {
        name: "Nested",
        auth: [],
        prefix: "/app",
        pages: [front, note, manual],
    }
}

site! { static BARE: App = { name: "Bare", auth: [], pages: [bare] } }

site! { static NOBODY: Shop = { name: "Nobody", auth: [], pages: [fixture::cart] } }

async fn finished(site: &Affordances<App>, router: Router<App>, app: &App) -> Client {
    serve(site.finish(router.with_state(app.clone())).unwrap()).await
}

/// Every page of `PLAIN` as it is, inside what `wrap` puts around it.
async fn plain(app: &App, wrap: impl FnOnce(Router<App>) -> Router<App>) -> Client {
    let site = Affordances::new(&PLAIN);
    let router = wrap(site.pages());
    finished(&site, router, app).await
}

fn text(text: &str) -> serde_json::Value {
    json!({ "text": text })
}

/// The methods in `Allow`, sorted.
fn allowed(reply: &Reply) -> Vec<String> {
    let mut methods: Vec<_> = reply
        .header("allow")
        .split(',')
        .map(|method| method.trim().to_owned())
        .filter(|method| !method.is_empty())
        .collect();
    methods.sort();
    methods
}

async fn send(client: &Client, method: &str, path: &str) -> Reply {
    client.send(method, path, &[], Body::empty()).await
}

/// A handler of the app's own: says what it was sent.
async fn own(State(app): State<App>, uri: Uri, body: String) -> String {
    app.own.fetch_add(1, SeqCst);
    format!("own {uri} {body}")
}

#[tokio::test]
async fn page_answers_html_graph_and_call_at_one_url() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let router = Router::new()
        .merge(site.page(&note::PAGE))
        .merge(site.pages());
    let client = finished(&site, router, &app).await;
    let html = client.html("/notes/a").await;
    assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
    assert!(html.text().ends_with("note a at /notes/a, written 0 times"));
    let graph = client.graph("/notes/a").await;
    assert_eq!(graph.entities["note"], json!({ "id": "a", "writes": 0 }));
    let delta = client.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(delta.output, Some(json!("x")));
    let changed = json!({ "note": { "id": "a", "writes": 1 } });
    assert_eq!(json!(delta.changed), changed);
}

#[tokio::test]
async fn a17_methods_added_beside_page_run_and_are_allowed() {
    let app = App::default();
    let client = plain(&app, |pages| {
        pages.route("/notes/{id}", axum::routing::put(own).delete(own))
    })
    .await;
    let put = client.send("PUT", "/notes/a?x=1", &[], "new").await;
    assert_eq!(put.text(), "own /notes/a?x=1 new");
    assert_eq!(put.header("allow"), "");
    let patch = send(&client, "PATCH", "/notes/a").await;
    assert_eq!(patch.status, 405);
    assert_eq!(allowed(&patch), ["DELETE", "GET", "HEAD", "POST", "PUT"]);
    assert_eq!(client.graph("/notes/a").await.page, "/notes/a");
    client.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(app.counts(), (1, 1));
}

/// `PLAIN` with the app's own handlers at the note.
async fn note_with(app: &App, own: axum::routing::MethodRouter<App>) -> Client {
    let site = Affordances::new(&PLAIN);
    let router = Router::new()
        .merge(site.page_with(&note::PAGE, own))
        .merge(site.pages());
    finished(&site, router, app).await
}

#[tokio::test]
async fn page_with_draws_the_apps_own_html() {
    let app = App::default();
    let own = get(async |Path(id): Path<String>, uri: Uri| Html(format!("own {id} {uri}")));
    let client = note_with(&app, own).await;
    let html = client.html("/notes/a%20b?x=1&affordances=0").await;
    assert_eq!(html.text(), "own a b /notes/a%20b?x=1");
    assert_eq!(
        html.header("link"),
        "</notes/a%20b?x=1&affordances=1>; rel=\"affordances\""
    );
    assert_eq!(html.header("vary"), "Accept");
    let head = send(&client, "HEAD", "/notes/a").await;
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(head.text(), "");

    assert_eq!(client.graph("/notes/a").await.entities["note"]["id"], "a");
    let accept = [("accept", VND)];
    let head = client.send("HEAD", "/notes/a", &accept, Body::empty());
    let (head, get) = (head.await, client.graph_reply("/notes/a").await);
    assert_eq!(head.header("content-type"), VND);
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    client.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(app.counts(), (1, 0));

    let put = send(&client, "PUT", "/notes/a").await;
    assert_eq!(put.status, 405);
    assert_eq!(allowed(&put), ["GET", "HEAD", "POST"]);
    let post = client.send("POST", "/notes/a", &[], "").await;
    assert_eq!(post.status, 415);
}

#[tokio::test]
async fn page_with_without_a_get_draws_the_view() {
    let app = App::default();
    let client = note_with(&app, delete(own).put(own)).await;
    let html = client.html("/notes/a?x=1").await;
    assert_eq!(html.status, 200);
    assert!(html.text().ends_with("note a at /notes/a, written 0 times"));
    assert_eq!(
        html.header("link"),
        "</notes/a?x=1&affordances=1>; rel=\"affordances\""
    );
    assert_eq!(html.header("allow"), "");
    let head = send(&client, "HEAD", "/notes/a").await;
    assert_eq!((head.status.as_u16(), head.text().as_str()), (200, ""));
    assert_eq!(client.graph("/notes/a").await.page, "/notes/a");
    client.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(app.counts(), (1, 0));
}

#[tokio::test]
async fn a17_page_with_keeps_the_apps_methods_and_merges_allow() {
    let app = App::default();
    let client = note_with(&app, delete(own).put(own)).await;
    for method in ["DELETE", "PUT"] {
        let reply = client.send(method, "/notes/a", &[], "body").await;
        assert_eq!(reply.status, 200, "{method}");
        assert_eq!(reply.text(), "own /notes/a body", "{method}");
        // Only a refusal lists what works.
        assert_eq!(reply.header("allow"), "", "{method}");
    }
    for method in ["PATCH", "OPTIONS"] {
        let reply = send(&client, method, "/notes/a").await;
        assert_eq!(reply.status, 405, "{method}");
        let expected = ["DELETE", "GET", "HEAD", "POST", "PUT"];
        assert_eq!(allowed(&reply), expected, "{method}");
    }
    assert_eq!(app.counts(), (0, 2));
}

#[tokio::test]
async fn page_with_hands_other_posts_to_the_app_with_their_body_unread() {
    let app = App::default();
    let client = note_with(&app, post(own)).await;
    const FORM: &str = "application/x-www-form-urlencoded";
    for (url, content_type, body) in [
        ("/notes/a", FORM, "text=x"),
        ("/notes/a?action=theirs", FORM, "text=x"),
        ("/notes/a?actions=write", FORM, "text=x"),
        (
            "/notes/a?action=write",
            "application/json",
            "{\"text\":\"x\"}",
        ),
        (
            "/notes/a?action=write",
            "multipart/form-data; boundary=b",
            "--b--",
        ),
        ("/notes/a?affordances=1", FORM, "text=x"),
    ] {
        let headers = [("content-type", content_type), ("accept", VND)];
        let reply = client.send("POST", url, &headers, body).await;
        assert_eq!(reply.status, 200, "{url} {content_type}");
        let seen = url.strip_suffix("?affordances=1").unwrap_or(url);
        assert_eq!(reply.text(), format!("own {seen} {body}"));
    }
    assert_eq!(app.counts(), (0, 6));
    // A form that names an exposed action is the page's, and so is a call.
    let done = client.form("/notes/a?action=write&x=1", "text=x").await;
    assert_eq!(done.status, 303);
    assert_eq!(done.header("location"), "/notes/a?x=1");
    client.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(app.counts(), (2, 6));
    assert!(client.html("/notes/a").await.text().contains("2 times"));
}

#[tokio::test]
async fn page_with_applies_the_apps_own_layers_to_its_own_handlers_alone() {
    let app = App::default();
    let refuse = middleware::from_fn(async |_: Request, _: Next| StatusCode::FORBIDDEN);
    let client = note_with(&app, get(own).layer(refuse)).await;
    assert_eq!(client.html("/notes/a").await.status, 403);
    assert_eq!(client.graph("/notes/a").await.page, "/notes/a");
}

#[tokio::test]
async fn page_with_works_nested_and_beside_routes_of_the_app() {
    let app = App::default();
    let site = Affordances::new(&NESTED);
    let pages = site
        .page_with(&note::PAGE, get(own).delete(own))
        .merge(site.pages())
        .route("/notes/{id}", axum::routing::put(own));
    let router = Router::new().nest("/app", pages);
    let client = finished(&site, router, &app).await;
    let html = client.html("/app/notes/a?x=1").await;
    assert_eq!(html.text(), "own /notes/a?x=1 ");
    assert_eq!(html.header("vary"), "Accept");
    for method in ["DELETE", "PUT"] {
        let reply = client.send(method, "/app/notes/a", &[], "body").await;
        assert_eq!(reply.text(), "own /notes/a body", "{method}");
    }
    let graph = client.graph("/app/notes/a").await;
    assert_eq!(graph.page, "/app/notes/a");
    let call = client.call("/app/notes/a", "write", text("x")).await;
    call.done();
    let done = client.form("/app/notes/a?action=write", "text=x").await;
    assert_eq!(done.header("location"), "/app/notes/a");
    assert_eq!(app.counts(), (2, 3));
}

#[tokio::test]
async fn a_page_without_view_takes_its_html_from_page_with() {
    let app = App::default();
    let site = Affordances::new(&BARE);
    let router = site.page_with(&bare::PAGE, get(async || Html("own")));
    let client = finished(&site, router, &app).await;
    assert_eq!(client.html("/bare").await.text(), "own");
    client.call("/bare", "ping", json!({})).await.done();
}

#[tokio::test]
async fn a17_a_page_without_any_html_is_405_with_what_works() {
    let app = App::default();
    let site = Affordances::new(&BARE);
    let router = site.page_with(&bare::PAGE, delete(own));
    let client = finished(&site, router, &app).await;
    let html = client.html("/bare").await;
    assert_eq!(html.status, 405);
    assert_eq!(allowed(&html), ["DELETE", "GET", "HEAD", "POST"]);
    assert_eq!(html.header("vary"), "Accept");
    assert_eq!(client.graph("/bare").await.page, "/bare");
}

/// Lets through who has the word.
async fn password(request: Request, next: Next) -> Response {
    if request.headers().contains_key("x-password") {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, "no password").into_response()
}

#[tokio::test]
async fn a_route_layer_that_refuses_strangers_refuses_html_graph_and_call_alike() {
    let app = App::default();
    let client = plain(&app, |pages| {
        pages
            .route_layer(middleware::from_fn(password))
            .route("/open", get(async || "open"))
    })
    .await;
    for reply in [
        client.html("/notes/a").await,
        client.graph_reply("/notes/a").await,
        client.html("/notes/a?affordances=1").await,
        client.call("/notes/a", "write", text("x")).await,
        client.form("/notes/a?action=write", "text=x").await,
        send(&client, "PATCH", "/notes/a").await,
    ] {
        assert_eq!(reply.status, 401);
        assert_eq!(reply.text(), "no password");
    }
    assert_eq!(app.counts(), (0, 0));
    assert_eq!(client.html("/open").await.text(), "open");
    client.graph_reply("/open").await.refused(404, "not_found");
    let known = client.with("x-password", "x");
    assert!(known.html("/notes/a").await.text().contains("note a"));
    assert_eq!(known.graph("/notes/a").await.page, "/notes/a");
    known.call("/notes/a", "write", text("x")).await.done();
    assert_eq!(app.counts(), (1, 0));
}

/// The two ways of nesting.
fn nested(pages: Router<App>, at: &str, app: &App) -> [Router<App>; 2] {
    [
        Router::new().nest(at, pages.clone()),
        Router::new().nest_service(at, pages.with_state(app.clone())),
    ]
}

#[tokio::test]
async fn nested_under_its_prefix_every_link_and_route_is_right() {
    for way in 0..2 {
        let app = App::default();
        let site = Affordances::new(&NESTED);
        let router = nested(site.pages(), "/app", &app).into_iter().nth(way);
        let client = finished(&site, router.unwrap(), &app).await;

        let html = client.html("/app/notes/a%20b?x=1").await;
        let target = "/app/notes/a%20b?x=1&affordances=1";
        assert_eq!(
            html.header("link"),
            format!("<{target}>; rel=\"affordances\"")
        );
        let element = target.replace('&', "&amp;");
        let element = format!("<link rel=\"affordances\" href=\"{element}\">");
        assert!(html.text().contains(&element), "{}", html.text());
        assert!(html.text().contains("note a b at /app/notes/a%20b,"));
        let followed = send(&client, "GET", target).await;
        assert_eq!(followed.value()["page"], "/app/notes/a%20b");

        let graph = client.graph("/app/notes/a%20b").await;
        assert_eq!(graph.page, "/app/notes/a%20b");
        assert_eq!(graph.route, "/app/notes/[id]");
        assert_eq!(graph.entities["note"]["id"], "a b");
        let delta = client.call("/app/notes/a", "write", text("x")).await.done();
        assert_eq!(delta.output, Some(json!("x")));
        let done = client.form("/app/notes/a?action=write", "text=x").await;
        assert_eq!(done.header("location"), "/app/notes/a");

        assert_eq!(client.graph("/app").await.page, "/app");
        assert_eq!(client.graph("/app").await.route, "/app");
        assert!(client.html("/app").await.text().ends_with("Hello at /app"));

        let index = send(&client, "GET", "/.well-known/affordances.json").await;
        let index = index.value();
        let routes: Vec<_> = index["routes"].as_array().unwrap().iter().collect();
        let routes: Vec<_> = routes.iter().map(|r| r["route"].as_str()).collect();
        let expected = ["/app", "/app/notes/[id]", "/app/manual/[[...rest]]"];
        assert_eq!(routes, expected.map(Some));

        let delete = send(&client, "DELETE", "/app/notes/a").await;
        assert_eq!(delete.status, 405);
        assert_eq!(allowed(&delete), ["GET", "HEAD", "POST"]);

        // Nothing stands where the routes would be without the prefix.
        for path in ["/", "/notes/a", "/app/", "/app/notes", "/apple", "/manual"] {
            let html = client.html(path).await;
            assert_eq!(html.status, 404, "{way} {path} {}", html.text());
            client.graph_reply(path).await.refused(404, "not_found");
        }
        let inner = "/app/.well-known/affordances.json";
        assert_eq!(client.html(inner).await.status, 404);
    }
}

#[tokio::test]
async fn a_wrong_prefix_is_500_for_html_and_names_both_places() {
    for (site, at, reached) in [
        (&NESTED, "", "/notes/{id}"),
        (&NESTED, "/other", "/other/notes/{id}"),
        (&NESTED, "/apple", "/apple/notes/{id}"),
        (&NESTED, "/app/app", "/app/app/notes/{id}"),
        (&PLAIN, "/app", "/app/notes/{id}"),
    ] {
        let app = App::default();
        let declared = format!("{}/notes/{{id}}", site.prefix);
        let site = Affordances::new(site);
        let router = match at {
            "" => site.pages(),
            at => Router::new().nest(at, site.pages()),
        };
        let client = finished(&site, router, &app).await;
        let path = reached.replace("{id}", "a");
        let html = client.html(&path).await;
        assert_eq!(html.status, 500, "{path}");
        assert_eq!(
            html.text(),
            format!(
                "Page `note` is reached at {reached}, but `site!` declares it at {declared}: \
                 nest the app under its declared prefix, or change `prefix`."
            )
        );
        client.graph_reply(&path).await.refused(404, "not_found");
        let call = client.call(&path, "write", text("x")).await;
        call.refused(404, "not_found");
        assert_eq!(app.counts(), (0, 0));
        if at == "/other" {
            let front = client.html("/other").await;
            let places = "`front` is reached at /other, but `site!` declares it at /app:";
            assert!(front.text().contains(places), "{}", front.text());
        }
    }
}

#[tokio::test]
async fn a_page_of_another_state_lives_in_the_app() {
    let app = App::default();
    let client = plain(&app, |pages| pages).await;
    assert_eq!(client.html("/manual/x").await.text(), "chapter Some(\"x\")");
    let graph = client.graph("/manual/x").await;
    assert_eq!(
        graph.entities["chapter"],
        json!({ "rest": "x", "thanks": 0 })
    );
    let delta = client.call("/manual/x", "thank", json!({})).await.done();
    let changed = json!({ "chapter": { "rest": "x", "thanks": 1 } });
    assert_eq!(json!(delta.changed), changed);
    assert_eq!(app.manual.0.load(SeqCst), 1);
}

#[tokio::test]
async fn an_optional_catch_all_has_a_short_and_a_long_form() {
    let app = App::default();
    let at_root = plain(&app, |pages| pages).await;
    let site = Affordances::new(&NESTED);
    let below = Router::new().nest("/app", site.pages());
    let below = finished(&site, below, &app).await;
    for (client, prefix) in [(at_root, ""), (below, "/app")] {
        for (path, rest) in [
            ("/manual", None),
            ("/manual/x", Some("x")),
            ("/manual/x/y%20z", Some("x/y z")),
            ("/manual/x%2Fy", Some("x/y")),
            ("/manual/x/", Some("x/")),
            ("/manual/%25", Some("%")),
        ] {
            let path = format!("{prefix}{path}");
            let graph = client.graph(&path).await;
            assert_eq!(graph.entities["chapter"]["rest"], json!(rest), "{path}");
            assert_eq!(graph.page, path);
            assert_eq!(graph.route, format!("{prefix}/manual/[[...rest]]"));
            assert_eq!(
                client.html(&path).await.text(),
                format!("chapter {rest:?}"),
                "{path}"
            );
        }
        for path in ["/manual/", "/manuals", "/manualx/y"] {
            let path = format!("{prefix}{path}");
            client.graph_reply(&path).await.refused(404, "not_found");
            assert_eq!(client.html(&path).await.status, 404, "{path}");
        }
    }
}
