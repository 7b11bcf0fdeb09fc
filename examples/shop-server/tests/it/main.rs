//! What is promised of a server that embeds its documents: the same bytes as from
//! types, and nothing in the binary that makes a schema.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod elsewhere;
mod folder;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use affordances::testing::Agent;
use affordances::{Affordances, include_site};
use object::{Object as _, ObjectSymbol as _};
use shop::session::Sessions;
use shop::{SITE, Shop, app, store};

async fn agent(site: Affordances<Shop>) -> Agent {
    let shop = Shop {
        store: store::open(None).await.unwrap(),
        sessions: Sessions::new(&[7; 32], true).unwrap(),
        origins: [affordances::origin::Origin::parse("https://shop.example").unwrap()].into(),
    };
    let site = app::configure(site, &shop, None);
    Agent::new(app::app(&site, shop).unwrap()).bearer("demo-agent-token")
}

/// The build script has compiled the pages without a store, and this test has
/// compiled them with one.
#[test]
fn the_build_script_writes_what_the_types_make() {
    let types = Path::new(env!("CARGO_TARGET_TMPDIR")).join("types");
    SITE.export(&types).unwrap();
    let build_script = Path::new(env!("OUT_DIR")).join("affordances");
    folder::assert_same(&folder::texts(&types), &folder::texts(&build_script));
}

#[tokio::test]
async fn embedded_documents_are_those_that_the_types_make() {
    let mut made = agent(Affordances::new(&SITE)).await;
    let mut embedded = agent(include_site!(SITE)).await;
    for path in [
        "/.well-known/affordances.json",
        "/",
        "/products/heavyweight-tee",
        "/cart",
        "/help/shipping",
    ] {
        let (made, embedded) = (made.get(path).await, embedded.get(path).await);
        assert_eq!(made.status(), 200, "{path}");
        assert_eq!(made.text(), embedded.text(), "{path}");
    }
}

#[tokio::test]
async fn embedded_schemas_are_enforced() {
    let mut agent = agent(include_site!(SITE)).await;
    let path = "/products/canvas-tote";
    let call = |quantity: i32| serde_json::json!({ "sku": "TOTE-NAT", "quantity": quantity });
    agent.call(path, "addToCart", call(2)).await.done();
    let refused = agent.call(path, "addToCart", call(11)).await;
    let error = refused.refused("invalid_input").error.unwrap();
    assert_eq!(error.issues[0].path, "/quantity");
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
    let server = Path::new(env!("CARGO_BIN_EXE_shop-server"));
    assert_eq!(schema_makers(server), BTreeSet::new());
}
