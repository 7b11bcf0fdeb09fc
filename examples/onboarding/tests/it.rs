//! The example as agents and operators meet it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use affordances::aboard::{MemoryStore, Onboarding};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use onboarding::app;
use onboarding::config::Config;
use onboarding::flows::{default, mini};
use serde_json::{Value, json};
use tower::ServiceExt as _;

const BASE: &str = "https://acme.example";

fn server() -> Router {
    let flows = Onboarding::new(&default::FLOW).flow(&mini::FLOW);
    let keys = Config::from_env().unwrap().keys;
    app::app(&app::configure(flows, BASE, MemoryStore::new(), &keys)).unwrap()
}

async fn ask(
    app: &Router,
    method: &str,
    path: &str,
    token: &str,
    body: Value,
) -> (StatusCode, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json");
    let body = if body.is_null() {
        Body::empty()
    } else {
        body.to_string().into()
    };
    let response = app
        .clone()
        .oneshot(request.body(body).unwrap())
        .await
        .unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn session(app: &Router, at: &str) -> String {
    let path = format!("{at}/sessions");
    let (status, text) = ask(app, "POST", &path, "demo-agent-token", Value::Null).await;
    assert_eq!(status, 201, "{text}");
    let created: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        created["principal"],
        json!({ "subject": "user_demo", "agentProvider": "demo" })
    );
    created["sessionToken"].as_str().unwrap().to_owned()
}

async fn step(app: &Router, path: &str, token: &str, body: Value) -> (u16, Value) {
    let (status, text) = ask(app, "POST", path, token, body).await;
    (status.as_u16(), serde_json::from_str(&text).unwrap())
}

#[tokio::test]
async fn the_default_flow() {
    let app = server();
    let at = "/api/onboarding";
    let token = session(&app, at).await;
    let call = async |id: &str, body| step(&app, &format!("{at}/steps/{id}"), &token, body).await;
    assert_eq!(call("create_org", json!({ "name": "" })).await.0, 422);
    assert_eq!(
        call("create_org", json!({ "name": "Ada", "more": 1 }))
            .await
            .0,
        422
    );
    let (_, org) = call("create_org", json!({ "name": "Ada" })).await;
    assert_eq!(org["output"]["name"], "Ada");
    assert!(org["output"]["orgId"].is_string());
    let (_, project) = call("create_project", json!({ "project": "first" })).await;
    assert!(project["output"]["projectId"].is_string());
    let (_, kit) = call("starter_kit", Value::Null).await;
    let url = format!("{BASE}/downloads/starter-kit.json");
    assert_eq!(
        kit["artifact"],
        json!({ "name": "acme-starter-kit", "url": url })
    );
    assert_eq!(call("deploy", json!({ "confirmed": false })).await.0, 422);
    let (status, deployed) = call("deploy", json!({ "confirmed": true })).await;
    assert_eq!((status, &deployed["next"]), (200, &Value::Null));
    assert_eq!(deployed["output"]["deployed"], true);
    assert!(
        deployed["output"]["url"]
            .as_str()
            .unwrap()
            .starts_with("https://prj-")
    );
}

#[tokio::test]
async fn the_mini_flow() {
    let app = server();
    let at = "/api/onboarding/mini";
    let token = session(&app, at).await;
    let call = async |id: &str, body| step(&app, &format!("{at}/steps/{id}"), &token, body).await;
    assert_eq!(
        call("left", Value::Null).await.1["missing"],
        json!(["root"])
    );
    call("root", Value::Null).await;
    let (left, right) = tokio::join!(call("left", Value::Null), call("right", Value::Null));
    assert_eq!((left.0, right.0), (200, 200));
    assert_eq!(call("finish", Value::Null).await.0, 200);
    for (mode, status, error) in [
        ("fail", 422, "upstream refused"),
        ("bad_output", 500, "step_output_invalid"),
        ("panic", 500, "internal"),
    ] {
        let (found, answer) = call("flaky", json!({ "mode": mode })).await;
        assert_eq!((found, &answer["error"]), (status, &json!(error)), "{mode}");
    }
    let (status, done) = call("flaky", json!({ "mode": "ok" })).await;
    assert_eq!((status, &done["next"]), (200, &Value::Null));
}

#[tokio::test]
async fn what_the_documents_refer_to_is_there() {
    let app = server();
    let (_, descriptor) = ask(
        &app,
        "GET",
        "/.well-known/agent-onboarding",
        "",
        Value::Null,
    )
    .await;
    let descriptor: Value = serde_json::from_str(&descriptor).unwrap();
    let path = |url: &Value| url.as_str().unwrap().strip_prefix(BASE).unwrap().to_owned();
    let discovery = path(&descriptor["auth"]["discovery"]);
    let (status, auth) = ask(&app, "GET", &discovery, "", Value::Null).await;
    assert_eq!(status, 200);
    // Alone on a line, indented by four spaces.
    assert!(auth.lines().any(|line| line == "    demo-agent-token"));
    let kit = path(&descriptor["steps"][2]["artifact"]["url"]);
    let (status, kit) = ask(&app, "GET", &kit, "", Value::Null).await;
    assert_eq!(status, 200);
    assert!(serde_json::from_str::<Value>(&kit).unwrap().is_object());
}

#[tokio::test]
async fn operators_list_sessions() {
    let app = server();
    session(&app, "/api/onboarding").await;
    let (status, list) = ask(
        &app,
        "GET",
        "/api/onboarding/sessions",
        "demo-admin-token",
        Value::Null,
    )
    .await;
    assert_eq!(status, 200);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["sessions"].as_array().unwrap().len(), 1);
    let (status, _) = ask(
        &app,
        "GET",
        "/api/onboarding/sessions",
        "demo-agent-token",
        Value::Null,
    )
    .await;
    assert_eq!(status, 401);
}
