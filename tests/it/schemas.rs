//! A145: the check that every document of the whole run passes is one that
//! unsound documents do not pass.

use std::collections::BTreeMap;

use affordances::protocol::ErrorCode;
use serde_json::{Value, json};

use crate::support::{Shop, spec, start};

/// Real documents, as a server has sent them.
struct Documents {
    graph: Value,
    index: Value,
    done: Value,
    redirected: Value,
    invalid: Value,
    unavailable: Value,
}

async fn documents() -> Documents {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let index = client
        .send("GET", "/.well-known/affordances.json", &[], "")
        .await;
    let graph = client.graph_reply("/products/tee").await;
    let add = json!({ "sku": "TEE", "quantity": 2 });
    let done = agent.call("/products/tee", "addToCart", add).await;
    let redirected = agent.confirm("/cart", "checkout", json!({})).await;
    let invalid = agent
        .call("/products/tee", "addToCart", json!({ "quantity": 0 }))
        .await;
    let unavailable = agent.call("/cart", "checkout", json!({})).await;
    Documents {
        graph: graph.value(),
        index: index.value(),
        done: done.value(),
        redirected: redirected.value(),
        invalid: invalid.value(),
        unavailable: unavailable.value(),
    }
}

#[tokio::test]
async fn a145_sound_documents_pass() {
    let real = documents().await;
    for (kind, document) in [
        ("graph", &real.graph),
        ("site-index", &real.index),
        ("delta", &real.done),
        ("delta", &real.redirected),
        ("delta", &real.invalid),
        ("delta", &real.unavailable),
    ] {
        assert_eq!(spec::faults(kind, document), [""; 0], "{document:#}");
    }
    // What the mutations below start from is there.
    assert_eq!(real.graph["actions"][0]["available"], false);
    assert_eq!(real.graph["actions"][0]["effects"], json!(["cart"]));
    assert_eq!(real.done["output"], json!({ "quantity": 2 }));
    assert_eq!(real.redirected["redirect"], "/");
    assert_eq!(real.invalid["error"]["code"], "invalid_input");
    assert_eq!(real.unavailable["error"]["code"], "unavailable");
}

#[tokio::test]
async fn a141_a145_members_that_nobody_knows_yet_pass() {
    let real = documents().await;
    for (kind, document, places) in [
        ("graph", real.graph, &["", "/actions/0"][..]),
        (
            "site-index",
            real.index,
            &["", "/routes/1", "/routes/1/actions/0"],
        ),
        ("delta", real.invalid, &["", "/error", "/error/issues/0"]),
    ] {
        for place in places {
            let mut extended = document.clone();
            let members = extended.pointer_mut(place).unwrap();
            members["fromTheFuture"] = json!({ "v": 1 });
            assert_eq!(spec::faults(kind, &extended), [""; 0], "{place}");
        }
    }
}

/// Sets the member at this pointer, or takes it away.
fn mutated(document: &Value, pointer: &str, value: Option<Value>) -> Value {
    let mut mutated = document.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = mutated.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Array(items), Some(value)) if name == "-" => items.push(value),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Object(members), Some(value)) => {
            members.insert(name.to_owned(), value);
        }
        (Value::Object(members), None) => {
            assert!(members.remove(name).is_some(), "{pointer} is not there");
        }
        _ => panic!("{pointer} leads nowhere"),
    }
    assert_ne!(mutated, *document, "{pointer} changes nothing");
    mutated
}

#[track_caller]
fn all_fail(kind: &str, document: &Value, mutations: Vec<(&str, Option<Value>)>) {
    for (pointer, value) in mutations {
        let broken = mutated(document, pointer, value.clone());
        let faults = spec::faults(kind, &broken);
        assert!(!faults.is_empty(), "{kind} {pointer} {value:?} passes");
    }
}

#[tokio::test]
async fn a54_to_a72_a145_broken_graphs_fail() {
    let graph = documents().await.graph;
    let first = &graph["actions"][0];
    let mut available = first.clone();
    available["available"] = json!(true);
    available.as_object_mut().unwrap().remove("reason");
    let with = |member: &str, value: Value| {
        let mut action = available.clone();
        action[member] = value;
        action
    };
    all_fail(
        "graph",
        &graph,
        vec![
            ("/v", Some(json!("1"))),
            ("/v", Some(json!(0))),
            ("/v", None),
            ("/page", None),
            ("/page", Some(json!("products/tee"))),
            ("/page", Some(json!("/products/tee?affordances=1"))),
            ("/route", Some(json!("/products/{slug}"))),
            ("/route", Some(json!("products/[slug]"))),
            ("/entities", Some(json!([]))),
            ("/entities", None),
            ("/actions", None),
            ("/actions", Some(json!({}))),
            ("/actions/0/reason", None),
            ("/actions/0/reason", Some(json!(""))),
            ("/actions/0/available", None),
            ("/actions/0/available", Some(json!(true))),
            ("/actions/0/available", Some(json!("no"))),
            ("/actions/0", Some(with("reason", json!("Sold out")))),
            ("/actions/0", Some(with("reason", Value::Null))),
            ("/actions/0", Some(with("guard", Value::Null))),
            ("/actions/0/name", None),
            ("/actions/0/name", Some(json!("add to cart"))),
            ("/actions/0/description", Some(json!(" "))),
            ("/actions/0/expose", None),
            ("/actions/0/expose", Some(json!("private"))),
            ("/actions/0/input", None),
            ("/actions/0/input", Some(json!({ "type": "integre" }))),
            (
                "/actions/0/input",
                Some(json!({ "$ref": "https://evil.example/schema" })),
            ),
            ("/actions/0/output", Some(Value::Null)),
            ("/actions/0/effects", Some(json!(["basket"]))),
            ("/actions/0/effects", Some(json!(["cart", "cart"]))),
            ("/actions/0/effects", Some(json!("cart"))),
            ("/actions/0", Some(with("readOnly", json!(true)))),
            ("/actions/-", Some(first.clone())),
            ("/nav", Some(json!([{ "label": "Cart" }]))),
            ("/nav", Some(json!([{ "to": "/cart", "label": null }]))),
            ("/md", Some(Value::Null)),
        ],
    );
    assert_eq!(
        spec::faults("graph", &mutated(&graph, "/actions/0", Some(available))),
        [""; 0]
    );
}

#[tokio::test]
async fn a101_to_a126_a145_broken_deltas_fail() {
    let real = documents().await;
    let descriptor = real.graph["actions"][0].clone();
    let mut vague = descriptor.clone();
    vague.as_object_mut().unwrap().remove("available");
    all_fail(
        "delta",
        &real.done,
        vec![
            ("/ok", None),
            ("/ok", Some(json!("true"))),
            ("/ok", Some(json!(false))),
            (
                "/error",
                Some(json!({ "code": "internal", "message": "?" })),
            ),
            ("/changed", Some(json!(["cart"]))),
            ("/actionsAdded", Some(json!(["addToCart"]))),
            ("/actionsAdded", Some(json!([vague]))),
            ("/actionsAdded", Some(json!([descriptor, descriptor]))),
            ("/actionsRemoved", Some(json!([descriptor]))),
            ("/actionsRemoved", Some(json!(["a", "a"]))),
            ("/message", Some(json!(""))),
            ("/message", Some(Value::Null)),
        ],
    );
    all_fail(
        "delta",
        &real.redirected,
        [
            "",
            "cart",
            "//evil.example",
            "/\\evil.example",
            "https://shop.example/",
            "?x=1",
        ]
        .into_iter()
        .map(|to| ("/redirect", Some(json!(to))))
        .collect(),
    );
    all_fail(
        "delta",
        &real.invalid,
        vec![
            ("/output", Some(json!(1))),
            ("/output", Some(Value::Null)),
            ("/ok", Some(json!(true))),
            ("/message", None),
            ("/message", Some(json!("something else"))),
            ("/error", None),
            ("/error/message", None),
            ("/error/code", Some(json!("bad_request"))),
            ("/error/code", None),
            ("/error/issues", None),
            ("/error/issues", Some(json!([]))),
            ("/error/issues/0/path", None),
            ("/error/issues/0/path", Some(json!("quantity"))),
            ("/error/issues/0/path", Some(json!("/a~b"))),
            ("/error/issues/0/message", Some(json!(""))),
        ],
    );
    all_fail(
        "delta",
        &real.unavailable,
        vec![("/error/code", Some(json!("invalid_input")))],
    );
}

#[tokio::test]
async fn a32_to_a40_a145_broken_indexes_fail() {
    let index = documents().await.index;
    let action = "/routes/1/actions/0";
    let action = |member: &str| format!("{action}/{member}");
    let mutations = [
        ("/v".to_owned(), Some(json!("0.1"))),
        ("/v".to_owned(), None),
        ("/name".to_owned(), Some(json!(""))),
        ("/routes".to_owned(), None),
        ("/routes/1/route".to_owned(), None),
        ("/routes/1/route".to_owned(), Some(json!("/products/[slug"))),
        (
            "/routes/1/description".to_owned(),
            Some(json!("One.\nTwo.")),
        ),
        ("/routes/1/description".to_owned(), Some(json!(""))),
        ("/routes/1/actions".to_owned(), None),
        (action("available"), Some(json!(true))),
        (action("reason"), Some(json!("Sold out"))),
        (action("expose"), Some(Value::Null)),
        (action("input"), Some(json!("object"))),
        (action("output"), Some(json!({ "$ref": "other.json" }))),
        ("/auth".to_owned(), None),
        ("/auth".to_owned(), Some(json!(["basic"]))),
        ("/auth".to_owned(), Some(json!(["cookie", "cookie"]))),
        ("/mcp".to_owned(), Some(Value::Null)),
    ];
    let mutations = mutations
        .iter()
        .map(|(at, value)| (at.as_str(), value.clone()));
    all_fail("site-index", &index, mutations.collect());
}

#[tokio::test]
async fn a79_a145_broken_calls_fail() {
    let call = json!({ "action": "addToCart", "input": {}, "confirm": true });
    assert_eq!(spec::faults("call", &call), [""; 0]);
    assert_eq!(spec::faults("call", &json!({ "action": "ping" })), [""; 0]);
    all_fail(
        "call",
        &call,
        vec![
            ("/action", None),
            ("/action", Some(json!(["addToCart"]))),
            ("/confirm", Some(json!("true"))),
            ("/confirm", Some(Value::Null)),
        ],
    );
    assert!(!spec::faults("call", &json!([])).is_empty());
}

#[test]
fn a113_the_schema_knows_exactly_the_codes_of_the_protocol() {
    let sound = |code: &str| {
        let error =
            json!({ "code": code, "message": "m", "issues": [{ "path": "", "message": "m" }] });
        let delta = json!({ "ok": false, "message": "m", "error": error });
        spec::faults("delta", &delta).is_empty()
    };
    let codes = BTreeMap::from([
        ("not_found", ErrorCode::NotFound),
        ("unauthorized", ErrorCode::Unauthorized),
        ("rate_limited", ErrorCode::RateLimited),
        ("invalid_input", ErrorCode::InvalidInput),
        ("unavailable", ErrorCode::Unavailable),
        ("confirm_required", ErrorCode::ConfirmRequired),
        ("internal", ErrorCode::Internal),
    ]);
    for (text, code) in codes {
        assert_eq!(code.as_str(), text);
        assert!(sound(text), "{text}");
    }
    assert!(!sound("conflict"));
}
