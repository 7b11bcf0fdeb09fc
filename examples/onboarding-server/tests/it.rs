//! What is promised of a server that embeds its descriptors: the same bytes as from
//! types, and nothing in the binary that makes a schema.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use affordances::aboard::{MemoryStore, Onboarding};
use affordances::include_onboarding;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use object::{Object as _, ObjectSymbol as _};
use onboarding::config::Config;
use onboarding::flows::{default, mini};
use onboarding::{Acme, app};
use tower::ServiceExt as _;

fn server(flows: Onboarding<Acme>) -> Router {
    let keys = Config::from_env().unwrap().keys;
    let base = "https://acme.example";
    app::app(&app::configure(flows, base, MemoryStore::new(), &keys)).unwrap()
}

fn embedded() -> Router {
    server(
        Onboarding::new(include_onboarding!(default::FLOW))
            .flow(include_onboarding!(mini::FLOW, "mini")),
    )
}

async fn answer(app: &Router, request: Request<Body>) -> (u16, String) {
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn embedded_documents_are_those_that_the_types_make() {
    let made = server(Onboarding::new(&default::FLOW).flow(&mini::FLOW));
    let embedded = embedded();
    for path in [
        "/.well-known/agent-onboarding",
        "/.well-known/agent-onboarding/mini.json",
        "/.well-known/agent-onboarding/mini",
        "/onboarding.md",
    ] {
        let get = || Request::get(path).body(Body::empty()).unwrap();
        let (made, embedded) = (answer(&made, get()).await, answer(&embedded, get()).await);
        assert_eq!(made.0, 200, "{path}");
        assert_eq!(made, embedded, "{path}");
    }
}

#[tokio::test]
async fn embedded_schemas_are_enforced() {
    let app = embedded();
    let post = |path: &str, token: &str, body: &'static str| {
        Request::post(path)
            .header("authorization", format!("Bearer {token}"))
            .body(Body::from(body))
            .unwrap()
    };
    let at = "/api/onboarding";
    let create = post(&format!("{at}/sessions"), "demo-agent-token", "");
    let (_, created) = answer(&app, create).await;
    let token = created.split(r#""sessionToken":""#).nth(1).unwrap();
    let token = token.split('"').next().unwrap();
    let path = format!("{at}/steps/create_org");
    let (status, text) = answer(&app, post(&path, token, r#"{"name":""}"#)).await;
    assert_eq!(status, 422);
    assert!(text.contains(r#""path":"/name""#), "{text}");
    let (status, _) = answer(&app, post(&path, token, r#"{"name":"Ada"}"#)).await;
    assert_eq!(status, 200);
}

/// The names of a binary's functions that make schemas: methods of schemars'
/// generator, and implementations of its trait.
fn schema_makers(binary: &Path) -> BTreeSet<String> {
    let bytes = fs::read(binary).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let names: Vec<_> = file
        .symbols()
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
        .collect();
    assert!(names.len() > 1000, "{} has no symbols", binary.display());
    let makes = |name: &String| name.contains("SchemaGenerator") || name.contains("JsonSchema");
    names.into_iter().filter(makes).collect()
}

/// The linker keeps what is reachable, so what is not there is never called.
#[test]
#[cfg_attr(windows, ignore = "symbols of Windows stand in another file")]
fn the_server_has_no_code_that_makes_a_schema() {
    // This test makes schemas (see above), which shows that they would be found.
    let here = std::env::current_exe().unwrap();
    assert!(schema_makers(&here).len() > 20);
    let server = Path::new(env!("CARGO_BIN_EXE_onboarding-server"));
    assert_eq!(schema_makers(server), BTreeSet::new());
}
