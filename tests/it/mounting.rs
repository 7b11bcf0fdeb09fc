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

/// What `finish` says, a fault a line.
fn faults<S: Clone + Send + Sync + 'static>(site: &Affordances<S>) -> Vec<String> {
    let faults = site.finish(Router::new()).unwrap_err();
    let listed: Vec<_> = faults.iter().map(ToString::to_string).collect();
    let lines: Vec<_> = listed
        .iter()
        .map(|fault| format!("\n  - {fault}"))
        .collect();
    let text = format!("the site cannot be served:{}", lines.concat());
    assert_eq!(faults.to_string(), text);
    listed
}

/// The fault's text with the place, which is a line of this file, taken out.
#[track_caller]
fn assert_fault(fault: &str, before: &str, after: &str) {
    assert!(fault.starts_with(before), "{fault}");
    assert!(fault.ends_with(after), "{fault}");
    assert!(fault.contains("tests/it/mounting.rs:"), "{fault}");
}

#[test]
fn finish_names_pages_that_are_never_mounted() {
    let site = Affordances::new(&PLAIN);
    let _ = site.page(&note::PAGE);
    let [front, manual] = &faults(&site)[..] else {
        panic!("two pages are missing");
    };
    let cure = " is never mounted: merge `site.pages()` into the app, or remove it from `site!`";
    assert_fault(front, "page `front` (", cure);
    assert_fault(manual, "page `manual` (", cure);
}

#[test]
fn finish_names_pages_that_are_mounted_twice() {
    let twice = ["page `note` is mounted twice: call `pages()` last"];
    let site = Affordances::new(&PLAIN);
    let _ = site.page(&note::PAGE);
    let _ = site.page_with(&note::PAGE, get(own));
    let _ = site.pages();
    assert_eq!(faults(&site), twice);
    // `pages()` first would have axum panic on the overlap.
    let site = Affordances::new(&PLAIN);
    let router = site.pages().merge(site.page(&note::PAGE));
    let fault = site.finish(router.with_state(App::default())).unwrap_err();
    assert!(fault.to_string().contains(twice[0]));
}

#[test]
fn finish_names_pages_that_are_not_in_the_site() {
    let site = Affordances::new(&PLAIN);
    let _ = site.page_with(&bare::PAGE, get(own)).merge(site.pages());
    let [fault] = &faults(&site)[..] else {
        panic!("one page too many");
    };
    let cure = " is mounted but not part of this site: add it to `pages` in `site!`";
    assert_fault(fault, "page `bare` (", cure);
}

#[test]
fn finish_wants_html_from_somewhere() {
    let site = Affordances::new(&BARE);
    let _ = site.pages();
    let [fault] = &faults(&site)[..] else {
        panic!("one page draws nothing");
    };
    let cure = " has no `#[view]`: write one, or mount it with your own HTML by \
                `site.page_with(&bare::PAGE, get(..))`";
    assert_fault(fault, "page `bare` (", cure);
}

#[test]
fn finish_wants_the_settings_that_auth_needs() {
    let origin = "`auth` lists `cookie`, so the site must know its own origin: call \
                  `.origin(\"https://…\")`";
    let authenticator =
        "`auth` is declared, but nothing recognises callers: call `.authenticate(..)`";
    let site = Affordances::new(&fixture::SITE);
    let _ = site.pages();
    assert_eq!(faults(&site), [origin, authenticator]);
    let site = Affordances::new(&fixture::SITE).authenticate(Callers);
    let _ = site.pages();
    assert_eq!(faults(&site), [origin]);
    let site = Affordances::new(&fixture::SITE).origin(ORIGIN);
    let _ = site.pages();
    assert_eq!(faults(&site), [authenticator]);
    let site = Affordances::new(&NOBODY);
    let _ = site.pages();
    assert_eq!(
        faults(&site),
        [
            "page `cart` has actions that need a caller, but the site declares no way to be one: \
          add `auth: [cookie, bearer]` to `site!`"
        ]
    );
}

#[test]
fn finish_wants_origins_that_are_origins() {
    for origin in [
        "",
        "shop.example",
        "https://shop.example/path",
        "https://",
        "https://shop.example:port",
        "https://user@shop.example",
        "*",
        "null",
    ] {
        let site = Affordances::new(&fixture::SITE)
            .origin(ORIGIN)
            .origin(origin)
            .authenticate(Callers);
        let _ = site.pages();
        let faults = faults(&site);
        assert_eq!(faults.len(), 1, "{origin}: {faults:?}");
        assert!(
            faults[0].starts_with("the setting `origin`: "),
            "{faults:?}"
        );
    }
}

#[test]
fn finish_reports_all_faults_at_once() {
    let site = Affordances::new(&fixture::SITE).origin("nonsense");
    let _ = site.page(&fixture::cart::PAGE);
    let _ = site.page(&fixture::cart::PAGE);
    let faults = faults(&site);
    for (part, times) in [
        ("mounted twice", 1),
        ("never mounted", fixture::SITE.pages.len() - 1),
        ("the setting `origin`", 1),
        ("`.authenticate(..)`", 1),
    ] {
        let found = faults.iter().filter(|fault| fault.contains(part)).count();
        assert_eq!(found, times, "{part}: {faults:#?}");
    }
}

#[test]
#[should_panic(expected = "Overlapping method route")]
fn a_route_of_the_apps_own_in_a_pages_place_shows_at_start() {
    let own = async || Html("mine");
    let site = Affordances::new(&PLAIN);
    let _: Router<App> = Router::new()
        .merge(site.page_with(&note::PAGE, get(own)))
        .route("/notes/{id}", get(own));
}

/// A page without a view, whose forms have nothing to be drawn on.
#[page(route = "/blind", state = ())]
mod blind {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        greeting: &'static str,
    }

    #[load]
    async fn load() -> Entities {
        Entities { greeting: "Hello" }
    }

    #[derive(Deserialize, JsonSchema)]
    pub(crate) struct Words {
        #[schemars(length(min = 1))]
        words: String,
    }

    /// Say something.
    #[action(expose = "public")]
    async fn say(Input(said): Input<Words>) {
        let _ = said.words;
    }
}

site! { static BLIND: () = { name: "Blind", auth: [], pages: [blind] } }

#[tokio::test]
async fn a_form_on_a_page_without_a_view_is_answered_with_a_plain_page() {
    let site = Affordances::new(&BLIND);
    let own = async || Html("mine");
    let app = Router::new().merge(site.page_with(&blind::PAGE, get(own)));
    let client = serve(site.finish(app).unwrap()).await;
    assert_eq!(client.html("/blind").await.text(), "mine");
    let done = client.form("/blind?action=say", "words=hi").await;
    assert_eq!(
        (done.status.as_u16(), done.header("location")),
        (303, "/blind")
    );
    let refused = client.form("/blind?action=say", "words=").await;
    assert_eq!(
        (refused.status.as_u16(), refused.content_type()),
        (422, "text/html")
    );
}

site! {
    static WITH_MCP: App = { name: "With MCP", auth: [], mcp: "/mcp", pages: [note] }
}

#[test]
fn finish_refuses_to_publish_an_mcp_endpoint_that_nothing_serves() {
    let site = Affordances::new(&WITH_MCP);
    let _ = site.pages();
    let [fault] = &faults(&site)[..] else {
        panic!("one fault");
    };
    assert!(fault.starts_with("`mcp` is declared in `site!`"), "{fault}");
}

#[test]
fn a146_the_packages_declare_the_majors_that_they_speak() {
    for manifest in ["Cargo.toml", "affordances-core/Cargo.toml"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest);
        let text = std::fs::read_to_string(path).unwrap();
        let line = format!("majors = {:?}", affordances::protocol::MAJORS);
        let (_, metadata) = text.split_once("[package.metadata.affordances]").unwrap();
        assert!(metadata.lines().any(|l| l == line), "{manifest}: {line}");
    }
}

#[tokio::test]
async fn a_page_without_finish_is_500_and_runs_nothing() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let client = serve(site.pages().with_state(app.clone())).await;
    assert_eq!(client.html("/notes/a").await.status, 500);
    assert_eq!(client.graph_reply("/notes/a").await.status, 500);
    let call = client.call("/notes/a", "write", text("x")).await;
    assert_eq!(call.status, 500);
    assert_eq!(app.counts(), (0, 0));
}

/// `PLAIN` behind a layer that answers everything itself.
async fn behind(
    app: &App,
    answer: impl Fn() -> Response + Clone + Send + Sync + 'static,
) -> Client {
    let layer = middleware::from_fn(move |_: Request, _: Next| {
        let response = answer();
        async move { response }
    });
    plain(app, |pages| pages.layer(layer)).await
}

#[tokio::test]
async fn a_login_guard_that_redirects_is_401_for_agents() {
    let app = App::default();
    for redirect in [
        || Redirect::to("/login").into_response(),
        || Redirect::temporary("/login").into_response(),
        || (StatusCode::FOUND, [("location", "/login")]).into_response(),
    ] {
        let client = behind(&app, redirect).await;
        let html = client.html("/notes/a").await;
        assert!(html.status.is_redirection());
        assert_eq!(html.header("location"), "/login");
        for reply in [
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            reply.refused(401, "unauthorized");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            assert_eq!(reply.header("location"), "");
            assert_eq!(reply.header("cache-control"), "private, no-store");
        }
        // Elsewhere there is nothing to sign in for.
        client.graph_reply("/login").await.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
}

#[tokio::test]
async fn what_a_layer_says_in_place_of_a_page_is_not_found() {
    let app = App::default();
    for status in [200, 204, 206, 301, 304, 308, 404, 405] {
        let status = StatusCode::from_u16(status).unwrap();
        let client = behind(&app, move || {
            (status, [("location", "/x"), ("allow", "PUT")], "theirs").into_response()
        })
        .await;
        assert_eq!(client.html("/notes/a").await.status, status);
        for reply in [
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            reply.refused(404, "not_found");
            assert_eq!(reply.header("location"), "", "{status}");
            assert_eq!(reply.header("allow"), "", "{status}");
        }
    }
}

#[tokio::test]
async fn what_else_a_layer_refuses_passes_unchanged() {
    let app = App::default();
    for status in [400, 401, 403, 408, 413, 429, 451, 500, 502, 503] {
        let status = StatusCode::from_u16(status).unwrap();
        let client = behind(&app, move || {
            (status, [("retry-after", "7")], "theirs").into_response()
        })
        .await;
        for reply in [
            client.html("/notes/a").await,
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            assert_eq!(reply.status, status);
            assert_eq!(reply.text(), "theirs");
            assert_eq!(reply.header("retry-after"), "7");
        }
    }
}

#[tokio::test]
async fn a_layer_that_rebuilds_responses_keeps_documents() {
    let app = App::default();
    let rebuild = middleware::map_response(async |response: Response| {
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, body).into_response()
    });
    let client = plain(&app, |pages| pages.layer(rebuild)).await;
    assert_eq!(client.graph("/notes/a").await.page, "/notes/a");
    client.call("/notes/a", "write", text("x")).await.done();
    let unknown = client.call("/notes/a", "nothing", json!({})).await;
    unknown.refused(404, "not_found");
    let html = client.html("/notes/a").await;
    assert_eq!(
        html.header("link"),
        "</notes/a?affordances=1>; rel=\"affordances\""
    );
}

#[tokio::test]
async fn a_compressed_document_is_a_document() {
    let app = App::default();
    let client = plain(&app, |pages| pages.layer(CompressionLayer::new())).await;
    let headers = [("accept", VND), ("accept-encoding", "gzip")];
    let plain = client.graph_reply("/notes/a").await;
    let packed = client
        .send("GET", "/notes/a", &headers, Body::empty())
        .await;
    assert_eq!(packed.status, 200);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.content_type(), VND);
    assert_eq!(packed.header("cache-control"), "private, no-store");
    assert_eq!(packed.body[..2], [0x1f, 0x8b]);
    assert_ne!(packed.body, plain.body);
    let vary: Vec<_> = packed.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["Accept", "accept-encoding"]);

    let headers = [("accept-encoding", "gzip")];
    let html = client
        .send("GET", "/notes/a", &headers, Body::empty())
        .await;
    assert_eq!(html.header("content-encoding"), "gzip");
    assert_eq!(
        html.header("link"),
        "</notes/a?affordances=1>; rel=\"affordances\""
    );
    let vary: Vec<_> = html.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["Accept", "accept-encoding"]);
}

#[tokio::test]
async fn a_timeout_layer_answers_and_the_action_still_runs_to_its_end() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let limit = Duration::from_millis(50);
    let layer = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limit);
    let client = finished(&site, site.pages().layer(layer), &app).await;
    let call = client.call("/notes/a", "write", text("wait")).await;
    assert_eq!(call.status, 408);
    assert_eq!(call.text(), "");
    assert_eq!(app.counts(), (0, 0));
    app.go_on.notify_one();
    site.drained().await;
    assert_eq!(app.counts(), (1, 0));
}

#[tokio::test]
async fn a85_the_body_limit_of_a_layer_is_413() {
    let app = App::default();
    let client = plain(&app, |pages| pages.layer(RequestBodyLimitLayer::new(100))).await;
    let large = json!({ "action": "write", "input": text(&"x".repeat(200)) });
    // Known from its length, the layer refuses it; counted while it arrives, we do.
    let sized = client.post("/notes/a", &large).await;
    assert_eq!(
        (sized.status.as_u16(), sized.content_type()),
        (413, "text/plain")
    );
    let large = large.to_string().into_bytes();
    let chunks: Vec<_> = large.chunks(10).map(<[u8]>::to_vec).collect();
    let stream = futures_util::stream::iter(chunks.into_iter().map(Ok::<_, std::io::Error>));
    let chunked = [("content-type", VND)];
    let chunked = client.send("POST", "/notes/a", &chunked, Body::from_stream(stream));
    chunked.await.refused(413, "invalid_input");
    assert_eq!(app.counts(), (0, 0));
    client.call("/notes/a", "write", text("x")).await.done();
}

#[tokio::test]
async fn a_trailing_slash_is_another_path() {
    let app = App::default();
    let client = plain(&app, |pages| {
        pages.route(
            "/notes/{id}/",
            get(async |uri: Uri| Redirect::permanent(uri.path().trim_end_matches('/'))),
        )
    })
    .await;
    for (path, html) in [("/manual/", 404), ("/notes/", 404), ("/notes/a/", 308)] {
        assert_eq!(client.html(path).await.status, html, "{path}");
        client.graph_reply(path).await.refused(404, "not_found");
        let call = client.call(path, "write", text("x")).await;
        call.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
}

#[tokio::test]
async fn a16_no_handler_of_the_app_runs_for_an_agent_where_no_page_is() {
    let app = App::default();
    let site = Affordances::new(&NESTED);
    let router = Router::new()
        .nest("/app", site.pages())
        .route("/plain", get(own).post(own))
        .route("/{name}/{version}", get(own).post(own))
        .fallback(own);
    let client = finished(&site, router, &app).await;
    for path in ["/plain", "/app/unknown", "/x/y", "/nowhere/at/all"] {
        client.graph_reply(path).await.refused(404, "not_found");
        client
            .html(&format!("{path}?affordances=1"))
            .await
            .refused(404, "not_found");
        let call = client.call(path, "write", text("x")).await;
        call.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
    for path in ["/plain", "/app/unknown", "/x/y", "/nowhere/at/all"] {
        assert_eq!(client.html(path).await.text(), format!("own {path} "));
    }
}

#[tokio::test]
async fn a15_a_route_of_the_app_that_shadows_a_page_has_no_graph() {
    let app = App::default();
    let client = plain(&app, |pages| pages.route("/notes/new", get(own))).await;
    assert_eq!(client.html("/notes/new").await.text(), "own /notes/new ");
    client
        .graph_reply("/notes/new")
        .await
        .refused(404, "not_found");
    let call = client.call("/notes/new", "write", text("x")).await;
    let delta = call.refused(404, "not_found");
    assert_eq!(
        delta.message.as_deref(),
        Some("There is no graph at this URL.")
    );
    assert_eq!(app.writes.load(SeqCst), 0);
    assert_eq!(client.graph("/notes/newer").await.page, "/notes/newer");
}

#[tokio::test]
async fn layers_before_finish_cover_pages_and_layers_after_it_everything() {
    let mark = |name: &'static str| {
        middleware::map_response(move |mut response: Response| async move {
            response.headers_mut().insert(name, "1".parse().unwrap());
            response
        })
    };
    let site = Affordances::new(&PLAIN);
    let router = site.pages().layer(mark("x-inner"));
    let app = site.finish(router.with_state(App::default())).unwrap();
    let client = serve(app.layer(mark("x-outer"))).await;
    for (reply, inner) in [
        (client.html("/notes/a").await, "1"),
        (client.graph_reply("/notes/a").await, "1"),
        (client.call("/notes/a", "write", text("x")).await, "1"),
        (client.graph_reply("/nowhere").await, ""),
        (
            send(&client, "GET", "/.well-known/affordances.json").await,
            "",
        ),
    ] {
        assert_eq!(reply.header("x-outer"), "1");
        assert_eq!(reply.header("x-inner"), inner, "{}", reply.text());
    }
}

#[tokio::test]
async fn a_finished_app_behind_an_outer_router_strips_the_alias_all_the_same() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let router = site.pages().route(
        "/uri",
        get(async |OriginalUri(original): OriginalUri, uri: Uri| format!("{original} {uri}")),
    );
    let inner = site.finish(router.with_state(app)).unwrap();
    let client = serve(Router::new().fallback_service(inner)).await;
    let uri = client.html("/uri?a=1&affordances=0&b=2").await;
    assert_eq!(uri.text(), "/uri?a=1&b=2 /uri?a=1&b=2");
    let graph = send(&client, "GET", "/notes/a?affordances=1").await;
    assert_eq!(graph.value()["page"], "/notes/a");
}

#[tokio::test]
async fn a_panicking_load_is_500_and_the_next_request_works() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let panic_once = || shop.0.next_loads.lock().unwrap().push(LoadFault::Panic);
    panic_once();
    let reply = client.graph_reply("/cart").await;
    let delta = reply.refused(500, "internal");
    assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    let reference = reply.header("x-request-id");
    assert!(delta.message.unwrap().ends_with(reference) && !reference.is_empty());
    client.graph("/cart").await;

    panic_once();
    let reply = client.html("/cart").await;
    assert_eq!(
        (reply.status.as_u16(), reply.content_type()),
        (500, "text/html")
    );
    assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    assert_eq!(client.html("/cart").await.status, 200);

    panic_once();
    let add = json!({ "sku": "TEE" });
    let reply = agent.call("/products/tee", "addToCart", add.clone()).await;
    reply.refused(500, "internal");
    assert_eq!(shop.runs(), 0);
    agent.call("/products/tee", "addToCart", add).await.done();

    panic_once();
    let person = client.person("ada");
    let form = "/products/tee?action=addToCart";
    assert_eq!(person.form(form, "sku=TEE").await.status, 500);
    assert_eq!(person.form(form, "sku=TEE").await.status, 303);
}

#[tokio::test]
async fn a_panicking_view_or_guard_is_500_and_the_next_request_works() {
    let app = App::default();
    let client = plain(&app, |pages| pages).await;
    let html = client.html("/notes/broken").await;
    assert_eq!(
        (html.status.as_u16(), html.content_type()),
        (500, "text/html")
    );
    assert!(!html.text().contains("secret-cause"), "{}", html.text());
    assert_eq!(client.graph("/notes/broken").await.page, "/notes/broken");
    for reply in [
        client.graph_reply("/notes/odd").await,
        client.call("/notes/odd", "write", text("x")).await,
    ] {
        reply.refused(500, "internal");
        assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    }
    assert_eq!(app.counts(), (0, 0));
    assert_eq!(client.html("/notes/a").await.status, 200);
}

#[tokio::test]
async fn current_caller_names_the_caller_to_the_apps_own_handlers() {
    let site = fixture::site();
    let who = async |CurrentCaller(caller): CurrentCaller| {
        caller.map_or("nobody".to_owned(), |caller| caller.subject().to_owned())
    };
    let app = site
        .pages()
        .route("/who", get(who))
        .with_state(Shop::default());
    let client = serve(site.finish(app).unwrap()).await;
    for (client, subject) in [
        (client.clone(), "nobody"),
        (client.cookie("ada"), "person:ada"),
        (client.bearer("token-b"), "agent:b"),
        (client.bearer("wrong").cookie("ada"), "nobody"),
        (client.bearer("out-of-reach"), "nobody"),
    ] {
        assert_eq!(client.html("/who").await.text(), subject);
    }
}
