//! A1 to A17, A53: who gets a document, and who gets the page.

use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Client, Reply, Shop, VND, start};

/// GET with these `Accept` lines; `vnd` stands for the media type.
async fn accepting(client: &Client, path: &str, lines: &[&str]) -> Reply {
    let lines: Vec<String> = lines.iter().map(|l| l.replace("vnd", VND)).collect();
    let headers: Vec<_> = lines.iter().map(|l| ("accept", l.as_str())).collect();
    client.send("GET", path, &headers, Body::empty()).await
}

#[track_caller]
fn assert_page(reply: &Reply, what: &str) {
    assert_eq!(reply.status, 200, "{what}: {}", reply.text());
    assert_eq!(reply.content_type(), "text/html", "{what}");
    assert!(reply.text().contains("0 in your cart"), "{what}");
}

#[track_caller]
fn assert_graph(reply: &Reply, what: &str) {
    assert_eq!(reply.status, 200, "{what}: {}", reply.text());
    assert_eq!(reply.content_type(), VND, "{what}");
    let graph: Value = reply.json();
    assert_eq!(graph["v"], "0", "{what}");
    assert_eq!(graph["page"], "/cart", "{what}");
}

#[tokio::test]
async fn a01_a02_a03_every_document_has_the_media_type() {
    let client = start(&Shop::with_stock(3)).await;
    let graph = client.graph_reply("/cart").await;
    assert_graph(&graph, "graph");
    assert_eq!(graph.header("content-type"), VND);

    let agent = client.bearer("token-a");
    let added = agent
        .call("/products/tee", "addToCart", json!({ "sku": "TEE" }))
        .await;
    added.done();
    assert_eq!(added.header("content-type"), VND);
    let unknown = agent.call("/products/tee", "nothing", json!({})).await;
    unknown.refused(404, "not_found");
    assert_eq!(unknown.header("content-type"), VND);

    let index = client
        .send("GET", "/.well-known/affordances.json", &[], Body::empty())
        .await;
    assert_eq!(index.status, 200);
    assert_eq!(index.header("content-type"), VND);
}

#[tokio::test]
async fn a04_without_accept_it_is_the_page() {
    let client = start(&Shop::default()).await;
    assert_page(&accepting(&client, "/cart", &[]).await, "no Accept");
    assert_page(&accepting(&client, "/cart", &[""]).await, "an empty one");
}

#[tokio::test]
async fn a05_a06_a07_what_does_not_name_the_type_does_not_ask() {
    let client = start(&Shop::default()).await;
    for accept in [
        "*/*",
        "application/json",
        "application/*",
        "application/*+json",
        "application/vnd.affordances",
        "application/ld+json, application/json;q=0.9",
        "vnd;q=0",
        "vnd;q=0.0, */*",
        "vnd;q=0.000, text/html;q=0.1",
    ] {
        assert_page(&accepting(&client, "/cart", &[accept]).await, accept);
    }
}

#[tokio::test]
async fn a08_html_wins_when_its_q_is_higher() {
    let client = start(&Shop::default()).await;
    for accept in [
        "text/html, vnd;q=0.1",
        "vnd;q=0.5, */*;q=0.8",
        "vnd;q=0.5, text/*;q=0.501",
        "vnd;q=0.9, text/html;charset=utf-8",
        "vnd;q=0.6, text/*;q=0.3, text/html;q=0.7, text/html;level=1, */*;q=0.5",
        "vnd;version=1;q=0.1, text/html",
    ] {
        assert_page(&accepting(&client, "/cart", &[accept]).await, accept);
    }
    for accept in [
        "text/html;q=0.1, vnd",
        "text/html, vnd",
        "vnd;q=0.5, */*;q=0.5",
        "vnd;q=0.2, text/html;q=0.1, */*",
        "vnd;q=0.5, text/html;level=1",
        "vnd;q=0.001",
    ] {
        assert_graph(&accepting(&client, "/cart", &[accept]).await, accept);
    }
}

#[tokio::test]
async fn a09_the_media_type_is_case_insensitive_and_may_have_parameters() {
    let client = start(&Shop::default()).await;
    for accept in [
        "Application/VND.Affordances+JSON",
        "vnd;v=0",
        "vnd ; charset=UTF-8 ; q=0.9",
        "vnd;profile=\"a,b;q=0\"",
    ] {
        assert_graph(&accepting(&client, "/cart", &[accept]).await, accept);
    }
}

#[tokio::test]
async fn a10_several_accept_lines_are_one() {
    let client = start(&Shop::default()).await;
    let graph = accepting(&client, "/cart", &["text/html;q=0.5", "vnd"]).await;
    assert_graph(&graph, "the second asks");
    let page = accepting(&client, "/cart", &["vnd;q=0.5", "text/html"]).await;
    assert_page(&page, "the second wins");
}

#[tokio::test]
async fn a11_a_malformed_accept_is_no_fault_of_the_server() {
    let client = start(&Shop::default()).await;
    for accept in [
        ",,,",
        ";",
        "/",
        "text",
        "text/html;q=two",
        "vnd;q=2",
        "vnd;q=",
        "vnd;q=0.1234",
        "vnd;q=-1",
        "v\u{e9}nd/\u{ff}",
        "\"",
        "*/html;q=1",
    ] {
        assert_page(&accepting(&client, "/cart", &[accept]).await, accept);
    }
    // What can be read beside it still counts.
    let graph = accepting(&client, "/cart", &["text/html;q=two, ;;, vnd"]).await;
    assert_graph(&graph, "vnd among garbage");
    let many = "text/plain, ".repeat(2_000) + "text/html";
    assert_page(&accepting(&client, "/cart", &[&many]).await, "many ranges");
}

#[tokio::test]
async fn a12_other_posts_never_get_a_delta() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await.bearer("token-a");
    let call = json!({ "action": "idle" }).to_string();
    let multipart = "--b\r\ncontent-disposition: form-data; name=\"action\"\r\n\r\nidle\r\n--b--";
    for path in [
        "/",
        "/products/tee",
        "/products/missing",
        "/cart",
        "/faults",
        "/faults/a/b",
    ] {
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", "action=idle"),
            ("multipart/form-data; boundary=b", multipart),
            ("application/json", call.as_str()),
            ("text/plain", call.as_str()),
            ("application/vnd.affordances", call.as_str()),
        ] {
            let headers = [("content-type", content_type), ("accept", VND)];
            let reply = client.send("POST", path, &headers, body.to_owned()).await;
            assert_eq!(reply.status, 415, "{path} {content_type}");
            assert_eq!(reply.content_type(), "text/plain", "{path} {content_type}");
        }
        let reply = client.send("POST", path, &[("accept", VND)], call.clone());
        assert_eq!(reply.await.status, 415, "{path}: no content type");
    }
    // Two types contradict each other.
    let both = [("content-type", VND), ("content-type", "text/plain")];
    let reply = client.send("POST", "/faults", &both, call.clone()).await;
    assert_eq!(reply.status, 415);
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a12_a_form_for_an_action_gets_a_page() {
    let client = start(&Shop::with_stock(3)).await.person("ada");
    let form = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("accept", VND),
    ];
    let done = client
        .send("POST", "/products/tee?action=addToCart", &form, "sku=TEE")
        .await;
    assert_eq!(done.status, 303);
    assert_eq!(done.header("location"), "/products/tee");
    assert_eq!(done.text(), "");
    let failed = client
        .send("POST", "/products/tee?action=addToCart", &form, "sku=CAP")
        .await;
    assert_eq!(failed.status, 422);
    assert_eq!(failed.content_type(), "text/html");
    let unknown = client
        .send("POST", "/products/tee?action=nothing", &form, "")
        .await;
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.content_type(), "text/html");
}

#[tokio::test]
async fn a13_a_call_may_have_parameters_and_any_case() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let call = json!({ "action": "addToCart", "input": { "sku": "TEE" } }).to_string();
    for (n, content_type) in [
        "application/vnd.affordances+json; charset=utf-8",
        "APPLICATION/VND.AFFORDANCES+JSON",
        "application/vnd.affordances+json;v=\"0\"",
    ]
    .into_iter()
    .enumerate()
    {
        let headers = [("content-type", content_type)];
        let reply = agent
            .send("POST", "/products/tee", &headers, call.clone())
            .await;
        reply.done();
        assert_eq!(shop.runs(), n + 1);
    }
}

#[tokio::test]
async fn a14_head_has_the_headers_of_get_and_nothing_else() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for (path, accept) in [
        ("/cart", VND),
        ("/cart?affordances=1", "text/html"),
        ("/cart", "text/html"),
        ("/", VND),
        ("/faults/a?x=1", VND),
        ("/products/missing", VND),
        ("/products/missing", "text/html"),
        ("/about", VND),
        ("/about", "text/html"),
        ("/nowhere", VND),
        ("/nowhere", "text/html"),
        ("/.well-known/affordances.json", VND),
        ("/.well-known/affordances.json", "text/html"),
    ] {
        let accept = [("accept", accept)];
        let mut get = client.send("GET", path, &accept, Body::empty()).await;
        let mut head = client.send("HEAD", path, &accept, Body::empty()).await;
        assert!(!get.body.is_empty(), "{path}");
        assert_eq!(head.body, b"", "{path}");
        assert_eq!(head.status, get.status, "{path}");
        get.headers.remove("date");
        head.headers.remove("date");
        assert_eq!(head.headers, get.headers, "{path} {accept:?}");
        let length = get.body.len().to_string();
        assert_eq!(head.header("content-length"), length, "{path}");
    }
    assert_eq!(shop.runs(), 0);
    assert_eq!(shop.0.carts.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a15_a_page_without_a_graph_is_a_404_delta() {
    let client = start(&Shop::default()).await;
    assert_eq!(client.html("/about").await.text(), "<h1>About</h1>");
    for path in ["/about", "/about?x=1", "/about?affordances=1"] {
        let delta = client.graph_reply(path).await.refused(404, "not_found");
        assert_eq!(
            delta.message.as_deref(),
            Some("There is no graph at this URL.")
        );
    }
    let call = client.call("/about", "idle", json!({})).await;
    call.refused(404, "not_found");
}

#[tokio::test]
async fn a16_an_unknown_url_is_404_for_both_in_their_own_words() {
    let client = start(&Shop::default()).await;
    for path in [
        "/nowhere",
        "/products/",
        "/products/tee/more",
        "//cart",
        "/%63art",
        "/Cart",
        "/.well-known/other",
    ] {
        client.graph_reply(path).await.refused(404, "not_found");
        let alias = format!("{path}?affordances=1");
        let reply = client.html(&alias).await;
        reply.refused(404, "not_found");
        let page = client.html(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.text(), "<h1>Nothing here</h1>", "{path}");
    }
}

#[tokio::test]
async fn a17_other_methods_are_405_with_what_works() {
    let client = start(&Shop::default()).await;
    for path in ["/", "/cart", "/products/tee", "/faults", "/faults/a/b"] {
        for method in ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE"] {
            let headers = [("accept", VND), ("content-type", VND)];
            let reply = client.send(method, path, &headers, "{}").await;
            assert_eq!(reply.status, 405, "{method} {path}");
            assert_eq!(allowed(&reply), ["GET", "HEAD", "POST"], "{method} {path}");
            assert_ne!(reply.content_type(), VND);
        }
    }
}

/// The methods in `Allow`, sorted.
fn allowed(reply: &Reply) -> Vec<String> {
    let mut methods: Vec<_> = reply
        .header("allow")
        .split(',')
        .map(|method| method.trim().to_owned())
        .collect();
    methods.sort();
    methods
}

#[tokio::test]
async fn a53_there_is_no_406_for_a_page_that_has_html() {
    let client = start(&Shop::default()).await;
    for accept in [
        "image/png",
        "text/html;q=0",
        "text/html;q=0, */*;q=0",
        "*/*;q=0",
        "vnd;q=0, text/html;q=0",
        "application/json, text/html;q=0",
        "text/markdown",
    ] {
        assert_page(&accepting(&client, "/cart", &[accept]).await, accept);
    }
}
