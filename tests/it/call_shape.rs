//! A78-A89: what a call looks like.

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde_json::{Value, json};

use crate::support::{Shop, VND, serve, start};

const TEE: &str = "/products/tee";

#[tokio::test]
async fn a78_a_call_runs_the_action_and_answers_a_delta() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let reply = agent
        .call(TEE, "addToCart", json!({ "sku": "TEE", "quantity": 2 }))
        .await;
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.value(),
        json!({
            "ok": true,
            "changed": { "cart": { "quantity": 2 } },
            "output": { "quantity": 2 },
            "message": "Added to the cart",
        })
    );
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a79_action_input_and_confirm_are_the_call() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let call = json!({ "confirm": true, "input": { "sku": "TEE" }, "action": "buyOut" });
    agent.post(TEE, &call).await.done();
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a80_a_call_names_its_action() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    for action in [json!(null), json!(7), json!(["addToCart"]), json!({})] {
        let call = json!({ "action": action, "input": { "sku": "TEE" } });
        let delta = agent.post(TEE, &call).await.refused(400, "invalid_input");
        assert_eq!(delta.error.unwrap().issues[0].path, "/action");
    }
    let call = json!({ "input": { "sku": "TEE" } });
    let delta = agent.post(TEE, &call).await.refused(400, "invalid_input");
    let issues = delta.error.unwrap().issues;
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].path, "/action");
    assert!(issues[0].message.starts_with("is required"));
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a81_what_is_no_json_object_is_refused() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let deep = format!(
        r#"{{"action":"addToCart","input":{}1{}}}"#,
        "[".repeat(100),
        "]".repeat(100)
    );
    let bodies: [&[u8]; 12] = [
        b"",
        b"  \r\n",
        b"{",
        b"[]",
        br#"[{"action":"addToCart"}]"#,
        b"null",
        b"7",
        b"\"addToCart\"",
        b"action=addToCart",
        b"{'action':'addToCart'}",
        b"{\"action\":\"addToCart\xff\"}",
        deep.as_bytes(),
    ];
    for body in bodies {
        let vnd = [("content-type", VND)];
        let reply = agent.send("POST", TEE, &vnd, body.to_vec()).await;
        let delta = reply.refused(400, "invalid_input");
        let issues = delta.error.unwrap().issues;
        assert_eq!(issues.len(), 1, "{body:?}");
        assert_eq!(issues[0].path, "", "{body:?}");
    }
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a82_unknown_members_of_the_call_are_ignored() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    let call = json!({
        "action": "addToCart", "input": { "sku": "TEE" },
        "v": "0", "id": 7, "Confirm": "x", "meta": { "input": null },
    });
    let delta = agent.post(TEE, &call).await.done();
    assert_eq!(delta.output.unwrap(), json!({ "quantity": 1 }));
    // Those of the input follow its schema.
    let call = json!({ "action": "addToCart", "input": { "sku": "TEE", "v": "0" } });
    let delta = agent.post(TEE, &call).await.refused(422, "invalid_input");
    assert_eq!(delta.error.unwrap().issues[0].path, "/v");
}

#[tokio::test]
async fn a83_an_absent_input_is_an_empty_object_and_null_is_null() {
    let client = start(&Shop::default()).await;
    client
        .post("/faults", &json!({ "action": "idle" }))
        .await
        .done();
    let empty = json!({ "action": "idle", "input": {} });
    client.post("/faults", &empty).await.done();
    let null = json!({ "action": "idle", "input": null });
    let delta = client
        .post("/faults", &null)
        .await
        .refused(422, "invalid_input");
    let issues = delta.error.unwrap().issues;
    assert_eq!((issues.len(), issues[0].path.as_str()), (1, ""));
    // Absent is `{}` for the schema too: the member that it demands is missing.
    let absent = json!({ "action": "search" });
    let delta = client
        .post("/faults", &absent)
        .await
        .refused(422, "invalid_input");
    assert_eq!(delta.error.unwrap().issues[0].path, "/query");
}

#[tokio::test]
async fn a84_of_a_repeated_member_the_last_counts_for_check_and_handler() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let post = async |body: &str| {
        let vnd = [("content-type", VND)];
        agent.send("POST", TEE, &vnd, body.to_owned()).await
    };
    let last_is_bad = r#"{"action":"addToCart","input":{"sku":"TEE","quantity":1,"quantity":99}}"#;
    post(last_is_bad).await.refused(422, "invalid_input");
    let twice =
        r#"{"action":"addToCart","input":{"sku":"TEE"},"input":{"sku":"TEE","quantity":11}}"#;
    post(twice).await.refused(422, "invalid_input");
    let unconfirmed = r#"{"action":"buyOut","input":{"sku":"TEE"},"confirm":true,"confirm":false}"#;
    post(unconfirmed).await.refused(428, "confirm_required");
    assert_eq!(shop.runs(), 0);
    let last_is_good = r#"{"action":"addToCart","input":{"sku":"TEE","quantity":99,"quantity":2}}"#;
    let delta = post(last_is_good).await.done();
    assert_eq!(delta.output.unwrap(), json!({ "quantity": 2 }));
}

#[tokio::test]
async fn a85_a_body_above_the_limit_is_refused() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    // 256 KiB to the byte are admitted; the padding is white space.
    let call = r#"{"action":"addToCart","input":{"sku":"TEE"}}"#;
    let vnd = [("content-type", VND)];
    let full = format!("{call}{}", " ".repeat(256 * 1024 - call.len()));
    agent.send("POST", TEE, &vnd, full.clone()).await.done();
    let reply = agent.send("POST", TEE, &vnd, format!("{full} ")).await;
    reply.refused(413, "invalid_input");
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a86_names_match_exactly() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    for name in [
        "addtocart",
        "AddToCart",
        "add_to_cart",
        "addToCart ",
        " addToCart",
        "addToCart\0",
        "addToCar",
        "addToCartt",
        "",
        "product.addToCart",
        "addToCar\u{442}",
    ] {
        let reply = agent.call(TEE, name, json!({ "sku": "TEE" })).await;
        reply.refused(404, "not_found");
    }
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a87_a_url_without_a_graph_takes_no_call() {
    let agent = start(&Shop::with_stock(3)).await.bearer("token-a");
    for path in [
        "/about",
        "/nowhere",
        "/products",
        "/cart/",
        "/.well-known/nothing",
    ] {
        let reply = agent.call(path, "addToCart", json!({ "sku": "TEE" })).await;
        reply.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a88_path_parameters_are_decoded_once() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for (path, slug) in [
        ("/products/a%2Fb", "a/b"),
        ("/products/a%252Fb", "a%2Fb"),
        ("/products/a%00b", "a\0b"),
        ("/products/%E4%B8%96", "世"),
        ("/products/a+b", "a+b"),
        ("/products/..%2F..%2Fcart", "../../cart"),
    ] {
        let graph = client.graph(path).await;
        assert_eq!(graph.entities["product"]["slug"], slug, "{path}");
        // `page` keeps the encoding that was asked with.
        assert_eq!(graph.page, path);
        assert_eq!(graph.route, "/products/[slug]");
    }
    // Not text: refused by the extractor, and no panic.
    for path in ["/products/%FF", "/faults/%C3%28"] {
        client.graph_reply(path).await.refused(422, "invalid_input");
        let html = client.html(path).await;
        assert_eq!(
            (html.status.as_u16(), html.content_type()),
            (422, "text/html")
        );
    }
}

#[tokio::test]
async fn a89_the_query_is_what_html_sees() {
    let client = start(&Shop::default()).await;
    let path = "/faults/a%20b/c?x=1&y=%26&x=2";
    let html = client.html(path).await.text();
    assert!(html.contains("x=1&y=%26&x=2"), "{html}");
    let graph = client.graph(path).await;
    let address = json!({ "rest": "a b/c", "query": "x=1&y=%26&x=2" });
    assert_eq!(graph.entities["address"], address);
    // The state of a call is loaded with it too.
    let agent = client.bearer("token-a");
    let delta = agent
        .call(path, "rarely", json!({ "query": "q" }))
        .await
        .done();
    assert_eq!(Value::Object(delta.changed.unwrap()), json!({ "clock": 1 }));
}

#[tokio::test]
async fn a12_other_content_types_are_no_calls() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let call = r#"{"action":"addToCart","input":{"sku":"TEE"}}"#;
    for content_type in [
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/vnd.affordances",
        "application/vnd.affordances+json+x",
        "text/application/vnd.affordances+json",
        "",
    ] {
        let headers = [("content-type", content_type)];
        let reply = agent.send("POST", TEE, &headers, call).await;
        assert_eq!(reply.status, 415, "{content_type}");
        assert_ne!(reply.content_type(), VND);
    }
    let reply = agent.send("POST", TEE, &[], Body::from(call)).await;
    assert_eq!(reply.status, 415);
    assert_eq!(shop.counts(), (0, 0, 0));
}

/// What the app's layer has noted on the request.
#[derive(Clone)]
struct Tenant(&'static str);

/// An extractor that takes what it reads out of the request.
struct Taken(&'static str);

impl<S: Sync> FromRequestParts<S> for Taken {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        parts.headers.clear();
        let tenant = parts.extensions.remove::<Tenant>();
        tenant
            .map(|tenant| Self(tenant.0))
            .ok_or(StatusCode::IM_A_TEAPOT)
    }
}

/// Every phase takes the tenant.
#[page(route = "/tenant", state = ())]
mod tenant {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        name: &'static str,
    }

    #[load]
    pub(crate) async fn load(Taken(name): Taken) -> Entities {
        Entities { name }
    }

    #[view]
    pub(crate) fn view(_: &Entities, Taken(name): Taken) -> Html<&'static str> {
        Html(name)
    }

    #[guard("there is a tenant")]
    pub(crate) fn known(Taken(name): Taken) -> Verdict {
        Verdict::available_if(name == "acme", "Not this one")
    }

    /// Name the tenant.
    #[action(expose = "public", guard = known)]
    pub(crate) async fn name(Taken(name): Taken, extra: Option<Extension<Tenant>>) -> String {
        assert!(extra.is_none(), "the phase's own copy is one");
        name.to_owned()
    }

    #[nav]
    pub(crate) fn nav(Taken(name): Taken) -> Vec<Nav> {
        vec![Nav::to("/tenant").label(name)]
    }
}

site! {
    static TENANTS: () = { name: "Tenants", auth: [], pages: [tenant] }
}

#[tokio::test]
async fn s12_each_phase_reads_the_request_as_it_came() {
    let site = Affordances::new(&TENANTS).rate_limit(None);
    let app = Router::new().merge(site.pages()).with_state(());
    let app = site.finish(app).unwrap().layer(Extension(Tenant("acme")));
    let client = serve(app).await;
    let graph = client.graph_reply("/tenant").await.value();
    assert_eq!(graph["entities"]["name"], "acme");
    assert_eq!(graph["nav"][0]["label"], "acme");
    assert_eq!(client.html("/tenant").await.text(), "acme");
    let reply = client.call("/tenant", "name", json!({})).await;
    assert_eq!(reply.value(), json!({ "ok": true, "output": "acme" }));
    let form = client.form("/tenant?action=name", "").await;
    assert_eq!(form.status, 303);
}
