//! A115-A126, A128: what a successful call says.

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use serde_json::{Value, json};

use crate::support::{Client, Reply, Shop, fixture, serve, start};

const TEE: &str = "/products/tee";

fn sku() -> Value {
    json!({ "sku": "TEE" })
}

fn members(reply: &Reply) -> Vec<String> {
    reply.value().as_object().unwrap().keys().cloned().collect()
}

#[tokio::test]
async fn a115_ok_is_true_exactly_on_success() {
    let agent = start(&Shop::with_stock(1)).await.bearer("token-a");
    let done = agent.call(TEE, "addToCart", sku()).await;
    assert_eq!(
        (done.status.as_u16(), &done.value()["ok"]),
        (200, &json!(true))
    );
    assert!(done.value().get("error").is_none());
    for reply in [
        agent.call(TEE, "dance", json!({})).await,
        agent.call(TEE, "addToCart", json!({})).await,
        agent.call(TEE, "buyOut", sku()).await,
        agent.call("/faults", "fail", json!({})).await,
    ] {
        assert_eq!(reply.value()["ok"], json!(false));
        assert!(reply.value().get("error").is_some());
    }
}

#[tokio::test]
async fn a116_declared_effects_are_told_even_where_equal() {
    let client = start(&Shop::with_stock(3)).await;
    let ada = client.person("ada");
    // She is signed in already: the value is what it was.
    let delta = ada
        .call("/", "signIn", json!({ "name": "ada" }))
        .await
        .done();
    assert_eq!(
        Value::Object(delta.changed.unwrap()),
        json!({ "visitor": { "signedIn": true } })
    );
    let delta = ada.call(TEE, "addToCart", sku()).await.done();
    assert_eq!(
        Value::Object(delta.changed.unwrap()),
        json!({ "cart": { "quantity": 1 } })
    );
    let delta = ada.confirm(TEE, "buyOut", sku()).await.done();
    assert_eq!(
        Value::Object(delta.changed.unwrap()),
        json!({
            "cart": { "quantity": 2 },
            "product": { "slug": "tee", "name": "The tee", "stock": 0 },
        })
    );
}

#[tokio::test]
async fn a117_without_effects_whatever_differs_is_told() {
    let shop = Shop::default();
    let agent = start(&shop).await.bearer("token-a");
    // `clock` counts runs; `address` stays as it is.
    let delta = agent
        .call("/faults", "rarely", json!({ "query": "q" }))
        .await
        .done();
    assert_eq!(Value::Object(delta.changed.unwrap()), json!({ "clock": 1 }));
}

#[tokio::test]
async fn a118_a121_a124_what_does_not_apply_is_absent() {
    let shop = Shop::default();
    let client = start(&shop).await;
    // Neither effects, nor a difference, nor output.
    let reply = client.call("/faults", "idle", json!({})).await;
    assert_eq!(members(&reply), ["ok"]);
    // A read-only action has its output alone.
    let reply = client
        .call("/faults", "search", json!({ "query": "q" }))
        .await;
    assert_eq!(members(&reply), ["ok", "output"]);
    // It runs, and what this page shows stays as it is.
    let agent = client.bearer("token-a");
    let coupon = json!({ "kind": "percent", "code": "TEN" });
    let reply = agent.call("/cart", "applyCoupon", coupon).await;
    assert_eq!(members(&reply), ["ok"]);
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a119_what_changed_is_what_a_get_shows() {
    let client = start(&Shop::with_stock(3)).await;
    for client in [client.person("ada"), client.bearer("token-b")] {
        for action in ["addToCart", "addToCart", "buyOut"] {
            let reply = client.confirm(TEE, action, sku()).await;
            if reply.status == 409 {
                continue; // the other one has bought it out
            }
            let changed = reply.done().changed.unwrap();
            let graph = client.graph(TEE).await;
            for (key, value) in changed {
                assert_eq!(graph.entities[&key], value, "{action}: {key}");
            }
        }
    }
}

#[tokio::test]
async fn a120_the_output_is_what_the_action_returned_and_fits_its_schema() {
    let client = start(&Shop::with_stock(3)).await;
    let agent = client.bearer("token-a");
    let schema = async |path: &str, name: &str| {
        let graph = agent.graph(path).await;
        let action = graph.actions.into_iter().find(|a| a.name == name).unwrap();
        action.output.unwrap()
    };
    let input = json!({ "sku": "TEE", "quantity": 3 });
    let added = agent
        .call(TEE, "addToCart", input)
        .await
        .done()
        .output
        .unwrap();
    assert_eq!(added, json!({ "quantity": 3 }));
    assert!(jsonschema::is_valid(
        &json!(schema(TEE, "addToCart").await),
        &added
    ));
    let found = agent
        .call("/faults", "search", json!({ "query": "q" }))
        .await;
    let found = found.done().output.unwrap();
    assert_eq!(found, json!(["q"]));
    assert!(jsonschema::is_valid(
        &json!(schema("/faults", "search").await),
        &found
    ));
    let ordered = agent.confirm("/cart", "checkout", json!({})).await.done();
    let ordered = ordered.output.unwrap();
    assert_eq!(ordered, json!(3));
    assert!(jsonschema::is_valid(
        &json!(schema("/cart", "checkout").await),
        &ordered
    ));
}

#[tokio::test]
async fn a122_a_flip_is_told_with_the_new_descriptor() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    let delta = agent.confirm(TEE, "buyOut", sku()).await.done();
    let after = agent.graph(TEE).await;
    // `discontinue` has not flipped.
    let names: Vec<_> = delta
        .actions_added
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    assert_eq!(names, ["addToCart", "buyOut"]);
    for added in &delta.actions_added {
        assert!(!added.available);
        assert_eq!(added.reason.as_deref(), Some("Sold out"));
        let shown = after.actions.iter().find(|a| a.name == added.name).unwrap();
        assert_eq!(added, shown);
    }
    assert!(delta.actions_removed.is_empty());
    // And on the cart's page, from available to not.
    let delta = agent.confirm("/cart", "checkout", json!({})).await.done();
    let flipped: Vec<_> = delta
        .actions_added
        .iter()
        .map(|a| (a.name.as_str(), a.available, a.reason.as_deref()))
        .collect();
    assert_eq!(flipped, [("checkout", false, Some("The cart is empty"))]);
}

#[tokio::test]
async fn a124_a_list_that_stays_is_not_told() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    let reply = agent.call(TEE, "addToCart", sku()).await;
    assert_eq!(members(&reply), ["changed", "message", "ok", "output"]);
}

#[tokio::test]
async fn a125_a_redirect_is_a_path_that_can_be_requested() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    agent.call(TEE, "addToCart", sku()).await.done();
    let redirect = agent
        .confirm("/cart", "checkout", json!({}))
        .await
        .done()
        .redirect;
    assert_eq!(redirect.as_deref(), Some("/"));
    assert_eq!(agent.graph_reply("/").await.status, 200);
}

#[tokio::test]
async fn a126_a_message_is_one_short_sentence() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    for (path, action, message) in [
        (TEE, "addToCart", "Added to the cart"),
        ("/cart", "checkout", "Ordered"),
        (TEE, "discontinue", "Gone"),
    ] {
        let input = if path == TEE && action == "addToCart" {
            sku()
        } else {
            json!({})
        };
        let delta = agent.confirm(path, action, input).await.done();
        assert_eq!(delta.message.as_deref(), Some(message));
    }
}

#[tokio::test]
async fn s13_who_has_signed_in_is_the_caller_of_the_answer() {
    let client = start(&Shop::default()).await;
    let reply = client.call("/", "signIn", json!({ "name": "ada" })).await;
    let delta = reply.done();
    assert_eq!(
        Value::Object(delta.changed.unwrap()),
        json!({ "visitor": { "signedIn": true } })
    );
    let cookie = "session=ada; HttpOnly; SameSite=Lax";
    assert_eq!(reply.header("set-cookie"), cookie);
    let stranger = client.graph("/").await;
    assert_eq!(stranger.entities["visitor"]["signedIn"], false);
    let ada = client.cookie("ada").graph("/").await;
    assert_eq!(ada.entities["visitor"]["signedIn"], true);
}

/// A club whose secretary knows of one more action.
#[page(route = "/club", state = ())]
mod club {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        me: Option<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    pub(crate) struct As {
        who: String,
    }

    #[load]
    pub(crate) async fn load(caller: Option<Caller>) -> Entities {
        Entities {
            me: caller.map(|caller| caller.subject().to_owned()),
        }
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(format!("{:?}", entities.me))
    }

    /// Go on under another name.
    #[action(expose = "public")]
    pub(crate) async fn become_(Input(As { who }): Input<As>) -> Outcome<()> {
        let cookies = [("set-cookie", "a=1"), ("set-cookie", "b=2"), ("vary", "X")];
        Outcome::new(())
            .acting_as(Caller::new(who))
            .with(axum::response::AppendHeaders(cookies))
    }

    /// Go on as nobody.
    #[action(expose = "public")]
    pub(crate) async fn sign_out() -> Outcome<()> {
        Outcome::new(()).signed_out()
    }

    /// Say something.
    #[action(expose = "session")]
    pub(crate) async fn speak() {}

    /// Read the minutes.
    #[action(expose = "session", visible_to = is_secretary)]
    pub(crate) async fn minutes() {}

    fn is_secretary(caller: Option<&Caller>) -> bool {
        caller.is_some_and(|caller| caller.subject() == "person:ada")
    }

    /// Close the books.
    #[action]
    pub(crate) async fn close() {}

    /// Go somewhere.
    #[action(expose = "public")]
    pub(crate) async fn leave(Input(to): Input<String>) -> Outcome<()> {
        Outcome::new(()).redirect(to)
    }
}

site! {
    static CLUB: () = { name: "The club", auth: [cookie], pages: [club] }
}

async fn club() -> Client {
    let site = Affordances::new(&CLUB)
        .origin(crate::support::ORIGIN)
        .authenticate(fixture::Callers);
    let app = Router::new().merge(site.pages()).with_state(());
    serve(site.finish(app).unwrap()).await
}

#[tokio::test]
async fn a119_who_signs_out_is_answered_as_a_stranger() {
    let client = club().await.person("ada");
    let delta = client.call("/club", "signOut", json!({})).await.done();
    assert_eq!(delta.changed.unwrap()["me"], Value::Null);
    let speak = delta.actions_added.iter().find(|a| a.name == "speak");
    assert!(!speak.unwrap().available);
    assert_eq!(delta.actions_removed, ["minutes"]);
}

#[tokio::test]
async fn a122_a128_availability_is_the_new_callers_and_nothing_else_shows() {
    let client = club().await;
    let told = async |client: &Client, who: &str| {
        let reply = client.call("/club", "become", json!({ "who": who })).await;
        let delta = reply.done();
        assert!(!reply.text().contains("close"));
        let added: Vec<(String, bool)> = delta
            .actions_added
            .into_iter()
            .map(|a| (a.name, a.available))
            .collect();
        (
            added,
            delta.actions_removed,
            delta.changed.unwrap()["me"].clone(),
        )
    };
    let yes = |name: &str| (name.to_owned(), true);
    // A stranger becomes the secretary, or somebody else.
    let (added, removed, me) = told(&client, "person:ada").await;
    assert_eq!(added, [yes("minutes"), yes("speak")]);
    assert_eq!((removed, me), (vec![], json!("person:ada")));
    let (added, removed, me) = told(&client, "person:bob").await;
    assert_eq!(added, [yes("speak")]);
    assert_eq!((removed, me), (vec![], json!("person:bob")));
    // A123: what vanishes is named; nothing is both removed and added.
    let (added, removed, _) = told(&client.person("ada"), "person:bob").await;
    assert_eq!((added, removed), (vec![], vec!["minutes".to_owned()]));
}

#[tokio::test]
async fn a02_headers_of_the_action_are_added_and_the_protocols_stay() {
    let client = club().await;
    let reply = client.call("/club", "become", json!({ "who": "x" })).await;
    let cookies: Vec<_> = reply.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies, ["a=1", "b=2"]);
    assert_eq!(reply.header("vary"), "Accept");
    assert_eq!(reply.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn a125_a_redirect_never_leaves_the_site() {
    let client = club().await;
    for away in [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "evil",
        "",
        "/a b",
        "/a\r\nset-cookie: x=1",
        "javascript:alert(1)",
        "/\u{e9}",
    ] {
        let reply = client.call("/club", "leave", json!(away)).await;
        assert_eq!(members(&reply), ["ok"], "{away:?}");
    }
    let reply = client.call("/club", "leave", json!("/club?x=1#y")).await;
    assert_eq!(reply.done().redirect.as_deref(), Some("/club?x=1#y"));
}
