//! Every page of the crate, read and called as an agent does: a test for each module, named after it.
use affordances::testing::Agent;
use hygiene_pages::app;
use serde_json::{Value, json};

fn agent() -> Agent {
    Agent::new(app().expect("a site")).bearer("agent:test")
}

/// Calls an action that adds to the number: the answer and the next graph both show it. Gives what the
/// action returned.
async fn add(path: &str, entity: &str, action: &str, input: Value) -> Value {
    let mut agent = agent();
    let before = number(&agent.get(path).await.json(), entity);
    let delta = agent.call(path, action, input).await.done();
    let after = number(&agent.get(path).await.json(), entity);
    assert!(before < after, "{before} < {after}");
    let changed = delta.changed.map(Value::Object).unwrap_or_default();
    assert_eq!(changed[entity]["value"], after, "{changed}");
    delta.output.unwrap_or_default()
}

fn number(graph: &Value, entity: &str) -> u64 {
    let value = &graph["entities"][entity]["value"];
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{entity}: {graph}"))
}

/// Calls an action that changes nothing, and gives what it returned.
async fn output(path: &str, action: &str, input: Value) -> Value {
    let delta = agent().call(path, action, input).await.done();
    delta.output.unwrap_or_default()
}

/// What a person is shown before the action runs.
async fn summary(path: &str, action: &str, input: Value) -> String {
    let reply = agent().confirm(path, action, input).await;
    reply.summary().unwrap_or_default().to_owned()
}

/// The HTML that people are shown.
async fn html(path: &str) -> String {
    let reply = agent().html(path).await;
    assert_eq!(reply.status(), 200, "{}", reply.text());
    reply.text()
}

/// The keys of the page's entities and the names of its actions.
async fn contents(path: &str) -> (Vec<String>, Vec<String>) {
    let graph = agent().get(path).await.graph();
    let entities = graph.entities.keys().cloned().collect();
    let actions = graph.actions.iter().map(|action| action.name.clone());
    (entities, actions.collect())
}

const THREE: fn() -> Value = || json!({ "by": 3 });

#[tokio::test]
async fn shadowed() {
    let path = "/shadowed";
    assert_eq!(
        add(path, "count", "add", THREE()).await,
        json!({ "total": 3 })
    );
    assert_eq!(summary(path, "template", THREE()).await, "Add 3");
    assert_eq!(summary(path, "function", THREE()).await, "3");
    assert_eq!(html(path).await, "0");
}

#[tokio::test]
async fn no_prelude() {
    let path = "/no-prelude/tote";
    assert_eq!(
        add(path, "count", "add", THREE()).await,
        json!({ "total": 3 })
    );
    let range = json!({ "start": 1, "end": 2 });
    assert_eq!(summary(path, "range", range).await, "Add 1 to 2");
    let graph: Value = agent().get(path).await.json();
    assert_eq!(graph["entities"]["slug"], "tote");
    assert_eq!(hygiene_pages::no_prelude::ALONE.pages.len(), 1);
}

#[tokio::test]
async fn raw() {
    let path = "/raw/a/b/c";
    let mut agent = agent();
    let graph: Value = agent.get(path).await.json();
    assert_eq!(graph["entities"]["in"], "a b/c");
    add(path, "loop", "move", json!({ "where": 2 })).await;
    let where_ = json!({ "where": 2 });
    assert_eq!(summary(path, "box", where_.clone()).await, "Move 2");
    assert_eq!(summary(path, "enum", where_).await, "a b/c2");
}

#[tokio::test]
async fn arguments() {
    let path = "/arguments/one/two";
    for action in ["names", "patterns"] {
        assert_eq!(
            add(path, "count", action, THREE()).await,
            json!({ "total": 3 }),
            "{action}"
        );
    }
    for action in ["unnamed", "attributes"] {
        output(path, action, THREE()).await;
    }
    assert_eq!(summary(path, "confirmed", THREE()).await, "Add 3");
    let graph: Value = agent().get(path).await.json();
    assert_eq!(graph["entities"]["parameters"], json!(["two!", "one"]));
    assert_eq!(html(path).await, "0");
}

#[tokio::test]
async fn types() {
    let path = "/types";
    for action in ["lifetimes", "atOnce", "later"] {
        assert_eq!(
            add(path, "count", action, THREE()).await,
            json!({ "total": 3 }),
            "{action}"
        );
    }
    assert_eq!(
        output(path, "sized", json!({})).await,
        json!({ "rows": [[0, 0]] })
    );
    assert_eq!(html(path).await, "grid/types");
}

#[tokio::test]
async fn extractors() {
    let path = "/extractors?shown=all";
    let graph: Value = agent().get(path).await.json();
    assert_eq!(graph["entities"]["query"], "shown=all");
    assert_eq!(
        add(path, "count", "add", THREE()).await,
        json!({ "total": 3 })
    );
}

#[tokio::test]
async fn imported() {
    let path = "/imported";
    for (action, total) in [("orders", 1), ("basket", 2)] {
        let output = add(path, "count", action, json!({})).await;
        assert_eq!(output, json!({ "total": total }), "{action}");
    }
    for (action, expected) in [
        ("checkout", json!(4)),
        ("parcel", json!(5)),
        ("refund", json!(null)),
        ("ship", json!(6)),
        ("repeat", json!(7)),
        ("str", json!("str")),
        ("core", json!(8)),
        ("affordances", json!(9)),
        ("u32", json!(10)),
    ] {
        assert_eq!(output(path, action, json!({})).await, expected, "{action}");
    }
}

#[tokio::test]
async fn a_page_inside_a_page() {
    let path = "/imported/nested";
    assert_eq!(
        add(path, "count", "orders", json!({})).await,
        json!({ "total": 1 })
    );
    assert_eq!(html(path).await, "0");
}

#[tokio::test]
async fn generated() {
    let first = "/generated/first";
    assert_eq!(
        add(first, "count", "add", THREE()).await,
        json!({ "total": 4 })
    );
    assert_eq!(summary(first, "approved", THREE()).await, "Add 3");
    let (_, actions) = contents(first).await;
    assert_eq!(actions, ["add", "approved", "marked", "whole"]);
    let second = "/generated/second";
    assert_eq!(
        add(second, "shown", "add", THREE()).await,
        json!({ "total": 3 })
    );
    let (_, actions) = contents(second).await;
    assert_eq!(actions, ["add", "approved", "marked", "more"]);
    let whole = "/generated/whole";
    assert_eq!(
        add(whole, "count", "add", THREE()).await,
        json!({ "total": 3 })
    );
}

#[tokio::test]
async fn forwarded() {
    let path = "/forwarded";
    assert_eq!(
        add(path, "count", "old", THREE()).await,
        json!({ "total": 3 })
    );
    output(path, "many", json!({})).await;
    let _subscriber = tracing::subscriber::set_default(tracing_subscriber::registry());
    assert_eq!(output(path, "span", THREE()).await, "instrumented");
}

/// The tests in the module itself expect the same of the build that they are in.
#[tokio::test]
async fn cfgs() {
    let (entities, actions) = contents("/cfgs").await;
    hygiene_pages::cfgs::assert_contents(&entities, &actions);
    add("/cfgs", "count", "add", THREE()).await;
}

/// What serves flows drives them in tests of its own; here their steps are there, in the order of the file.
#[test]
fn steps() {
    let extra = if cfg!(feature = "extra") {
        "only_with"
    } else {
        "only_without"
    };
    let ids = hygiene_pages::steps::FLOW.step_metas().map(|step| step.id);
    assert_eq!(
        ids.collect::<Vec<_>>(),
        ["orders", "basket", "checkout", "move", "match", extra]
    );
    let ids = hygiene_pages::steps::generated::FLOW.step_metas();
    assert_eq!(ids.map(|step| step.id).collect::<Vec<_>>(), ["add"]);
}
