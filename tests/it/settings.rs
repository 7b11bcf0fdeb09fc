//! What an app decides at start: each setting does what it says.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use affordances::protocol::ErrorCode;
use affordances::{IpNet, PageError, Rate, RateLimiter, Unreachable};
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Html;
use serde_json::json;

use crate::support::fixture::{LoadFault, app, site};
use crate::support::{Client, Shop, VND, serve};

const TEE: &str = "/products/tee";

type Heard = (
    &'static str,
    Option<&'static str>,
    Option<String>,
    Option<ErrorCode>,
);

#[tokio::test]
async fn on_call_hears_of_every_call_once() {
    let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
    let hears = heard.clone();
    let shop = Shop::with_stock(1);
    let site = site().on_call(move |call| {
        assert!(call.duration < Duration::from_secs(20));
        let subject = call.subject.map(str::to_owned);
        hears
            .lock()
            .unwrap()
            .push((call.page, call.action, subject, call.code));
    });
    let client = serve(app(&site, shop.clone())).await;
    let agent = client.bearer("token-a");
    let sku = json!({ "sku": "TEE" });
    let expect = |page, action, subject: &str, code| {
        let subject = (!subject.is_empty()).then(|| subject.to_owned());
        let heard = std::mem::take(&mut *heard.lock().unwrap());
        assert_eq!(heard, [(page, action, subject, code)]);
    };
    let (add, buy) = (Some("addToCart"), Some("buyOut"));
    agent.call(TEE, "addToCart", sku.clone()).await;
    expect("product", add, "agent:a", None);
    agent.call(TEE, "dance", sku.clone()).await;
    expect("product", None, "agent:a", Some(ErrorCode::NotFound));
    client.call(TEE, "addToCart", sku.clone()).await;
    expect("product", add, "", Some(ErrorCode::Unauthorized));
    agent.call(TEE, "addToCart", json!({})).await;
    expect("product", add, "agent:a", Some(ErrorCode::InvalidInput));
    agent.call(TEE, "buyOut", sku.clone()).await;
    expect("product", buy, "agent:a", Some(ErrorCode::ConfirmRequired));
    client
        .person("ada")
        .form("/products/tee?action=addToCart", "sku=TEE")
        .await;
    expect("product", add, "person:ada", None);
    client.call("/faults", "explode", json!({})).await;
    expect("faults", Some("explode"), "", Some(ErrorCode::Internal));
    shop.0.next_loads.lock().unwrap().push(LoadFault::Panic);
    agent.call(TEE, "addToCart", sku.clone()).await;
    expect("product", add, "agent:a", Some(ErrorCode::Internal));
    // Of what times out it is heard how it has ended, not that it was answered.
    client.call("/faults", "slowly", json!({})).await;
    site.drained().await;
    expect("faults", Some("slowly"), "", None);
    // What is no call is none.
    agent.post(TEE, &json!([])).await;
    agent.graph(TEE).await;
    assert_eq!(heard.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn on_call_that_panics_changes_no_answer() {
    let site = site().on_call(|_| panic!("a fault of the hook"));
    let client = serve(app(&site, Shop::with_stock(1)))
        .await
        .bearer("token-a");
    let reply = client.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
    reply.done();
    client
        .call(TEE, "dance", json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn statuses_are_overridden_in_one_table() {
    let site = site().statuses(|code, usual| match code {
        ErrorCode::ConfirmRequired => StatusCode::CONFLICT,
        ErrorCode::InvalidInput if usual == StatusCode::UNPROCESSABLE_ENTITY => {
            StatusCode::BAD_REQUEST
        }
        _ => usual,
    });
    let client = serve(app(&site, Shop::with_stock(1)))
        .await
        .bearer("token-a");
    let sku = json!({ "sku": "TEE" });
    let reply = client.call(TEE, "buyOut", sku).await;
    reply.refused(409, "confirm_required");
    client
        .call(TEE, "buyOut", json!({}))
        .await
        .refused(400, "invalid_input");
    client
        .call(TEE, "dance", json!({}))
        .await
        .refused(404, "not_found");
    let form = client.form("/products/tee?action=buyOut", "sku=TEE").await;
    assert_eq!(form.status, 409);
}

#[tokio::test]
async fn error_page_draws_what_has_no_entities() {
    let site = site().error_page(|error: &PageError| {
        let who = error
            .caller
            .as_ref()
            .map_or("nobody", |caller| caller.subject());
        Html(format!(
            "<h1>{} {}</h1>{} at {} for {who}",
            error.status.as_u16(),
            error.code,
            error.message,
            error.path
        ))
    });
    let client = serve(app(&site, Shop::with_stock(1))).await;
    let ada = client.person("ada");
    let missing = ada.html("/products/missing").await;
    assert_eq!(
        (missing.status.as_u16(), missing.content_type()),
        (404, "text/html")
    );
    assert_eq!(
        missing.text(),
        "<h1>404 not_found</h1>There is nothing here. at /products/missing for person:ada"
    );
    let stranger = client.form("/cart?action=checkout", "").await;
    assert_eq!(stranger.status, 401);
    assert!(stranger.text().starts_with("<h1>401 unauthorized</h1>"));
    assert!(stranger.text().ends_with(" at /cart for nobody"));
    assert_eq!(stranger.header("www-authenticate"), "Bearer");
    let fault = client.form("/faults?action=fail", "").await;
    assert_eq!(fault.status, 500);
    assert!(fault.text().contains(fault.header("x-request-id")));
    assert!(!fault.text().contains("secret-cause"));
    // What the page itself shows is not drawn by it.
    let page = ada
        .form("/cart?action=applyCoupon", "kind=percent&code=X")
        .await;
    assert!(!page.text().contains("<h1>422"));
}

#[tokio::test]
async fn rate_limit_holds_for_actions_without_their_own() {
    let site = site().rate_limit(Some(Rate::new(3, 3600)));
    let client = serve(app(&site, Shop::default())).await;
    for _ in 0..3 {
        client.call("/faults", "idle", json!({})).await.done();
    }
    let reply = client.call("/faults", "idle", json!({})).await;
    reply.refused(429, "rate_limited");
    let wait: u64 = reply.header("retry-after").parse().unwrap();
    assert!((1100..=1200).contains(&wait), "{wait}");
    // Another action, another caller, and the action's own rate.
    let search = json!({ "query": "q" });
    client
        .call("/faults", "search", search.clone())
        .await
        .done();
    let agent = client.bearer("token-a");
    agent.call("/faults", "idle", json!({})).await.done();
    for _ in 0..2 {
        agent.call("/faults", "rarely", search.clone()).await.done();
    }
    let reply = agent.call("/faults", "rarely", search).await;
    reply.refused(429, "rate_limited");
    // Reading is free.
    for _ in 0..10 {
        assert_eq!(client.graph_reply("/faults").await.status, 200);
    }
}

#[tokio::test]
async fn without_a_rate_limit_an_actions_own_still_holds() {
    let client = serve(app(&site(), Shop::default())).await;
    for _ in 0..100 {
        client.call("/faults", "idle", json!({})).await.done();
    }
    let agent = client.bearer("token-a");
    let input = json!({ "query": "q" });
    for _ in 0..2 {
        agent.call("/faults", "rarely", input.clone()).await.done();
    }
    agent
        .call("/faults", "rarely", input)
        .await
        .refused(429, "rate_limited");
}

/// Notes what it is asked.
#[derive(Clone, Default)]
struct Noting(Arc<Mutex<Vec<(String, Rate)>>>);

impl RateLimiter for Noting {
    async fn check(
        &self,
        key: &str,
        rate: Rate,
    ) -> std::result::Result<Option<Duration>, Unreachable> {
        self.0.lock().unwrap().push((key.to_owned(), rate));
        Ok(Some(Duration::from_millis(1500)))
    }
}

/// A limiter that cannot be reached.
struct Down;

impl RateLimiter for Down {
    async fn check(&self, _: &str, _: Rate) -> std::result::Result<Option<Duration>, Unreachable> {
        Err(Unreachable::new("secret-cause: no route to the counter"))
    }
}

#[tokio::test]
async fn a_rate_limiter_out_of_reach_is_503_and_nothing_runs() {
    let shop = Shop::default();
    let client = serve(app(&site().rate_limiter(Down), shop.clone())).await;
    let input = json!({ "query": "q" });
    let agent = client.bearer("token-a");
    let reply = agent.call("/faults", "rarely", input).await;
    reply.refused(503, "internal");
    assert!(!reply.header("retry-after").is_empty() && !reply.text().contains("secret"));
    assert_eq!(shop.runs(), 0);
}

#[tokio::test]
async fn rate_limiter_is_the_apps_own_and_its_wait_is_rounded_up() {
    let noting = Noting::default();
    let site = site().rate_limiter(noting.clone());
    let client = serve(app(&site, Shop::default())).await;
    let input = json!({ "query": "q" });
    for agent in [client.bearer("token-a"), client.person("ada")] {
        let reply = agent.call("/faults", "rarely", input.clone()).await;
        reply.refused(429, "rate_limited");
        assert_eq!(reply.header("retry-after"), "2");
    }
    let reply = client
        .bearer("wrong")
        .call("/faults", "rarely", input)
        .await;
    reply.refused(429, "rate_limited");
    assert_eq!(
        *noting.0.lock().unwrap(),
        [
            ("faults/rarely/caller/agent:a".to_owned(), Rate::new(2, 60)),
            (
                "faults/rarely/caller/person:ada".to_owned(),
                Rate::new(2, 60)
            ),
            (
                "failed-authentication/client/127.0.0.1".to_owned(),
                Rate::new(20, 60)
            ),
        ]
    );
}

/// Two calls of a stranger at this address: the second one's status.
async fn second_call(client: &Client, forwarded: &str) -> u16 {
    let from = client.with("x-forwarded-for", forwarded);
    from.call("/faults", "idle", json!({}))
        .await
        .status
        .as_u16()
}

#[tokio::test]
async fn trusted_proxies_name_the_client() {
    let once = || site().rate_limit(Some(Rate::new(1, 3600)));
    // Without any, the header is a stranger's own claim.
    let client = serve(app(&once(), Shop::default())).await;
    assert_eq!(second_call(&client, "203.0.113.1").await, 200);
    assert_eq!(second_call(&client, "203.0.113.2").await, 429);
    // With the proxy that connects, each client has its budget, IPv6 by /64.
    let proxies = || [IpNet::parse("127.0.0.0/8").unwrap()];
    let client = serve(app(&once().trusted_proxies(proxies()), Shop::default())).await;
    assert_eq!(second_call(&client, "203.0.113.1").await, 200);
    assert_eq!(second_call(&client, "203.0.113.2").await, 200);
    assert_eq!(second_call(&client, "198.51.100.9, 203.0.113.2").await, 429);
    assert_eq!(second_call(&client, "2001:db8::1").await, 200);
    assert_eq!(second_call(&client, "2001:db8::2").await, 429);
    assert_eq!(second_call(&client, "2001:db8:0:1::1").await, 200);
    // One that is not the peer's is none.
    let others = [IpNet::parse("10.0.0.0/8").unwrap()];
    let client = serve(app(&once().trusted_proxies(others), Shop::default())).await;
    assert_eq!(second_call(&client, "203.0.113.1").await, 200);
    assert_eq!(second_call(&client, "203.0.113.2").await, 429);
}

#[tokio::test]
async fn body_limit_is_independent_of_the_apps() {
    let call = r#"{"action":"search","input":{"query":"q"}}"#;
    let padded = |to: usize| format!("{call}{}", " ".repeat(to - call.len()));
    let vnd = [("content-type", VND)];
    for layer in [DefaultBodyLimit::disable(), DefaultBodyLimit::max(10)] {
        let site = site().body_limit(1000);
        let client = serve(app(&site, Shop::default()).layer(layer)).await;
        client
            .send("POST", "/faults", &vnd, padded(1000))
            .await
            .done();
        let reply = client.send("POST", "/faults", &vnd, padded(1001)).await;
        reply.refused(413, "invalid_input");
        // A form is read under the same limit.
        let fields = format!("query={}", "q".repeat(1000));
        let form = client.form("/faults?action=search", &fields).await;
        assert_eq!(
            (form.status.as_u16(), form.content_type()),
            (413, "text/html")
        );
    }
}

#[tokio::test]
async fn timeout_is_the_sites_where_the_action_has_none() {
    let site = site().timeout(Duration::from_millis(100));
    let shop = Shop::default();
    let client = serve(app(&site, shop.clone())).await;
    // Its own 300 ms hold, not the site's.
    let started = std::time::Instant::now();
    client
        .call("/faults", "slowly", json!({}))
        .await
        .refused(500, "internal");
    assert!(started.elapsed() >= Duration::from_millis(300));
    site.drained().await;
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn origin_may_be_given_several_times() {
    let site = site().origin("http://localhost:3000");
    let client = serve(app(&site, Shop::with_stock(3))).await.cookie("ada");
    for (origin, status) in [
        (crate::support::ORIGIN, 200),
        ("http://localhost:3000", 200),
        ("http://localhost:3001", 403),
        ("http://127.0.0.1:3000", 403),
    ] {
        let from = client.with("origin", origin);
        let reply = from.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
        assert_eq!(reply.status, status, "{origin}");
    }
}
