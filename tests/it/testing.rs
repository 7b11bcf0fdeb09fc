//! The in-process agent that apps test themselves with.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};

use affordances::Affordances;
use affordances::prelude::*;
use affordances::testing::Agent;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, header};
use futures_util::FutureExt as _;
use serde_json::json;

use crate::support::{ORIGIN, Shop, fixture};

fn agent(shop: &Shop) -> Agent {
    Agent::new(fixture::app(&fixture::site(), shop.clone()))
}

/// The text of the panic that a future ends with.
async fn panics(future: impl Future) -> String {
    let Err(payload) = AssertUnwindSafe(future).catch_unwind().await else {
        panic!("it did not fail the test");
    };
    let text = payload.downcast_ref::<String>().cloned();
    text.unwrap_or_else(|| (*payload.downcast_ref::<&str>().unwrap()).to_owned())
}

#[tokio::test]
async fn an_agent_reads_and_calls() {
    let shop = Shop::with_stock(3);
    let mut agent = agent(&shop).bearer("token-a");
    let graph = agent.get("/products/tee").await.graph();
    assert!(graph.action("addToCart").unwrap().available);
    assert!(graph.action("secret").is_none());
    let delta = agent
        .call(
            "/products/tee",
            "addToCart",
            json!({ "sku": "TEE", "quantity": 2 }),
        )
        .await
        .done();
    assert_eq!(delta.changed.unwrap()["cart"]["quantity"], 2);
    let html = agent.html("/products/tee").await;
    assert!(html.text().contains("2 in your cart"));
    let refused = agent.call("/products/tee", "addToCart", json!({})).await;
    assert_eq!(refused.status(), 422);
    refused.refused("invalid_input");
}

#[tokio::test]
async fn an_agent_keeps_and_drops_cookies() {
    let shop = Shop::with_stock(3);
    let mut agent = agent(&shop).origin(ORIGIN);
    let signed_in = async |agent: &mut Agent| {
        let graph = agent.get("/").await.graph();
        graph.entities["visitor"]["signedIn"].as_bool().unwrap()
    };
    assert!(!signed_in(&mut agent).await);
    agent
        .call("/", "signIn", json!({ "name": "ada" }))
        .await
        .done();
    assert!(signed_in(&mut agent).await);
    let sku = json!({ "sku": "TEE" });
    agent.call("/products/tee", "addToCart", sku).await.done();
    assert_eq!(shop.0.carts.lock().unwrap()["person:ada"], 1);
    for gone in [
        "Max-Age=0",
        "Max-Age=-1",
        "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    ] {
        let app = Router::new().route(
            "/",
            axum::routing::get(move |headers: axum::http::HeaderMap| async move {
                let had = headers.contains_key("cookie").to_string();
                ([("set-cookie", format!("session=; Path=/; {gone}"))], had)
            }),
        );
        let mut agent = Agent::new(app).cookie("session", "ada");
        assert_eq!(agent.html("/").await.text(), "true");
        assert_eq!(agent.html("/").await.text(), "false", "{gone}");
    }
}

#[tokio::test]
async fn confirm_gives_the_summary_that_a_person_approves() {
    let shop = Shop::with_stock(3);
    let mut agent = agent(&shop).bearer("token-a");
    let input = json!({ "sku": "TEE", "quantity": 2 });
    let reply = agent.confirm("/products/tee", "buyOut", input).await;
    assert_eq!(reply.summary(), Some("Buy 2 of TEE out"));
    reply.done();
    assert_eq!(shop.runs(), 1);
    // An action that asks for nothing has no summary: the test is wrong.
    let input = json!({ "query": "q" });
    let text = panics(agent.confirm("/faults", "search", input)).await;
    assert!(text.contains("confirm_required"), "{text}");
}

#[tokio::test]
async fn wrong_expectations_fail_the_test_and_say_why() {
    let shop = Shop::with_stock(0);
    let mut agent = agent(&shop).bearer("token-a");
    let sold_out = agent
        .call("/products/tee", "addToCart", json!({ "sku": "TEE" }))
        .await;
    let text = panics(async { sold_out.done() }).await;
    assert!(
        text.contains("POST /products/tee") && text.contains("Sold out"),
        "{text}"
    );
    let html = agent.html("/products/tee").await;
    let text = panics(async { html.graph() }).await;
    assert!(text.contains("without an Affordances document"), "{text}");
    let missing = agent.get("/products/missing").await;
    panics(async { missing.graph() }).await;
    missing.refused("not_found");
    let text = panics(async { missing.refused("internal") }).await;
    assert!(text.contains("GET /products/missing"), "{text}");
}

#[derive(Clone, Default)]
struct Counters(Arc<Mutex<[u32; 3]>>);

impl Counters {
    /// Adds without asking for a token, as a store that has none would.
    fn bump(&self, number: usize) {
        self.0.lock().unwrap()[number] += 1;
    }
}

/// Actions that say one thing and do another.
#[page(route = "/liar", state = Counters)]
mod liar {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        apples: u32,
        pears: Pears,
        #[entity(volatile)]
        clock: u32,
    }

    #[derive(Serialize)]
    pub(crate) struct Pears(u32);

    #[load]
    pub(crate) async fn load(State(counters): State<Counters>) -> Entities {
        counters.bump(2);
        let [apples, pears, clock] = *counters.0.lock().unwrap();
        Entities {
            apples,
            pears: Pears(pears),
            clock,
        }
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(format!("{} {}", entities.apples, entities.clock))
    }

    /// Change pears, as declared.
    #[action(expose = "public", effects = [pears])]
    pub(crate) async fn honest(State(counters): State<Counters>, _: &Write<Pears>) {
        counters.bump(1);
    }

    /// Change apples too.
    #[action(expose = "public", effects = [pears])]
    pub(crate) async fn greedy(State(counters): State<Counters>, _: &Write<Pears>) {
        counters.bump(0);
        counters.bump(1);
    }

    /// Change something after all.
    #[action(expose = "public", read_only)]
    pub(crate) async fn sly(State(counters): State<Counters>) {
        counters.bump(1);
    }

    /// Change nothing, and say so.
    #[action(expose = "public", effects = [])]
    pub(crate) async fn none(State(counters): State<Counters>) {
        counters.bump(1);
    }

    /// Declare nothing.
    #[action(expose = "public")]
    pub(crate) async fn undeclared(State(counters): State<Counters>) {
        counters.bump(0);
    }
}

site! {
    static LIARS: Counters = { name: "Liars", auth: [], pages: [liar] }
}

fn liars() -> Agent {
    let site = Affordances::new(&LIARS);
    let app = Router::new()
        .merge(site.pages())
        .with_state(Counters::default());
    Agent::new(site.finish(app).unwrap())
}

#[tokio::test]
async fn the_audit_fails_a_wrong_action_by_name() {
    let mut agent = liars();
    for honest in ["honest", "undeclared"] {
        agent.call("/liar", honest, json!({})).await.done();
    }
    for (action, entity) in [("greedy", "apples"), ("sly", "pears"), ("none", "pears")] {
        let text = panics(agent.call("/liar", action, json!({}))).await;
        assert_eq!(
            text,
            format!(
                "action `{action}` of page `liar` changed the entity `{entity}`, \
                 which is not among its effects"
            )
        );
        // It blames nobody else for it.
        agent.call("/liar", "honest", json!({})).await.done();
    }
    let mut unaudited = liars().without_audit();
    unaudited.call("/liar", "greedy", json!({})).await.done();
}

#[tokio::test]
async fn the_audit_watches_forms_too() {
    let mut agent = liars();
    let text = panics(agent.send(
        Method::POST,
        "/liar?action=greedy",
        [(header::CONTENT_TYPE, "application/x-www-form-urlencoded")],
        Body::empty(),
    ))
    .await;
    assert!(
        text.contains("`greedy`") && text.contains("`apples`"),
        "{text}"
    );
}

#[tokio::test]
async fn s04_no_effects_means_no_changed() {
    let mut agent = liars().without_audit();
    for action in ["sly", "none"] {
        let delta = agent.call("/liar", action, json!({})).await.done();
        assert_eq!(delta.changed, None, "{action}");
    }
    // Whatever differs counts where nothing is declared, a clock included.
    let delta = agent.call("/liar", "undeclared", json!({})).await.done();
    let keys: Vec<_> = delta.changed.unwrap().keys().cloned().collect();
    assert_eq!(keys, ["apples", "clock"]);
}
