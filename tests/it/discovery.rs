//! A18 to A37, A39 to A44: how an agent learns what there is.

use std::collections::BTreeMap;

use affordances::prelude::*;
use axum::body::Body;
use axum::extract::RawQuery;
use axum::routing::get;
use axum::{Router, middleware};
use serde_json::{Value, json};

use crate::support::fixture::{self, Callers};
use crate::support::{Client, ORIGIN, Reply, Shop, VND, serve, start};

const INDEX: &str = "/.well-known/affordances.json";

/// Concrete addresses of all pages.
const PAGES: [&str; 6] = [
    "/",
    "/products/tee",
    "/products/a%20b",
    "/cart",
    "/faults",
    "/faults/a/b",
];

async fn index(client: &Client) -> Reply {
    let reply = client.send("GET", INDEX, &[], Body::empty()).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

/// The `href` of the element that advertises the graph, unescaped.
fn element(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<link rel=\"affordances\" href=\"")?;
    Some(
        rest.split_once('"')?
            .0
            .replace("&#39;", "'")
            .replace("&amp;", "&"),
    )
}

/// The target of the `Link` that advertises the graph.
fn link(reply: &Reply) -> Option<String> {
    let links: Vec<_> = reply
        .headers
        .get_all("link")
        .iter()
        .map(|value| value.to_str().unwrap())
        .filter_map(|value| value.strip_suffix(">; rel=\"affordances\""))
        .collect();
    assert!(links.len() < 2, "advertised twice: {links:?}");
    Some(links.first()?.strip_prefix('<')?.to_owned())
}

#[tokio::test]
async fn a18_a19_html_advertises_its_graph_in_both_places() {
    let client = start(&Shop::with_stock(3)).await;
    for path in PAGES {
        let page = client.html(path).await;
        let target = format!("{path}?affordances=1");
        assert_eq!(
            page.header("link"),
            format!("<{target}>; rel=\"affordances\"")
        );
        let head = page.text().split_once("</head>").unwrap().0.to_owned();
        assert_eq!(element(&head), Some(target));
    }
}

#[tokio::test]
async fn a20_the_link_leads_to_the_graph_of_that_same_state() {
    let client = start(&Shop::default()).await;
    for path in [
        "/faults/a?color=red",
        "/faults?x=%20y&x=2&=&flag",
        "/faults/a%2Fb/c?q=%3Cscript%3E%26%22'",
        "/faults?affordances=0&a=1",
    ] {
        let page = client.html(path).await;
        let target = link(&page).unwrap();
        assert_eq!(element(&page.text()).as_ref(), Some(&target), "{path}");
        let followed = client.send("GET", &target, &[], Body::empty()).await;
        assert_eq!(followed.status, 200, "{target}");
        let graph = client.graph_reply(path).await;
        assert_eq!(followed.text(), graph.text(), "{path}");
    }
    let page = client.html("/faults/a?color=red").await;
    assert_eq!(
        link(&page).as_deref(),
        Some("/faults/a?color=red&affordances=1")
    );
}

#[tokio::test]
async fn a21_what_has_no_graph_advertises_none() {
    let client = start(&Shop::default()).await;
    for path in ["/about", "/nowhere", "/products/missing", INDEX] {
        let page = client.html(path).await;
        assert_eq!(link(&page), None, "{path}");
        assert_eq!(element(&page.text()), None, "{path}");
    }
    // Nor does a graph: it is one.
    assert_eq!(link(&client.graph_reply("/cart").await), None);
}

#[tokio::test]
async fn a22_links_of_the_app_are_kept() {
    let site = fixture::site();
    let own = async || ([("link", "</a.css>; rel=preload")], Html("<h1>Own</h1>"));
    let layer = middleware::map_response(async |mut response: axum::response::Response| {
        let value = "</b.css>; rel=preload".parse().unwrap();
        response.headers_mut().append("link", value);
        response
    });
    let app = Router::new()
        .merge(site.page_with(&fixture::cart::PAGE, get(own)))
        .merge(site.pages())
        .layer(layer)
        .with_state(Shop::default());
    let client = serve(site.finish(app).unwrap()).await;
    let links = client.html("/cart?x=1").await.headers;
    let links: Vec<_> = links.get_all("link").iter().collect();
    assert_eq!(
        links,
        [
            "</a.css>; rel=preload",
            "</cart?x=1&affordances=1>; rel=\"affordances\"",
            "</b.css>; rel=preload",
        ]
    );
}

#[tokio::test]
async fn a23_a29_the_alias_is_the_accept_header() {
    let client = start(&Shop::with_stock(3)).await;
    for path in PAGES.into_iter().chain(["/products/missing", "/nowhere"]) {
        let accept = client.graph_reply(path).await;
        for alias in ["?affordances=1", "?affordances=%31", "?&%61ffordances=1"] {
            let url = format!("{path}{alias}");
            for sent in [None, Some("text/html"), Some("*/*"), Some("image/png")] {
                let headers: Vec<_> = sent.map(|sent| ("accept", sent)).into_iter().collect();
                let reply = client.send("GET", &url, &headers, Body::empty()).await;
                assert_eq!(reply.status, accept.status, "{url}");
                assert_eq!(reply.text(), accept.text(), "{url}");
                for header in ["content-type", "vary", "cache-control"] {
                    assert_eq!(reply.header(header), accept.header(header), "{url}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a24_a25_a26_a28_the_page_never_sees_the_alias() {
    let client = start(&Shop::default()).await;
    for (query, seen) in [
        ("affordances=1", None),
        ("a=1&affordances=1&b=2", Some("a=1&b=2")),
        ("affordances=1&a=%20+&a=%2F&=", Some("a=%20+&a=%2F&=")),
        ("affordances=1&x&affordances=1", Some("x")),
        ("%61ffordances=1&x=1&affordance%73=%31", Some("x=1")),
        ("b=2&a=1&affordances=0&affordances=1", Some("b=2&a=1")),
        ("affordances=1&xaffordances=1", Some("xaffordances=1")),
        ("affordances=1&x=affordances=1", Some("x=affordances=1")),
        ("affordances=1&Affordances=1", Some("Affordances=1")),
    ] {
        let url = format!("/faults/a%20b?{query}");
        let graph = client.send("GET", &url, &[], Body::empty()).await.value();
        assert_eq!(graph["entities"]["address"]["query"], json!(seen), "{url}");
        assert_eq!(graph["page"], "/faults/a%20b", "{url}");
        assert_eq!(graph["route"], "/faults/[[...rest]]", "{url}");
    }
}

#[tokio::test]
async fn a27_only_the_value_1_asks() {
    let client = start(&Shop::default()).await;
    for query in [
        "affordances=0",
        "affordances=",
        "affordances",
        "affordances=11",
        "affordances=true",
        "affordances=1%20",
        "affordances=+1",
        "x=affordances=1",
        "Affordances=1",
    ] {
        let page = client.html(&format!("/cart?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        assert_eq!(page.content_type(), "text/html", "{query}");
    }
    // Whatever its value, the name is not the page's.
    let page = client.html("/faults?affordances=0&a=1").await;
    assert!(page.text().contains("Some(\"a=1\")"), "{}", page.text());
}

/// What a call sees of its own URL.
#[page(route = "/echo", state = Echo)]
mod echo {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        seen: Seen,
    }

    #[derive(Serialize)]
    pub(crate) struct Seen {
        query: Option<String>,
    }

    #[load]
    async fn load(RawQuery(query): RawQuery) -> Entities {
        Entities {
            seen: Seen { query },
        }
    }

    #[view]
    fn view() -> Html<&'static str> {
        Html("")
    }

    /// Say what the URL's query was, to the page and to the action.
    #[action(expose = "public", effects = [seen])]
    async fn echo(
        uri: axum::http::Uri,
        axum::extract::OriginalUri(original): axum::extract::OriginalUri,
        _: &Write<Seen>,
    ) -> [String; 2] {
        [uri.to_string(), original.to_string()]
    }
}

#[derive(Clone)]
struct Echo;

site! { static ECHO: Echo = { name: "Echo", auth: [], pages: [echo] } }

#[tokio::test]
async fn a30_the_alias_is_taken_out_of_calls_too() {
    let site = Affordances::new(&ECHO);
    let app = site.finish(site.pages().with_state(Echo)).unwrap();
    let client = serve(app).await;
    let url = "/echo?a=1&affordances=1&b=%20&%61ffordances=0";
    let delta = client.call(url, "echo", json!({})).await.done();
    assert_eq!(
        delta.changed.unwrap()["seen"],
        json!({ "query": "a=1&b=%20" })
    );
    let seen = "/echo?a=1&b=%20";
    assert_eq!(delta.output, Some(json!([seen, seen])));
    let delta = client.call("/echo?affordances=1", "echo", json!({})).await;
    assert_eq!(
        delta.done().changed.unwrap()["seen"],
        json!({ "query": null })
    );
}

#[tokio::test]
async fn a31_a32_a33_a39_the_index_names_every_page_and_action() {
    let client = start(&Shop::default()).await;
    let index = index(&client).await.value();
    assert_eq!(index["v"], "0");
    assert_eq!(index["name"], "The fixture");
    assert_eq!(index["auth"], json!(["cookie", "bearer"]));
    assert_eq!(index.get("mcp"), None);

    let routes = index["routes"].as_array().unwrap();
    let listed: Vec<_> = routes
        .iter()
        .map(|r| r["route"].as_str().unwrap())
        .collect();
    let declared: Vec<_> = fixture::SITE.pages.iter().map(|p| p.meta.route).collect();
    assert_eq!(listed, declared);

    let listed: BTreeMap<_, Vec<_>> = routes
        .iter()
        .map(|route| {
            let actions = route["actions"].as_array().unwrap().iter();
            let names = actions.map(|a| a["name"].as_str().unwrap()).collect();
            (route["route"].as_str().unwrap(), names)
        })
        .collect();
    for (route, actions) in [
        ("/", &["signIn"][..]),
        ("/products/[slug]", &["addToCart", "buyOut", "discontinue"]),
        ("/cart", &["applyCoupon", "checkout"]),
        (
            "/faults/[[...rest]]",
            &[
                "search", "rarely", "idle", "fail", "explode", "slowly", "scoped",
            ],
        ),
    ] {
        for action in actions {
            assert!(listed[route].contains(action), "{route} {action}");
        }
    }

    for route in routes {
        let description = route["description"].as_str().unwrap();
        assert!(!description.trim().is_empty() && !description.contains('\n'));
    }
    assert_eq!(routes[1]["description"], "One product.");
    let add = &routes[1]["actions"][0];
    assert_eq!(add["guard"], "the product is in stock");
    assert_eq!(add["description"], "Add pieces to the cart.");
}

#[tokio::test]
async fn a34_what_nobody_may_know_is_not_in_the_index() {
    let client = start(&Shop::default()).await;
    let text = index(&client.person("ada")).await.text();
    for name in ["secret", "Staff code", "hidden", "For those who may know"] {
        assert!(!text.contains(name), "{name}: {text}");
    }
    assert!(text.contains("addToCart"));
}

#[tokio::test]
async fn a35_a36_a_summary_is_the_descriptor_without_availability() {
    let client = start(&Shop::with_stock(3)).await;
    let index = index(&client).await.value();
    for (n, path) in [
        (0, "/"),
        (1, "/products/tee"),
        (2, "/cart"),
        (3, "/faults/x"),
    ] {
        for client in [&client, &client.person("bob"), &client.bearer("token-a")] {
            let graph = client.graph_reply(path).await.value();
            assert_eq!(graph["route"], index["routes"][n]["route"]);
            let mut summaries = graph["actions"].as_array().unwrap().clone();
            for action in &mut summaries {
                let members = action.as_object_mut().unwrap();
                assert!(members.remove("available").is_some());
                members.remove("reason");
            }
            assert_eq!(json!(summaries), index["routes"][n]["actions"], "{path}");
        }
    }
}

site! {
    static BEARER_ONLY: Shop = {
        name: "For agents",
        auth: [bearer],
        pages: [fixture::home, fixture::product],
    }
}

site! {
    static COOKIE_ONLY: Shop = {
        name: "For people",
        auth: [cookie],
        pages: [fixture::home, fixture::product],
    }
}

#[tokio::test]
async fn a37_the_listed_modes_work_and_no_other() {
    for (site, listed) in [
        (&fixture::SITE, &["cookie", "bearer"][..]),
        (&BEARER_ONLY, &["bearer"]),
        (&COOKIE_ONLY, &["cookie"]),
    ] {
        let site = Affordances::new(site)
            .origin(ORIGIN)
            .authenticate(Callers)
            .rate_limit(None);
        let app = site.pages().with_state(Shop::with_stock(3));
        let client = serve(site.finish(app).unwrap()).await;
        assert_eq!(index(&client).await.value()["auth"], json!(listed));
        for (mode, caller) in [
            ("cookie", client.person("ada")),
            ("bearer", client.bearer("token-a")),
        ] {
            let reply = caller
                .call("/products/tee", "addToCart", json!({ "sku": "TEE" }))
                .await;
            if listed.contains(&mode) {
                assert_eq!(reply.done().output, Some(json!({ "quantity": 1 })));
            } else {
                reply.refused(401, "unauthorized");
            }
        }
    }
}

#[tokio::test]
async fn a40_published_schemas_are_valid_2020_12() {
    let client = start(&Shop::default()).await;
    let index = index(&client).await.value();
    let mut schemas = Vec::new();
    for route in index["routes"].as_array().unwrap() {
        for action in route["actions"].as_array().unwrap() {
            schemas.push(action["input"].clone());
            schemas.extend(action.get("output").cloned());
        }
    }
    assert!(schemas.len() > 12);
    let validates = |schema: &Value| {
        jsonschema::draft202012::meta::validate(schema)
            .map_err(|error| error.to_string())
            .map(drop)
    };
    for schema in &schemas {
        assert_eq!(validates(schema), Ok(()), "{schema}");
        jsonschema::draft202012::new(schema).unwrap();
        // Input schemas may omit it; one that is there tells the truth.
        let draft = "https://json-schema.org/draft/2020-12/schema";
        assert!([None, Some(&json!(draft))].contains(&schema.get("$schema")));
    }
    // The check can fail.
    assert!(validates(&json!({ "type": "integre" })).is_err());
    assert!(validates(&json!({ "required": "sku" })).is_err());
}

#[tokio::test]
async fn a41_a_page_that_was_never_opened_takes_a_call() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-b");
    let delta = agent
        .call(
            "/products/cap",
            "addToCart",
            json!({ "sku": "TEE", "quantity": 4 }),
        )
        .await
        .done();
    assert_eq!(delta.output, Some(json!({ "quantity": 4 })));
    let changed = json!({ "cart": { "quantity": 4 } });
    assert_eq!(json!(delta.changed), changed);
}

#[tokio::test]
async fn a42_a_straight_call_is_judged_like_any_other() {
    let shop = Shop::with_stock(0);
    let client = start(&shop).await;
    let input = json!({ "sku": "TEE" });
    let stranger = client.call("/products/tee", "addToCart", input.clone());
    stranger.await.refused(401, "unauthorized");
    let agent = client.bearer("token-a");
    let sold_out = agent.call("/products/tee", "addToCart", input).await;
    let delta = sold_out.refused(409, "unavailable");
    assert_eq!(delta.message.as_deref(), Some("Sold out"));
    assert_eq!(shop.runs(), 0);
}

#[tokio::test]
async fn a43_the_index_is_the_same_for_everybody() {
    let client = start(&Shop::default()).await;
    let first = index(&client).await;
    assert_eq!(first.header("cache-control"), "public, no-cache");
    let tag = first.header("etag");
    assert!(tag.starts_with('"') && tag.len() > 2, "{tag}");
    for other in [
        client.person("ada"),
        client.person("bob"),
        client.bearer("token-a"),
        client.bearer("wrong"),
        client.with("accept", VND),
        client.with("accept", "text/html"),
        client.with("host", "evil.example"),
    ] {
        let reply = index(&other).await;
        assert_eq!(reply.text(), first.text());
        assert_eq!(reply.header("etag"), tag);
        assert_eq!(reply.header("cache-control"), "public, no-cache");
    }
    // Whoever has it already need not fetch it again.
    for matching in [tag, "*", &format!("W/{tag}"), &format!("\"x\", {tag}")] {
        let headers = [("if-none-match", matching)];
        let reply = client.send("GET", INDEX, &headers, Body::empty()).await;
        assert_eq!(reply.status, 304, "{matching}");
        assert_eq!(reply.header("etag"), tag);
        assert_eq!(reply.text(), "");
    }
    let other = [("if-none-match", "\"other\"")];
    let reply = client.send("GET", INDEX, &other, Body::empty()).await;
    assert_eq!(reply.text(), first.text());
}

#[tokio::test]
async fn a44_the_index_answers_get_and_head_alone() {
    let client = start(&Shop::default()).await;
    let get = index(&client).await;
    let head = client.send("HEAD", INDEX, &[], Body::empty()).await;
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), VND);
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    assert_eq!(head.text(), "");
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
        for content_type in [VND, "application/x-www-form-urlencoded"] {
            let headers = [("content-type", content_type), ("accept", VND)];
            let reply = client.send(method, INDEX, &headers, "{}").await;
            assert_eq!(reply.status, 405, "{method}");
            assert_eq!(reply.header("allow"), "GET,HEAD", "{method}");
        }
    }
}
