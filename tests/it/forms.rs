//! People: a form posted to the page walks the same seven steps, and is
//! answered by a page (A140).

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use serde_json::json;

use crate::support::{ORIGIN, Reply, Shop, VND, serve, start};

#[track_caller]
fn assert_page(reply: &Reply, status: u16) {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.content_type(), "text/html");
}

#[track_caller]
fn assert_see_other(reply: &Reply, to: &str) {
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_eq!(reply.header("location"), to);
    assert!(reply.body.is_empty());
}

#[tokio::test]
async fn a_form_that_succeeds_is_303_to_the_redirect_or_the_page() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    let reply = ada
        .form("/products/tee?action=addToCart", "sku=TEE&quantity=2")
        .await;
    assert_see_other(&reply, "/products/tee");
    let reply = ada
        .form("/cart?action=applyCoupon", "kind=percent&code=TEN")
        .await;
    assert_see_other(&reply, "/cart");
    let reply = ada.form("/products/tee?action=discontinue", "").await;
    assert_see_other(&reply, "/");
    assert_eq!(shop.runs(), 3);
    assert_eq!(shop.0.carts.lock().unwrap()["person:ada"], 2);
}

#[tokio::test]
async fn what_the_action_adds_goes_with_the_303() {
    let client = start(&Shop::default()).await;
    let reply = client.form("/?action=signIn", "name=ada").await;
    assert_see_other(&reply, "/");
    assert_eq!(
        reply.header("set-cookie"),
        "session=ada; HttpOnly; SameSite=Lax"
    );
}

#[tokio::test]
async fn fields_become_what_the_schema_says() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    // Left empty, a field that is not required is one that was not filled in.
    let reply = ada
        .form("/products/tee?action=addToCart", "sku=TEE&quantity=")
        .await;
    assert_see_other(&reply, "/products/tee");
    assert_eq!(shop.0.carts.lock().unwrap()["person:ada"], 1);
    // Fields of the other variant that are empty say nothing.
    let fields = "kind=percent&code=TEN&number=&pin=";
    let reply = ada.form("/cart?action=applyCoupon", fields).await;
    assert_see_other(&reply, "/cart");
    let reply = ada
        .form("/products/tee?action=addToCart", "sku=TEE&quantity=three")
        .await;
    assert_page(&reply, 422);
}

#[tokio::test]
async fn a_fault_of_the_input_is_the_page_again_with_422() {
    let shop = Shop::default();
    let ada = start(&shop).await.person("ada");
    // The schema's.
    let reply = ada
        .form("/cart?action=applyCoupon", "kind=giftCard&number=4000")
        .await;
    assert_page(&reply, 422);
    assert!(reply.text().contains("/pin"), "{}", reply.text());
    assert!(reply.text().contains("is required"));
    assert!(reply.text().contains("0 in your cart"), "it is the page");
    assert_eq!(shop.runs(), 0);
    // The handler's.
    let reply = ada
        .form("/cart?action=applyCoupon", "kind=percent&code=NO")
        .await;
    assert_page(&reply, 422);
    assert!(reply.text().contains("/code") && reply.text().contains("is not known"));
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a_guard_that_says_no_is_the_page_again_with_409() {
    let shop = Shop::default();
    let ada = start(&shop).await.person("ada");
    for action in [
        "/cart?action=checkout",
        "/cart?action=checkout&confirm=true",
    ] {
        let reply = ada.form(action, "").await;
        assert_page(&reply, 409);
        assert!(
            reply.text().contains("The cart is empty"),
            "{}",
            reply.text()
        );
    }
    assert_eq!(shop.runs(), 0);
}

#[tokio::test]
async fn what_needs_approval_is_asked_with_428_and_runs_once_confirmed() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    ada.form("/products/tee?action=addToCart", "sku=TEE&quantity=2")
        .await;
    for unconfirmed in [
        "",
        "&confirm=",
        "&confirm=false",
        "&confirm=1",
        "&confirm=TRUE",
    ] {
        let reply = ada
            .form(&format!("/cart?from=a&action=checkout{unconfirmed}"), "")
            .await;
        assert_page(&reply, 428);
        let text = reply.text();
        assert!(text.contains("Order 2 pieces for person:ada"), "{text}");
        assert!(
            text.contains("action='/cart?from=a&action=checkout&confirm=true'"),
            "{text}"
        );
    }
    // Not by the body: it holds the input alone.
    let reply = ada.form("/cart?action=checkout", "confirm=true").await;
    assert_page(&reply, 422);
    assert_eq!(shop.runs(), 1);
    let reply = ada
        .form("/cart?from=a&action=checkout&confirm=true", "")
        .await;
    assert_see_other(&reply, "/");
    assert_eq!(shop.runs(), 2);
}

#[tokio::test]
async fn a140_a_form_is_admitted_like_a_call() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let path = "/products/tee?action=addToCart";
    let stranger = client.form(path, "sku=TEE").await;
    assert_page(&stranger, 401);
    assert!(stranger.text().contains("Sign in"));
    assert_eq!(stranger.header("www-authenticate"), "Bearer");
    let wrong = client
        .bearer("wrong")
        .person("ada")
        .form(path, "sku=TEE")
        .await;
    assert_page(&wrong, 401);
    // The Origin rule.
    let ada = client.cookie("ada");
    assert_page(&ada.form(path, "sku=TEE").await, 403);
    for origin in ["https://evil.example", "null", "https://shop.example.evil"] {
        assert_page(&ada.with("origin", origin).form(path, "sku=TEE").await, 403);
    }
    let foreign = client.with("origin", "https://evil.example");
    let reply = foreign.form("/?action=signIn", "name=mallory").await;
    assert_page(&reply, 403);
    assert_eq!(reply.header("set-cookie"), "");
    assert_eq!(shop.counts(), (0, 0, 0));
    let reply = ada.with("origin", ORIGIN).form(path, "sku=TEE").await;
    assert_see_other(&reply, "/products/tee");
}

#[tokio::test]
async fn a140_any_other_failure_is_a_page_with_its_status() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    for path in [
        "/cart?action=dance",
        "/products/tee?action=secret",
        "/faults?action=hidde",
    ] {
        assert_page(&ada.form(path, "").await, 404);
    }
    let missing = ada
        .form("/products/missing?action=addToCart", "sku=TEE")
        .await;
    assert_page(&missing, 404);
    let fault = ada.form("/faults?action=fail", "").await;
    assert_page(&fault, 500);
    assert!(fault.text().contains(fault.header("x-request-id")));
    for _ in 0..2 {
        let reply = ada.form("/faults?action=rarely", "query=q").await;
        assert_see_other(&reply, "/faults");
    }
    let reply = ada.form("/faults?action=rarely", "query=q").await;
    assert_page(&reply, 429);
    let wait: u64 = reply.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&wait));
}

#[tokio::test]
async fn action_and_confirm_are_not_the_pages_query() {
    let client = start(&Shop::default()).await;
    let posted = "/faults/a%20b?x=1&action=idle&y=%26&confirm=true";
    let reply = client.form(posted, "").await;
    assert_see_other(&reply, "/faults/a%20b?x=1&y=%26");
    // Nor does the page see them when it is drawn again.
    let posted = "/faults/a?action=search&x=1&confirm=true&action=idle";
    let reply = client.form(posted, "query=").await;
    assert_page(&reply, 422);
    let text = reply.text();
    assert!(text.contains(r#"Some("x=1")"#), "{text}");
    let link = r#"href="/faults/a?x=1&amp;affordances=1""#;
    assert!(text.contains(link), "{text}");
    // On GET they are the page's own words.
    let html = client
        .html("/faults/a?action=search&confirm=true")
        .await
        .text();
    assert!(html.contains("action=search&confirm=true"), "{html}");
}

#[tokio::test]
async fn the_action_is_named_by_the_url_alone() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    let reply = ada.form("/products/tee", "action=addToCart&sku=TEE").await;
    assert_eq!(reply.status, 415);
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn json_and_multipart_to_a_page_are_415() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    let multipart = "--b\r\ncontent-disposition: form-data; name=\"sku\"\r\n\r\nTEE\r\n--b--\r\n";
    let json = json!({ "sku": "TEE" }).to_string();
    for (content_type, body) in [
        ("application/json", json.as_str()),
        ("multipart/form-data; boundary=b", multipart),
        ("text/plain", "sku=TEE"),
    ] {
        for path in ["/products/tee?action=addToCart", "/products/tee"] {
            let headers = [("content-type", content_type)];
            let reply = ada.send("POST", path, &headers, body.to_owned()).await;
            assert_eq!(reply.status, 415, "{content_type}");
            assert_ne!(reply.content_type(), VND);
        }
    }
    assert_eq!(shop.counts(), (0, 0, 0));
    // The essence counts, not the parameters.
    let form = [(
        "content-type",
        "Application/X-WWW-Form-Urlencoded; charset=utf-8",
    )];
    let reply = ada
        .send("POST", "/products/tee?action=addToCart", &form, "sku=TEE")
        .await;
    assert_see_other(&reply, "/products/tee");
}

#[tokio::test]
async fn fields_that_are_no_text_are_survived() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.person("ada");
    for fields in [
        "%FF=%FF",
        "%",
        "&&&===",
        "sku[]=TEE",
        "sku=TEE&sku=TEE",
        "\0",
    ] {
        let reply = ada.form("/products/tee?action=addToCart", fields).await;
        assert_page(&reply, 422);
    }
    assert_eq!(shop.runs(), 0);
}

/// Every path there is.
#[page(route = "/[[...rest]]", state = ())]
mod everything {
    use super::*;

    #[entities]
    pub(crate) struct Entities {}

    #[load]
    pub(crate) async fn load() -> Entities {
        Entities {}
    }

    #[view]
    pub(crate) fn view(_: &Entities, page: &PageView) -> Html<String> {
        Html(
            page.confirmation()
                .map_or(String::new(), |c| c.post_url.clone()),
        )
    }

    /// Do nothing.
    #[action(expose = "public")]
    pub(crate) async fn act() {}

    /// Do nothing, once approved.
    #[action(expose = "confirm", summary = "Do nothing")]
    pub(crate) async fn approve() {}
}

site! {
    static EVERYTHING: () = { name: "Everything", auth: [bearer], pages: [everything] }
}

#[tokio::test]
async fn a125_a_form_never_leads_away_from_the_site() {
    let site = Affordances::new(&EVERYTHING)
        .authenticate(crate::support::fixture::Callers)
        .rate_limit(None);
    let app = Router::new().merge(site.pages()).with_state(());
    let client = serve(site.finish(app).unwrap()).await;
    let agent = client.bearer("token-a");
    for (path, to) in [
        ("/a%20b", "/a%20b"),
        ("//evil.example/x", "/.//evil.example/x"),
        ("///evil.example", "/.///evil.example"),
        ("/\\evil.example", "/%5Cevil.example"),
    ] {
        let done = client.form(&format!("{path}?action=act&x=1"), "").await;
        assert_see_other(&done, &format!("{to}?x=1"));
        let asked = agent.form(&format!("{path}?action=approve"), "").await;
        assert_page(&asked, 428);
        assert_eq!(asked.text(), format!("{to}?action=approve&confirm=true"));
    }
}

/// Something that is to be approved, word by word.
#[page(route = "/approval", state = ())]
mod approval {
    use super::*;

    #[entities]
    pub(crate) struct Entities {}

    #[load]
    pub(crate) async fn load() -> Entities {
        Entities {}
    }

    #[view]
    pub(crate) fn view(_: &Entities, page: &PageView) -> Html<String> {
        Html(format!("{:?}", page.confirmation().map(|c| &c.fields)))
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Words {
        words: Vec<String>,
    }

    /// Say something.
    #[action(expose = "confirm", summary = joined)]
    pub(crate) async fn say(Input(_): Input<Words>) {}

    fn joined(_: &Entities, words: &Words, _: Option<&Caller>) -> String {
        words.words.join(" ")
    }
}

site! {
    static APPROVAL: () = { name: "Approval", auth: [bearer], pages: [approval] }
}

async fn approval() -> crate::support::Client {
    let site = Affordances::new(&APPROVAL).authenticate(crate::support::fixture::Callers);
    let app = Router::new().merge(site.pages()).with_state(());
    serve(site.finish(app).unwrap()).await.bearer("token-a")
}

#[tokio::test]
async fn what_is_no_part_of_the_input_is_not_posted_again_with_the_approval() {
    let fields = format!("words=a&words=b&other=&{}", "=&".repeat(1000));
    let asked = approval().await.form("/approval?action=say", &fields).await;
    assert_page(&asked, 428);
    assert_eq!(asked.text(), r#"Some([("words", "a"), ("words", "b")])"#);
}

#[tokio::test]
async fn a18_a_link_that_proxies_would_refuse_is_left_out_of_the_headers() {
    let client = approval().await;
    for (length, there) in [(1000, true), (3000, false)] {
        let page = client
            .html(&format!("/approval?{}", "x".repeat(length)))
            .await;
        assert_page(&page, 200);
        assert_eq!(page.headers.contains_key("link"), there, "{length}");
    }
}
