//! A54-A56, A58-A64, A66-A77: what a graph says.

use std::collections::BTreeSet;

use affordances::Affordances;
use affordances::prelude::*;
use affordances::protocol::{ActionDescriptor, Graph};
use axum::Router;
use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Client, Shop, serve, start};

const TEE: &str = "/products/tee";
/// A concrete path of every route of the fixture.
const PAGES: [&str; 4] = ["/", TEE, "/cart", "/faults/a/b"];

fn names(graph: &Graph) -> Vec<&str> {
    graph.actions.iter().map(|a| a.name.as_str()).collect()
}

#[track_caller]
fn action<'g>(graph: &'g Graph, name: &str) -> &'g ActionDescriptor {
    graph.actions.iter().find(|a| a.name == name).unwrap()
}

fn standing(graph: &Graph, name: &str) -> (bool, Option<String>) {
    let action = action(graph, name);
    (action.available, action.reason.clone())
}

/// Everybody who may ask.
fn everybody(client: &Client) -> [Client; 5] {
    [
        client.clone(),
        client.cookie("ada"),
        client.cookie("bob"),
        client.bearer("token-a"),
        client.bearer("token-b"),
    ]
}

#[tokio::test]
async fn a54_a55_a56_the_head_of_a_graph() {
    let client = start(&Shop::with_stock(3)).await;
    let index: Value = client
        .send("GET", "/.well-known/affordances.json", &[], Body::empty())
        .await
        .json();
    let published: BTreeSet<&str> = index["routes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|route| route["route"].as_str().unwrap())
        .collect();
    for (path, route, entities) in [
        ("/", "/", vec!["visitor"]),
        (TEE, "/products/[slug]", vec!["cart", "product"]),
        (
            "/products/a%20b",
            "/products/[slug]",
            vec!["cart", "product"],
        ),
        ("/cart", "/cart", vec!["cart"]),
        ("/faults", "/faults/[[...rest]]", vec!["address", "clock"]),
        (
            "/faults/a/b",
            "/faults/[[...rest]]",
            vec!["address", "clock"],
        ),
    ] {
        let graph = client.graph_reply(path).await.value();
        assert_eq!(graph["v"], json!("0"), "{path}");
        assert_eq!(graph["page"], path);
        assert_eq!(graph["route"], route, "{path}");
        assert!(published.contains(route), "{route}");
        let keys: Vec<_> = graph["entities"].as_object().unwrap().keys().collect();
        assert_eq!(keys, entities, "{path}");
    }
}

#[tokio::test]
async fn a58_a61_exposed_actions_are_listed_and_no_others() {
    let client = start(&Shop::with_stock(3)).await;
    for client in everybody(&client) {
        assert_eq!(names(&client.graph("/").await), ["signIn"]);
        let tee = client.graph(TEE).await;
        assert_eq!(names(&tee), ["addToCart", "buyOut", "discontinue"]);
        let cart = client.graph("/cart").await;
        assert_eq!(names(&cart), ["applyCoupon", "checkout"]);
        for path in PAGES {
            let text = client.graph_reply(path).await.text();
            assert!(!text.contains("\"secret\"") && !text.contains("Staff code"));
        }
    }
}

#[tokio::test]
async fn a58_a_hidden_action_is_listed_for_those_who_may_know() {
    let client = start(&Shop::default()).await;
    for (client, knows) in [
        (client.clone(), false),
        (client.cookie("ada"), true),
        (client.cookie("bob"), false),
        (client.bearer("token-a"), false),
    ] {
        let graph = client.graph_reply("/faults").await;
        assert_eq!(names(&graph.json()).contains(&"hidden"), knows);
        assert_eq!(graph.text().contains("For those who may know"), knows);
    }
}

#[tokio::test]
async fn a59_a60_availability_and_reason_go_together() {
    for stock in [0, 3] {
        let client = start(&Shop::with_stock(stock)).await;
        for client in everybody(&client) {
            for path in PAGES {
                for action in client.graph(path).await.actions {
                    match (action.available, action.reason.as_deref()) {
                        (true, None) => {}
                        (false, Some(reason)) => assert!(!reason.trim().is_empty()),
                        odd => panic!("{path} {}: {odd:?}", action.name),
                    }
                }
            }
        }
        let graph = client.bearer("token-a").graph(TEE).await;
        let sold_out = (false, Some("Sold out".to_owned()));
        let expected = if stock > 0 { (true, None) } else { sold_out };
        assert_eq!(standing(&graph, "addToCart"), expected);
        assert_eq!(standing(&graph, "buyOut"), expected);
        assert_eq!(standing(&graph, "discontinue"), (true, None));
        let text = client.bearer("token-a").graph_reply("/").await.text();
        assert!(!text.contains("reason"), "absent, not null: {text}");
    }
}

#[tokio::test]
async fn a62_a_stranger_sees_what_signing_in_would_open() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let sign_in = (false, Some("Sign in to use this action".to_owned()));
    let tee = client.graph(TEE).await;
    for action in ["addToCart", "buyOut", "discontinue"] {
        assert_eq!(standing(&tee, action), sign_in, "{action}");
    }
    let faults = client.graph("/faults").await;
    assert_eq!(standing(&faults, "search"), (true, None));
    assert_eq!(standing(&faults, "rarely"), sign_in);
    assert_eq!(standing(&faults, "scoped"), sign_in);
    // No guard was asked for somebody who is not admitted.
    assert_eq!(shop.counts().1, 0);
    // An invalid cookie is nobody; a scope is named.
    let expired = client.cookie("expired").graph(TEE).await;
    assert_eq!(standing(&expired, "addToCart"), sign_in);
    let scoped = client.bearer("token-b").graph("/faults").await;
    let missing = "This needs a credential with the scope `faults:write`".to_owned();
    assert_eq!(standing(&scoped, "scoped"), (false, Some(missing)));
    let scoped = client.bearer("token-a").graph("/faults").await;
    assert_eq!(standing(&scoped, "scoped"), (true, None));
}

#[tokio::test]
async fn a63_availability_is_the_requesters() {
    let client = start(&Shop::with_stock(3)).await;
    let (ada, bob) = (client.person("ada"), client.person("bob"));
    ada.call(TEE, "addToCart", json!({ "sku": "TEE" }))
        .await
        .done();
    assert_eq!(
        standing(&ada.graph("/cart").await, "checkout"),
        (true, None)
    );
    let empty = (false, Some("The cart is empty".to_owned()));
    assert_eq!(standing(&bob.graph("/cart").await, "checkout"), empty);
    assert_eq!(ada.graph("/cart").await.entities["cart"]["quantity"], 1);
    assert_eq!(bob.graph("/cart").await.entities["cart"]["quantity"], 0);
}

#[tokio::test]
async fn a64_a66_a67_a68_a69_descriptors_are_sound() {
    let client = start(&Shop::with_stock(3)).await;
    for path in PAGES {
        let graph = client.cookie("ada").graph_reply(path).await.value();
        let actions = graph["actions"].as_array().unwrap();
        let names: BTreeSet<_> = actions.iter().map(|a| a["name"].as_str()).collect();
        assert_eq!(names.len(), actions.len(), "{path}");
        for action in actions {
            let name = &action["name"];
            for schema in [Some(&action["input"]), action.get("output")]
                .into_iter()
                .flatten()
            {
                jsonschema::draft202012::meta::validate(schema)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_local_refs(schema);
            }
            let expose = action["expose"].as_str().unwrap();
            assert!(["public", "session", "confirm"].contains(&expose), "{name}");
            assert!(
                !action["description"].as_str().unwrap().is_empty(),
                "{name}"
            );
            for effect in action["effects"].as_array().into_iter().flatten() {
                let key = effect.as_str().unwrap();
                assert!(graph["entities"].get(key).is_some(), "{name} {key}");
            }
        }
    }
    let tee = client.graph(TEE).await;
    let added = action(&tee, "addToCart");
    assert_eq!(added.effects.as_deref(), Some(&["cart".to_owned()][..]));
    assert_eq!(added.guard.as_deref(), Some("the product is in stock"));
    assert_eq!(
        added.output.as_ref().unwrap()["required"],
        json!(["quantity"])
    );
    let gone = action(&tee, "discontinue");
    assert_eq!(
        (&gone.effects, &gone.guard, &gone.output),
        (&None, &None, &None)
    );
}

fn assert_local_refs(schema: &Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                if key == "$ref" {
                    assert!(value.as_str().unwrap().starts_with('#'), "{value}");
                }
                assert_local_refs(value);
            }
        }
        Value::Array(items) => items.iter().for_each(assert_local_refs),
        _ => {}
    }
}

#[tokio::test]
async fn a70_a_read_only_action_changes_nothing() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let before = client.graph_reply("/faults").await;
    assert!(action(&before.json(), "search").read_only);
    assert!(!action(&before.json(), "idle").read_only);
    let delta = client
        .call("/faults", "search", json!({ "query": "tee" }))
        .await
        .done();
    assert_eq!(delta.output, Some(json!(["tee"])));
    assert_eq!(delta.changed, None);
    assert_eq!(client.graph_reply("/faults").await.body, before.body);
}

#[tokio::test]
async fn a71_a72_links_lead_somewhere() {
    let client = start(&Shop::with_stock(3)).await;
    let graph = client.graph_reply("/").await.value();
    assert_eq!(
        graph["nav"],
        json!([
            { "to": "/cart", "label": "Your cart", "when": "after adding something" },
            { "to": "/products/tee" },
        ])
    );
    for link in graph["nav"].as_array().unwrap() {
        let to = link["to"].as_str().unwrap();
        assert_eq!(client.graph_reply(to).await.status, 200, "{to}");
        assert_eq!(client.html(to).await.status, 200, "{to}");
    }
    assert!(graph.get("md").is_none());
    let cart = client.graph_reply("/cart").await.value();
    assert_eq!(cart["md"], "0 in your cart");
    assert!(cart.get("nav").is_none());
}

#[tokio::test]
async fn a73_graphs_of_the_fixture_stay_small() {
    let client = start(&Shop::with_stock(3)).await;
    for path in PAGES {
        let size = client.cookie("ada").graph_reply(path).await.body.len();
        assert!(size < 8 * 1024, "{path}: {size} bytes");
    }
}

/// Every row there is, summarised.
#[page(route = "/rows", state = Rows)]
mod rows {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        rows: Summary,
    }

    #[derive(Serialize)]
    pub(crate) struct Summary {
        count: usize,
        first: Vec<String>,
    }

    #[load]
    pub(crate) async fn load(State(rows): State<Rows>) -> Entities {
        let first = rows.0.iter().take(10).cloned().collect();
        let count = rows.0.len();
        Entities {
            rows: Summary { count, first },
        }
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(format!(
            "{} rows, first {:?}",
            entities.rows.count, entities.rows.first
        ))
    }
}

#[derive(Clone)]
struct Rows(std::sync::Arc<Vec<String>>);

site! {
    static ROWS: Rows = { name: "Rows", auth: [], pages: [rows] }
}

#[tokio::test]
async fn a74_a_large_collection_is_summarised() {
    let all: Vec<String> = (0..10_000).map(|n| format!("row number {n}")).collect();
    let site = Affordances::new(&ROWS);
    let app = Router::new()
        .merge(site.pages())
        .with_state(Rows(all.into()));
    let client = serve(site.finish(app).unwrap()).await;
    let graph = client.graph_reply("/rows").await;
    assert!(graph.body.len() < 8 * 1024);
    let rows = &graph.value()["entities"]["rows"];
    assert_eq!(rows["count"], 10_000);
    assert_eq!(rows["first"].as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn a75_reading_is_safe() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for client in everybody(&client) {
        for path in PAGES {
            let first = client.graph_reply(path).await;
            client.html(path).await;
            let second = client.graph_reply(path).await;
            assert_eq!(first.body, second.body, "{path}");
        }
    }
    assert_eq!(shop.runs(), 0);
    assert_eq!(*shop.0.stock.lock().unwrap(), 3);
    assert!(shop.0.carts.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a76_a_missing_resource_is_missing_for_everybody() {
    let client = start(&Shop::with_stock(3)).await;
    for client in everybody(&client) {
        let graph = client.graph_reply("/products/missing").await;
        graph.refused(404, "not_found");
        let html = client.html("/products/missing").await;
        assert_eq!(
            (html.status.as_u16(), html.content_type()),
            (404, "text/html")
        );
        let agent = client.with("origin", crate::support::ORIGIN);
        let call = agent
            .call("/products/missing", "discontinue", json!({}))
            .await;
        let code = call.delta().error.unwrap().code.as_str();
        assert!(["not_found", "unauthorized"].contains(&code));
    }
}

#[tokio::test]
async fn a77_no_url_carries_personal_data() {
    let client = start(&Shop::with_stock(3)).await;
    let personal = ["ada", "person:", "agent:", "token", "@"];
    let innocent = |url: &str| {
        let found = personal.iter().find(|word| url.contains(**word));
        assert_eq!(found, None, "{url}");
    };
    let ada = client.person("ada");
    for path in PAGES {
        let graph = ada.graph(path).await;
        innocent(&graph.page);
        for link in graph.nav {
            innocent(&link.to);
        }
    }
    ada.call(TEE, "addToCart", json!({ "sku": "TEE" }))
        .await
        .done();
    let delta = ada.confirm("/cart", "checkout", json!({})).await.done();
    innocent(&delta.redirect.unwrap());
    let delta = ada.call(TEE, "discontinue", json!({})).await.done();
    innocent(&delta.redirect.unwrap());
}
