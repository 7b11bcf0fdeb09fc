//! A101-A114: how calls fail, and what they never say.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use affordances::prelude::*;
use affordances::{Affordances, Rate};
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::support::fixture::{self, LoadFault};
use crate::support::{Client, Reply, Shop, serve, start};

const TEE: &str = "/products/tee";

/// The path, message and keyword of each issue, in order of their paths.
fn issues(reply: &Reply) -> Vec<(String, String)> {
    let mut issues: Vec<_> = reply
        .refused(422, "invalid_input")
        .error
        .unwrap()
        .issues
        .into_iter()
        .map(|issue| (issue.path, issue.message))
        .collect();
    issues.sort();
    issues
}

fn issue(path: &str, message: &str) -> (String, String) {
    (path.to_owned(), message.to_owned())
}

#[tokio::test]
async fn a101_a102_every_fault_is_reported_at_its_place() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let input = json!({ "quantity": 0, "size~/": "canary" });
    let reply = agent.call(TEE, "addToCart", input).await;
    assert_eq!(
        issues(&reply),
        [
            issue("/quantity", "must be at least 1"),
            issue("/size~0~1", "is not a member of this input"),
            issue("/sku", "is required"),
        ]
    );
    assert!(!reply.text().contains("canary"));
    let input = json!({ "sku": { "canary": 1 }, "quantity": "canary" });
    let reply = agent.call(TEE, "addToCart", input).await;
    assert_eq!(
        issues(&reply),
        [
            issue("/quantity", "must be of type integer"),
            issue("/sku", "must be of type string"),
        ]
    );
    assert!(!reply.text().contains("canary"));
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a102_a_tagged_enum_is_judged_by_its_variant() {
    let agent = start(&Shop::default()).await.bearer("token-a");
    let faults = async |input: Value| issues(&agent.call("/cart", "applyCoupon", input).await);
    assert_eq!(
        faults(json!({ "kind": "percent" })).await,
        [issue("/code", "is required")]
    );
    assert_eq!(
        faults(json!({ "kind": "giftCard", "number": 1, "code": "x" })).await,
        [
            issue("/code", "is not a member of this input"),
            issue("/number", "must be of type string"),
            issue("/pin", "is required"),
        ]
    );
    assert_eq!(
        faults(json!({ "kind": "voucher" })).await,
        [issue("/kind", r#"must be one of "percent", "giftCard""#)]
    );
    assert_eq!(faults(json!({})).await, [issue("/kind", "is required")]);
}

#[tokio::test]
async fn a102_the_handlers_own_faults_have_the_same_shape() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let reply = agent.call(TEE, "addToCart", json!({ "sku": "MUG" })).await;
    assert_eq!(
        issues(&reply),
        [issue("/sku", "is not a variant of this product")]
    );
    let card = json!({ "kind": "giftCard", "number": "12", "pin": "1" });
    let reply = agent.call("/cart", "applyCoupon", card).await;
    assert_eq!(
        issues(&reply),
        [
            issue("/number", "is not known"),
            issue("/pin", "1 digits expected")
        ]
    );
    assert_eq!(shop.runs(), 2);
}

#[tokio::test]
async fn a103_the_message_is_the_guards_reason() {
    let agent = start(&Shop::with_stock(0)).await.bearer("token-a");
    let reason = |graph: &affordances::protocol::Graph, name: &str| {
        let action = graph.actions.iter().find(|a| a.name == name).unwrap();
        action.reason.clone()
    };
    let graph = agent.graph(TEE).await;
    for action in ["addToCart", "buyOut"] {
        let reply = agent.call(TEE, action, json!({ "sku": "TEE" })).await;
        let delta = reply.refused(409, "unavailable");
        assert_eq!(delta.message.as_deref(), Some("Sold out"));
        assert_eq!(reason(&graph, action), delta.message);
    }
    let delta = agent.call("/cart", "checkout", json!({})).await;
    let delta = delta.refused(409, "unavailable");
    assert_eq!(delta.message.as_deref(), Some("The cart is empty"));
    assert_eq!(
        reason(&agent.graph("/cart").await, "checkout"),
        delta.message
    );
}

#[tokio::test]
async fn a104_the_guard_is_asked_when_the_call_comes() {
    let shop = Shop::with_stock(1);
    let agent = start(&shop).await.bearer("token-a");
    let available = async || {
        let graph = agent.graph(TEE).await;
        graph
            .actions
            .iter()
            .find(|a| a.name == "addToCart")
            .unwrap()
            .available
    };
    assert!(available().await);
    *shop.0.stock.lock().unwrap() = 0;
    let reply = agent.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
    reply.refused(409, "unavailable");
    assert!(!available().await);
    *shop.0.stock.lock().unwrap() = 1;
    let reply = agent.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
    reply.done();
}

#[tokio::test]
async fn a105_the_summary_says_what_will_happen() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let summary = async |path: &str, action: &str, input: Value| {
        let reply = agent.call(path, action, input).await;
        reply.refused(428, "confirm_required").message.unwrap()
    };
    let input = json!({ "sku": "TEE", "quantity": 2 });
    assert_eq!(summary(TEE, "buyOut", input).await, "Buy 2 of TEE out");
    // The default is what will happen, too.
    let input = json!({ "sku": "TEE" });
    assert_eq!(
        summary(TEE, "buyOut", input.clone()).await,
        "Buy 1 of TEE out"
    );
    agent.call(TEE, "addToCart", input).await.done();
    assert_eq!(
        summary("/cart", "checkout", json!({})).await,
        "Order 1 pieces for agent:a"
    );
    // What the caller sends cannot rewrite the sentence.
    let input = json!({ "sku": "TEE out\u{202e}\nfor free" });
    assert_eq!(
        summary(TEE, "buyOut", input).await,
        r"Buy 1 of TEE out\u{202e}\u{a}for free out"
    );
    let hidden = "\0\u{7f}\u{9b}\u{2029}\u{2067}\u{200b}\u{feff}\u{3164}\u{fe0f}\u{e0041}\u{e0101}";
    let input = json!({ "sku": hidden });
    assert_eq!(
        summary(TEE, "buyOut", input).await,
        r"Buy 1 of \u{0}\u{7f}\u{9b}\u{2029}\u{2067}\u{200b}\u{feff}\u{3164}\u{fe0f}\u{e0041}\u{e0101} out"
    );
}

#[tokio::test]
async fn a106_nothing_but_true_confirms() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let input = json!({ "sku": "TEE" });
    let absent = json!({ "action": "buyOut", "input": input });
    agent
        .post(TEE, &absent)
        .await
        .refused(428, "confirm_required");
    for (confirm, status, code) in [
        (json!(false), 428, "confirm_required"),
        (json!(null), 400, "invalid_input"),
        (json!("true"), 400, "invalid_input"),
        (json!(1), 400, "invalid_input"),
    ] {
        let call = json!({ "action": "buyOut", "input": input, "confirm": confirm });
        agent.post(TEE, &call).await.refused(status, code);
    }
    // Nor does an answer, a header, the query or the input.
    let path = "/products/tee?confirm=true";
    let headers = [("content-type", crate::support::VND), ("confirm", "true")];
    let reply = agent.send("POST", path, &headers, absent.to_string()).await;
    reply.refused(428, "confirm_required");
    assert_eq!(shop.runs(), 0);
    agent.confirm(TEE, "buyOut", input).await.done();
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a107_confirm_means_nothing_to_other_actions() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let input = json!({ "sku": "TEE" });
    agent.confirm(TEE, "addToCart", input).await.done();
    client.confirm("/faults", "idle", json!({})).await.done();
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a108_each_caller_and_each_action_has_a_budget() {
    let client = start(&Shop::default()).await;
    let (a, b) = (client.bearer("token-a"), client.bearer("token-b"));
    let input = json!({ "query": "q" });
    for _ in 0..2 {
        a.call("/faults", "rarely", input.clone()).await.done();
    }
    let reply = a.call("/faults", "rarely", input.clone()).await;
    let delta = reply.refused(429, "rate_limited");
    let wait: u64 = reply.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert!(delta.message.unwrap().contains(&wait.to_string()));
    a.call("/faults", "search", input.clone()).await.done();
    b.call("/faults", "rarely", input.clone()).await.done();
    client
        .person("ada")
        .call("/faults", "rarely", input)
        .await
        .done();
}

#[tokio::test]
async fn a108_waiting_as_long_as_told_is_enough() {
    let site = fixture::site().rate_limit(Some(Rate::new(1, 1)));
    let client = serve(fixture::app(&site, Shop::default())).await;
    client.call("/faults", "idle", json!({})).await.done();
    let reply = client.call("/faults", "idle", json!({})).await;
    reply.refused(429, "rate_limited");
    assert_eq!(reply.header("retry-after"), "1");
    tokio::time::sleep(Duration::from_secs(1)).await;
    client.call("/faults", "idle", json!({})).await.done();
}

/// The reference that an `internal` failure names, in header and message alike.
#[track_caller]
fn reference(reply: &Reply, status: u16) -> String {
    let delta = reply.refused(status, "internal");
    let reference = reply.header("x-request-id").to_owned();
    assert_eq!(reference.len(), 16);
    let error = delta.error.unwrap();
    assert!(error.message.ends_with(&format!("Reference: {reference}")));
    assert!(error.issues.is_empty());
    assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    assert!(!reply.text().contains("disk"), "{}", reply.text());
    reference
}

#[tokio::test]
async fn a109_an_unexpected_error_tells_a_reference_and_no_cause() {
    let client = start(&Shop::default()).await;
    let first = reference(&client.call("/faults", "fail", json!({})).await, 500);
    let second = reference(&client.call("/faults", "fail", json!({})).await, 500);
    assert_ne!(first, second);
    // What is no fault of the server needs no reference.
    let reply = client.call("/faults", "dance", json!({})).await;
    assert_eq!(reply.header("x-request-id"), "");
}

#[tokio::test]
async fn a110_a_panic_is_answered_and_the_next_request_works() {
    let client = start(&Shop::default()).await;
    for _ in 0..3 {
        reference(&client.call("/faults", "explode", json!({})).await, 500);
        client.call("/faults", "idle", json!({})).await.done();
    }
}

#[tokio::test]
async fn a109_a110_a_load_that_fails_or_panics_is_answered_at_every_door() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    for fault in [LoadFault::Error, LoadFault::Panic] {
        let next = || shop.0.next_loads.lock().unwrap().push(fault);
        next();
        reference(&client.graph_reply(TEE).await, 500);
        next();
        let reply = agent.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
        reference(&reply, 500);
        next();
        let html = client.html(TEE).await;
        assert_eq!(
            (html.status.as_u16(), html.content_type()),
            (500, "text/html")
        );
        assert!(!html.text().contains("secret-cause"));
        assert!(html.text().contains(html.header("x-request-id")));
        next();
        let form = agent
            .form("/products/tee?action=addToCart", "sku=TEE")
            .await;
        assert_eq!(
            (form.status.as_u16(), form.content_type()),
            (500, "text/html")
        );
        assert!(!form.text().contains("secret-cause"));
        assert_eq!(client.graph_reply(TEE).await.status, 200);
    }
    assert_eq!(shop.runs(), 0);
}

#[tokio::test]
async fn a113_a114_each_code_has_its_status_and_a_message() {
    let shop = Shop::with_stock(0);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let sku = json!({ "sku": "TEE" });
    for _ in 0..2 {
        agent
            .call("/faults", "rarely", json!({ "query": "q" }))
            .await
            .done();
    }
    let replies = [
        (client.call(TEE, "dance", json!({})).await, 404, "not_found"),
        (
            client.call(TEE, "addToCart", json!({})).await,
            401,
            "unauthorized",
        ),
        (
            client
                .cookie("ada")
                .call(TEE, "addToCart", sku.clone())
                .await,
            403,
            "unauthorized",
        ),
        (
            client
                .bearer("token-b")
                .call("/faults", "scoped", json!({}))
                .await,
            403,
            "unauthorized",
        ),
        (
            agent.call("/faults", "rarely", json!({})).await,
            429,
            "rate_limited",
        ),
        (
            agent.call(TEE, "addToCart", json!({})).await,
            422,
            "invalid_input",
        ),
        (agent.post(TEE, &json!([])).await, 400, "invalid_input"),
        (
            agent.call(TEE, "addToCart", sku.clone()).await,
            409,
            "unavailable",
        ),
        (
            client.call("/faults", "fail", json!({})).await,
            500,
            "internal",
        ),
    ];
    *shop.0.stock.lock().unwrap() = 1;
    let confirm = (
        agent.call(TEE, "buyOut", sku).await,
        428,
        "confirm_required",
    );
    for (reply, status, code) in replies.into_iter().chain([confirm]) {
        let delta = reply.refused(status, code);
        assert!(!delta.ok);
        let error = delta.error.unwrap();
        assert!(!error.message.is_empty());
        assert_eq!(delta.message, Some(error.message));
        assert_eq!(error.issues.is_empty(), code != "invalid_input", "{code}");
        let value = reply.value();
        let members: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        assert_eq!(members, ["error", "message", "ok"], "{code}");
        assert_eq!(reply.header("www-authenticate").is_empty(), status != 401);
        assert_eq!(reply.header("retry-after").is_empty(), status != 429);
        assert_eq!(reply.header("x-request-id").is_empty(), status != 500);
    }
}

#[tokio::test]
async fn s09_an_authenticator_out_of_reach_is_503_and_not_401() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await.bearer("out-of-reach");
    let graph = client.graph_reply(TEE).await;
    let session = client.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
    let public = client
        .call("/faults", "search", json!({ "query": "q" }))
        .await;
    // A bearer is never ambient: no Origin turns this into another failure.
    let foreign = client.with("origin", "https://evil.example");
    let foreign = foreign.call("/faults", "idle", json!({})).await;
    for reply in [graph, session, public, foreign] {
        reference(&reply, 503);
        assert_eq!(reply.header("retry-after"), "5");
        assert_eq!(reply.header("www-authenticate"), "");
    }
    // Step 1 comes first.
    client
        .call(TEE, "dance", json!({}))
        .await
        .refused(404, "not_found");
    // A person is not shown the page as if nobody were signed in.
    let html = client.html(TEE).await;
    assert_eq!(
        (html.status.as_u16(), html.content_type()),
        (503, "text/html")
    );
    assert_eq!(html.header("retry-after"), "5");
    assert!(!html.text().contains("secret-cause"));
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn s12_a_timeout_answers_while_the_action_runs_to_its_end() {
    let shop = Shop::default();
    let site = fixture::site();
    let client = serve(fixture::app(&site, shop.clone())).await;
    let started = Instant::now();
    reference(&client.call("/faults", "slowly", json!({})).await, 500);
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert_eq!(shop.runs(), 0, "it has not ended yet");
    site.drained().await;
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn s12_the_hook_hears_how_a_run_ended_not_that_its_answer_came_first() {
    let heard: Arc<Mutex<Vec<_>>> = Arc::default();
    let hears = heard.clone();
    let site = fixture::site().on_call(move |call| {
        hears.lock().unwrap().push((call.action, call.code));
    });
    let client = serve(fixture::app(&site, Shop::default())).await;
    let reply = client.call("/faults", "slowly", json!({})).await;
    reply.refused(500, "internal");
    site.drained().await;
    assert_eq!(*heard.lock().unwrap(), [(Some("slowly"), None)]);
}

#[tokio::test]
async fn s12_an_extractor_that_sends_people_to_sign_in_is_401_for_agents() {
    let client = fragile_client(fragile_site(), &Fragile::default()).await;
    for status in ["302", "303", "307"] {
        let client = client.with("x-refuse", &format!("l={status}"));
        let reply = client.graph_reply("/fragile").await;
        reply.refused(401, "unauthorized");
        assert!(!reply.header("www-authenticate").is_empty());
        let reply = client.call("/fragile", "act", json!({})).await;
        reply.refused(401, "unauthorized");
        let page = client.html("/fragile").await;
        assert_eq!(
            (page.status.as_u16(), page.header("location")),
            (303, "/login")
        );
    }
}

#[tokio::test]
async fn s09_a_hidden_action_is_503_while_nobody_can_be_recognised() {
    let client = start(&Shop::default()).await.bearer("out-of-reach");
    let reply = client.call("/faults", "hidden", json!({})).await;
    reply.refused(503, "internal");
    assert!(!reply.header("retry-after").is_empty());
    let reply = client.call("/faults", "nothing", json!({})).await;
    reply.refused(404, "not_found");
}

#[tokio::test]
async fn s13_a_reload_that_fails_costs_the_success_nothing_but_its_news() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    for (n, fault) in [LoadFault::Error, LoadFault::Panic].into_iter().enumerate() {
        *shop.0.next_loads.lock().unwrap() = vec![fault, LoadFault::None];
        let reply = agent.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
        reply.done();
        let message = "Added to the cart (the page's new state could not be read: \
                       request the page again)";
        assert_eq!(
            reply.value(),
            json!({ "ok": true, "output": { "quantity": n + 1 }, "message": message })
        );
        assert_eq!(shop.runs(), n + 1);
    }
    assert_eq!(agent.graph(TEE).await.entities["cart"]["quantity"], 2);
    // An action that says nothing itself.
    *shop.0.next_loads.lock().unwrap() = vec![LoadFault::Error, LoadFault::None];
    let delta = agent
        .confirm(TEE, "buyOut", json!({ "sku": "TEE" }))
        .await
        .done();
    let message = "Done, but the page's new state could not be read: request the page again.";
    assert_eq!(delta.message.as_deref(), Some(message));
}

#[tokio::test]
async fn s13_a_page_may_go_with_its_action() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let reply = agent.call(TEE, "discontinue", json!({})).await;
    reply.done();
    assert_eq!(
        reply.value(),
        json!({
            "ok": true,
            "actionsRemoved": ["addToCart", "buyOut", "discontinue"],
            "redirect": "/",
            "message": "Gone",
        })
    );
    agent.graph_reply(TEE).await.refused(404, "not_found");
    let again = agent.call(TEE, "discontinue", json!({})).await;
    again.refused(404, "not_found");
    assert_eq!(shop.runs(), 1);
}

/// The state of a page each part of which can be told to break.
#[derive(Clone, Default)]
struct Fragile(Arc<FragileState>);

#[derive(Default)]
struct FragileState {
    /// What panics now.
    breaks: Mutex<Option<&'static str>>,
    /// From this load on, loads hang.
    hang_from: Mutex<Option<usize>>,
    loads: AtomicUsize,
    runs: AtomicUsize,
}

impl Fragile {
    fn reach(&self, part: &'static str) {
        let breaks = *self.0.breaks.lock().unwrap();
        assert_ne!(breaks, Some(part), "secret-cause");
    }
}

/// Panics when it is written, if told to.
struct Bomb(Fragile);

impl Serialize for Bomb {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.reach("entity");
        if *self.0.0.breaks.lock().unwrap() == Some("json") {
            return Err(serde::ser::Error::custom("secret-cause: no JSON"));
        }
        to.serialize_u64(self.0.0.runs.load(SeqCst) as u64)
    }
}

/// An extractor that is refused with the status that a header names.
struct Refused<const PHASE: char>;

impl<const PHASE: char, S: Sync> FromRequestParts<S> for Refused<PHASE> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let wanted = parts.headers.get("x-refuse").and_then(|v| v.to_str().ok());
        let Some((phase, status)) = wanted.and_then(|text| text.split_once('=')) else {
            return Ok(Self);
        };
        if phase != PHASE.to_string() {
            return Ok(Self);
        }
        let status: StatusCode = status.parse().unwrap();
        let wait = [("retry-after", "17"), ("location", "/login")];
        Err((status, wait, "secret-cause: the body of a rejection").into_response())
    }
}

/// Every part can break.
#[page(route = "/fragile", state = Fragile)]
mod fragile {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        bomb: Bomb,
    }

    #[load]
    pub(crate) async fn load(State(state): State<Fragile>, _: Refused<'l'>) -> Result<Entities> {
        state.reach("load");
        let load = state.0.loads.fetch_add(1, SeqCst);
        let hang_from = *state.0.hang_from.lock().unwrap();
        if hang_from.is_some_and(|from| load >= from) {
            std::future::pending::<()>().await;
        }
        Ok(Entities { bomb: Bomb(state) })
    }

    #[view]
    pub(crate) fn view(State(state): State<Fragile>, _: &Entities) -> Html<&'static str> {
        state.reach("view");
        Html("<h1>Fragile</h1>")
    }

    #[guard("the guard holds")]
    pub(crate) fn holds(State(state): State<Fragile>, _: Refused<'g'>) -> Verdict {
        state.reach("guard");
        Verdict::available()
    }

    /// Do it.
    #[action(expose = "public", guard = holds)]
    pub(crate) async fn act(State(state): State<Fragile>, _: Refused<'a'>) -> Result<u32> {
        state.0.runs.fetch_add(1, SeqCst);
        state.reach("run");
        Ok(7)
    }

    /// Do it, once approved.
    #[action(expose = "confirm", guard = holds, summary = what_will_happen)]
    pub(crate) async fn approve(State(state): State<Fragile>) {
        state.0.runs.fetch_add(1, SeqCst);
    }

    fn what_will_happen(entities: &Entities, (): &(), _: Option<&Caller>) -> String {
        entities.bomb.0.reach("summary");
        "It will be done".to_owned()
    }

    #[nav]
    pub(crate) fn nav(State(state): State<Fragile>) -> Vec<Nav> {
        state.reach("nav");
        Vec::new()
    }
}

site! {
    static FRAGILE: Fragile = { name: "Fragile", auth: [bearer], pages: [fragile] }
}

fn fragile_site() -> Affordances<Fragile> {
    Affordances::new(&FRAGILE)
        .authenticate(fixture::Callers)
        .rate_limit(None)
}

async fn fragile_client(site: Affordances<Fragile>, state: &Fragile) -> Client {
    let app = Router::new().merge(site.pages()).with_state(state.clone());
    serve(site.finish(app).unwrap()).await
}

#[tokio::test]
async fn a110_whatever_panics_is_answered() {
    let state = Fragile::default();
    let client = fragile_client(fragile_site(), &state)
        .await
        .bearer("token-a");
    let breaks = |part| *state.0.breaks.lock().unwrap() = part;
    for part in ["load", "guard", "entity", "nav", "json"] {
        breaks(Some(part));
        reference(&client.graph_reply("/fragile").await, 500);
    }
    for part in ["load", "guard", "run"] {
        breaks(Some(part));
        reference(&client.call("/fragile", "act", json!({})).await, 500);
    }
    breaks(Some("summary"));
    reference(&client.call("/fragile", "approve", json!({})).await, 500);
    for part in ["load", "guard", "view"] {
        breaks(Some(part));
        let html = client.html("/fragile").await;
        assert_eq!(
            (html.status.as_u16(), html.content_type()),
            (500, "text/html")
        );
        assert!(!html.text().contains("secret-cause"));
    }
    breaks(None);
    assert_eq!(client.graph_reply("/fragile").await.status, 200);
    client.call("/fragile", "act", json!({})).await.done();
    assert_eq!(
        state.0.runs.load(SeqCst),
        2,
        "the one that panicked, and the last"
    );
}

#[tokio::test]
async fn s13_nothing_after_the_run_turns_it_into_a_failure() {
    let state = Fragile::default();
    let client = fragile_client(fragile_site(), &state).await;
    for part in ["entity", "json"] {
        *state.0.breaks.lock().unwrap() = Some(part);
        let reply = client.call("/fragile", "act", json!({})).await;
        let delta = reply.done();
        assert_eq!(delta.output, Some(json!(7)));
        assert_eq!(delta.changed, None);
        assert!(delta.message.unwrap().contains("request the page again"));
    }
}

#[tokio::test]
async fn s13_a_reload_that_hangs_is_given_up_and_the_action_has_succeeded() {
    let state = Fragile::default();
    let site = fragile_site().timeout(Duration::from_millis(400));
    let client = fragile_client(site, &state).await;
    *state.0.hang_from.lock().unwrap() = Some(1);
    let delta = client.call("/fragile", "act", json!({})).await.done();
    assert_eq!(delta.output, Some(json!(7)));
    assert_eq!(delta.changed, None);
    assert!(delta.message.unwrap().contains("request the page again"));
    // A load before the run that hangs is a failure, and nothing runs.
    reference(&client.call("/fragile", "act", json!({})).await, 500);
    assert_eq!(state.0.runs.load(SeqCst), 1);
}

#[tokio::test]
async fn s12_a_rejection_is_told_in_the_protocols_words() {
    let state = Fragile::default();
    let client = fragile_client(fragile_site(), &state).await;
    // In the load, in the guard, in the action: each where it runs.
    for phase in ["l", "g", "a"] {
        for (status, answered, code) in [
            (401, 401, "unauthorized"),
            (403, 403, "unauthorized"),
            (404, 404, "not_found"),
            (429, 429, "rate_limited"),
            (400, 422, "invalid_input"),
            (418, 422, "invalid_input"),
            (500, 500, "internal"),
            (503, 500, "internal"),
            (302, 401, "unauthorized"),
            (301, 500, "internal"),
        ] {
            let refused = client.with("x-refuse", &format!("{phase}={status}"));
            let reply = refused.call("/fragile", "act", json!({})).await;
            reply.refused(answered, code);
            assert!(!reply.text().contains("secret-cause"), "{phase} {status}");
            let wait = if status == 429 { "17" } else { "" };
            assert_eq!(reply.header("retry-after"), wait, "{phase} {status}");
            if phase == "a" {
                continue;
            }
            let graph = refused.graph_reply("/fragile").await;
            graph.refused(answered, code);
        }
    }
    assert_eq!(state.0.runs.load(SeqCst), 0);
    // The action's own extractors run at step 7: a graph has none of them.
    let refused = client.with("x-refuse", "a=404");
    assert_eq!(refused.graph_reply("/fragile").await.status, 200);
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind")]
enum Doubled {
    Card(Card),
}

#[derive(Serialize, JsonSchema)]
struct Card {
    kind: String,
}

impl Doubled {
    fn card() -> Self {
        let kind = "visa".to_owned();
        Self::Card(Card { kind })
    }
}

#[derive(Serialize, JsonSchema)]
struct Small(#[schemars(range(max = 10))] u32);

/// What the types say about themselves is not true.
#[page(route = "/untrue/[what]", state = ())]
mod untrue {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        doubled: Option<Doubled>,
    }

    #[load]
    pub(crate) async fn load(Path(what): Path<String>) -> Entities {
        Entities {
            doubled: (what == "entity").then(Doubled::card),
        }
    }

    #[view]
    pub(crate) fn view(_: &Entities) -> Html<&'static str> {
        Html("")
    }

    /// Return the same member twice.
    #[action(expose = "public")]
    pub(crate) async fn doubled() -> Doubled {
        Doubled::card()
    }

    /// Return more than the schema allows.
    #[action(expose = "public")]
    pub(crate) async fn large(Input(size): Input<u32>) -> Small {
        Small(size)
    }
}

site! {
    static UNTRUE: () = { name: "Untrue", auth: [], pages: [untrue] }
}

#[tokio::test]
async fn a111_an_output_or_entity_that_is_not_as_published_shows_in_debug_builds() {
    let site = Affordances::new(&UNTRUE).rate_limit(None);
    let app = Router::new().merge(site.pages()).with_state(());
    let client = serve(site.finish(app).unwrap()).await;
    let page = "/untrue/output";
    let fits = client.call(page, "large", json!(10)).await.done();
    assert_eq!(fits.output, Some(json!(10)));
    reference(&client.call(page, "large", json!(11)).await, 500);
    // Two members of one name: each reader would take another.
    reference(&client.call(page, "doubled", json!({})).await, 500);
    reference(&client.graph_reply("/untrue/entity").await, 500);
    assert_eq!(client.graph_reply(page).await.status, 200);
}

#[tokio::test]
async fn a102_an_integer_is_judged_by_what_its_type_holds() {
    let site = Affordances::new(&UNTRUE).rate_limit(None);
    let app = Router::new().merge(site.pages()).with_state(());
    let client = serve(site.finish(app).unwrap()).await;
    let large = async |number: &str| {
        let call = format!(r#"{{"action":"large","input":{number}}}"#);
        let vnd = [("content-type", crate::support::VND)];
        client.send("POST", "/untrue/output", &vnd, call).await
    };
    // JSON Schema calls these integers, and so does the handler.
    for (number, is) in [("7", 7), ("7.0", 7), ("0.7e1", 7), ("-0", 0)] {
        assert_eq!(
            large(number).await.done().output,
            Some(json!(is)),
            "{number}"
        );
    }
    for (number, message) in [
        ("-1", "must be at least 0"),
        ("4294967296", "must be at most 4294967295"),
        ("18446744073709551616", "must be at most 4294967295"),
        ("1.5", "must be of type integer"),
    ] {
        let reply = large(number).await;
        assert_eq!(issues(&reply)[0], issue("", message), "{number}");
    }
}

/// A page of one's own.
#[page(route = "/mine", state = ())]
mod mine {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        subject: String,
    }

    #[load]
    pub(crate) async fn load(caller: Caller) -> Entities {
        let subject = caller.subject().to_owned();
        Entities { subject }
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(entities.subject.clone())
    }

    /// Do nothing.
    #[action(expose = "public")]
    pub(crate) async fn act(Input(size): Input<u32>) -> u32 {
        size
    }
}

site! {
    static MINE: () = { name: "Mine", auth: [bearer], pages: [mine] }
}

#[tokio::test]
async fn s07_a_load_that_demands_a_caller_asks_strangers_who_they_are() {
    let site = Affordances::new(&MINE).authenticate(fixture::Callers);
    let app = Router::new().merge(site.pages()).with_state(());
    let client = serve(site.finish(app).unwrap()).await;
    for reply in [
        client.graph_reply("/mine").await,
        client.call("/mine", "act", json!(1)).await,
    ] {
        reply.refused(401, "unauthorized");
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
    // The load runs after the input is judged.
    let reply = client.call("/mine", "act", json!(-1)).await;
    reply.refused(422, "invalid_input");
    for html in [
        client.html("/mine").await,
        client.form("/mine?action=act", "").await,
    ] {
        assert_eq!(
            (html.status.as_u16(), html.content_type()),
            (401, "text/html")
        );
    }
    let agent = client.bearer("token-a");
    assert_eq!(agent.graph("/mine").await.entities["subject"], "agent:a");
    agent.call("/mine", "act", json!(1)).await.done();
}
