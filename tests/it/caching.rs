//! A45 to A52: no cache ever serves one representation for the other.

use affordances::prelude::*;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use serde_json::json;

use crate::support::proxy::{From, Proxy};
use crate::support::{Client, Reply, Shop, VND, fixture, serve, start};

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
const AGENT: (&str, &str) = ("accept", VND);

/// The fixture's app inside a layer, with `/about` and its own 404 beside the
/// pages.
async fn behind<F, Out>(shop: &Shop, layer: F) -> Client
where
    F: Fn(Request, Next) -> Out + Clone + Send + Sync + 'static,
    Out: Future<Output = Response> + Send + 'static,
{
    let site = fixture::site();
    let app = Router::new()
        .merge(site.pages())
        .route("/about", get(async || Html("<h1>About</h1>")))
        .layer(middleware::from_fn(layer))
        .with_state(shop.clone());
    serve(site.finish(app).unwrap()).await
}

#[tokio::test]
async fn a45_a46_a47_documents_are_private_and_vary_by_accept() {
    let client = start(&Shop::with_stock(3)).await;
    for (path, status) in [
        ("/cart", 200),
        ("/cart?affordances=1", 200),
        ("/faults/a", 200),
        ("/about", 404),
        ("/nowhere", 404),
        ("/nowhere?affordances=1", 404),
        ("/products/missing", 404),
    ] {
        for client in [&client, &client.person("ada"), &client.bearer("token-a")] {
            let reply = client.graph_reply(path).await;
            assert_eq!(reply.status, status, "{path}");
            assert_eq!(reply.header("vary"), "Accept", "{path}");
            assert_eq!(reply.header("cache-control"), "private, no-store", "{path}");
        }
    }
    let invalid = client.bearer("wrong").graph_reply("/cart").await;
    invalid.refused(401, "unauthorized");
    assert_eq!(invalid.header("cache-control"), "private, no-store");
    assert_eq!(invalid.header("vary"), "Accept");
}

#[tokio::test]
async fn a48_all_html_is_keyed_on_accept() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for (path, status) in [
        ("/", 200),
        ("/products/tee", 200),
        ("/cart", 200),
        ("/faults", 200),
        ("/about", 200),
        ("/nowhere", 404),
        ("/products/missing", 404),
    ] {
        for client in [&client, &client.person("ada")] {
            let reply = client.html(path).await;
            assert_eq!(reply.status, status, "{path}");
            assert_eq!(reply.content_type(), "text/html", "{path}");
            assert_eq!(reply.header("vary"), "Accept", "{path}");
        }
    }
    shop.0
        .next_loads
        .lock()
        .unwrap()
        .push(fixture::LoadFault::Error);
    let failed = client.html("/cart").await;
    assert_eq!(failed.status, 500);
    assert_eq!(failed.header("vary"), "Accept");
    let form = client.person("ada").form("/cart?action=checkout", "").await;
    assert_eq!(form.status, 409);
    assert_eq!(form.header("vary"), "Accept");
}

/// A layer that lets every cache keep the HTML, whoever has asked for it.
async fn for_everybody(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_none_or(|of| of != VND)
    {
        response.headers_mut().remove(header::CACHE_CONTROL);
    }
    response
}

#[tokio::test]
async fn html_drawn_for_a_visitor_is_private_unless_the_app_says_otherwise() {
    let client = start(&Shop::with_stock(3)).await;
    for path in ["/cart", "/products/missing"] {
        let page = client.html(path).await;
        assert_eq!(page.header("cache-control"), "private, no-cache", "{path}");
    }
    assert_eq!(client.html("/about").await.header("cache-control"), "");
}

#[tokio::test]
async fn a49_a_shared_cache_never_mixes() {
    let app = fixture::app(&fixture::site(), Shop::with_stock(3));
    let client = serve(app.layer(middleware::from_fn(for_everybody))).await;
    for path in [
        "/",
        "/products/tee",
        "/cart?x=1",
        "/faults/a?x=1",
        "/about",
        "/nowhere",
        "/products/missing",
    ] {
        let alias = format!(
            "{path}{}affordances=1",
            if path.contains('?') { '&' } else { '?' }
        );
        for html_first in [true, false] {
            let proxy = Proxy::new(&client);
            let asked = if html_first {
                [BROWSER, AGENT]
            } else {
                [AGENT, BROWSER]
            };
            for round in 0..2 {
                for accept in asked {
                    let (reply, from) = proxy.get(path, &[accept]).await;
                    let (expected, stored) = if accept == BROWSER {
                        ("text/html", round > 0)
                    } else {
                        (VND, false)
                    };
                    assert_eq!(reply.content_type(), expected, "{path} {accept:?}");
                    let expected = if stored { From::Cache } else { From::Origin };
                    assert_eq!(from, expected, "{path} {accept:?}");
                }
                // The alias needs no header, and its URL has nothing but documents.
                for accept in [BROWSER, AGENT] {
                    let (reply, from) = proxy.get(&alias, &[accept]).await;
                    assert_eq!(reply.content_type(), VND, "{alias}");
                    assert_eq!(from, From::Origin, "{alias}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a49_the_cache_of_these_tests_does_mix_what_has_no_vary() {
    let app = Router::new().route("/cart", get(async || Html("<h1>No Vary</h1>")));
    let proxy = Proxy::new(&serve(app).await);
    assert_eq!(proxy.get("/cart", &[BROWSER]).await.1, From::Origin);
    let (reply, from) = proxy.get("/cart", &[AGENT]).await;
    assert_eq!((reply.content_type(), from), ("text/html", From::Cache));
}

/// A layer that sends every browser to a login page, for everybody to store.
async fn login_wall(request: Request, next: Next) -> Response {
    if request.headers().contains_key("cookie") {
        return next.run(request).await;
    }
    let forever = [(header::CACHE_CONTROL, "public, max-age=60")];
    (forever, Redirect::permanent("/login")).into_response()
}

#[tokio::test]
async fn a49_what_a_layer_says_in_place_of_a_page_is_keyed_on_accept_too() {
    let client = behind(&Shop::default(), login_wall).await;
    let proxy = Proxy::new(&client);
    for _ in 0..2 {
        let (reply, _) = proxy.get("/cart", &[BROWSER]).await;
        assert_eq!(reply.status, 308);
        assert_eq!(reply.header("vary"), "Accept");
        let (reply, from) = proxy.get("/cart", &[AGENT]).await;
        assert_eq!((reply.content_type(), from), (VND, From::Origin));
    }
    assert_eq!(proxy.get("/cart", &[BROWSER]).await.1, From::Cache);
}

#[tokio::test]
async fn a49_a_404_without_a_body_is_keyed_on_accept_too() {
    let site = fixture::site();
    // axum's own 404: no content type, no body.
    let app = site.pages().with_state(Shop::default());
    let proxy = Proxy::new(&serve(site.finish(app).unwrap()).await);
    let (reply, _) = proxy.get("/nowhere", &[BROWSER]).await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (404, ""));
    let (reply, from) = proxy.get("/nowhere", &[AGENT]).await;
    reply.refused(404, "not_found");
    assert_eq!(from, From::Origin);
}

#[tokio::test]
async fn a49_what_else_the_app_has_at_a_page_is_keyed_on_accept_too() {
    let site = fixture::site();
    let own = get(async || ([("content-type", "text/csv")], "sku,quantity"));
    let app = Router::new()
        .merge(site.page_with(&fixture::cart::PAGE, own))
        .merge(site.pages())
        .route("/a.css", get(async || ([("content-type", "text/css")], "")))
        .with_state(Shop::default());
    let client = serve(site.finish(app).unwrap()).await;
    let proxy = Proxy::new(&client);
    let (reply, _) = proxy.get("/cart", &[BROWSER]).await;
    assert_eq!(reply.content_type(), "text/csv");
    assert_eq!(reply.header("vary"), "Accept");
    assert_eq!(reply.header("link"), "");
    let (reply, from) = proxy.get("/cart", &[AGENT]).await;
    assert_eq!((reply.content_type(), from), (VND, From::Origin));
    // What is no page stays as easy to cache as it was.
    assert_eq!(client.html("/a.css").await.header("vary"), "");
}

#[tokio::test]
async fn a50_an_existing_vary_is_extended_and_a_star_is_left() {
    for (theirs, ours) in [
        ("Cookie", "Cookie, Accept"),
        ("Cookie, accept", "Cookie, accept"),
        ("Accept-Encoding, Cookie", "Accept-Encoding, Cookie, Accept"),
        ("*", "*"),
    ] {
        let site = fixture::site();
        let own = move || async move { ([("vary", theirs)], Html("<h1>Own</h1>")) };
        let app = Router::new()
            .merge(site.page_with(&fixture::cart::PAGE, get(own)))
            .merge(site.pages())
            .route("/about", get(own))
            .with_state(Shop::default());
        let client = serve(site.finish(app).unwrap()).await;
        for path in ["/cart", "/about"] {
            let reply = client.html(path).await;
            assert_eq!(reply.text(), "<h1>Own</h1>");
            let lines: Vec<_> = reply.headers.get_all("vary").iter().collect();
            assert_eq!(lines, [ours], "{path}");
        }
    }
}

#[tokio::test]
async fn a50_two_lines_of_vary_are_both_kept() {
    let client = behind(&Shop::default(), async |request: Request, next: Next| {
        let mut response = next.run(request).await;
        for name in ["Cookie", "Origin"] {
            let value = HeaderValue::from_static(name);
            response.headers_mut().append(header::VARY, value);
        }
        response
    })
    .await;
    let about = client.html("/about").await;
    assert_eq!(about.header("vary"), "Cookie, Origin, Accept");
    for reply in [
        client.html("/cart").await,
        client.graph_reply("/cart").await,
    ] {
        let lines: Vec<_> = reply.headers.get_all("vary").iter().collect();
        assert_eq!(lines, ["Accept", "Cookie", "Origin"]);
    }
}

const TAG: &str = "\"of-the-html\"";

/// A layer that gives HTML a tag and answers conditions on it before any page
/// is asked.
async fn tagged(request: Request, next: Next) -> Response {
    let conditions = request.headers().get_all(header::IF_NONE_MATCH);
    let known = conditions
        .iter()
        .any(|tags| tags.to_str().is_ok_and(|tags| tags.contains(TAG)));
    if known || request.headers().contains_key(header::IF_MODIFIED_SINCE) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, TAG)]).into_response();
    }
    if request.headers().contains_key(header::RANGE) {
        return (StatusCode::PARTIAL_CONTENT, Html("<h")).into_response();
    }
    if request.headers().contains_key(header::IF_MATCH) {
        return StatusCode::PRECONDITION_FAILED.into_response();
    }
    let mut response = next.run(request).await;
    let tag = HeaderValue::from_static(TAG);
    response.headers_mut().insert(header::ETAG, tag);
    if response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_none_or(|of| of != VND)
    {
        let revalidate = HeaderValue::from_static("public, no-cache");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, revalidate);
    }
    response
}

#[tokio::test]
async fn a51_a_condition_on_the_html_does_not_answer_for_the_graph() {
    let client = behind(&Shop::default(), tagged).await;
    for condition in [
        ("if-none-match", TAG),
        ("if-none-match", "*, \"of-the-html\""),
        ("if-modified-since", "Sun, 06 Nov 2094 08:49:37 GMT"),
        ("if-match", "\"other\""),
        ("range", "bytes=0-1"),
    ] {
        let agent = client.with(condition.0, condition.1);
        assert_eq!(agent.graph("/cart").await.page, "/cart", "{condition:?}");
        let alias = agent.html("/cart?affordances=1").await;
        assert_eq!((alias.status.as_u16(), alias.content_type()), (200, VND));
        agent.graph_reply("/about").await.refused(404, "not_found");
        let call = agent.call("/faults", "idle", json!({})).await;
        call.done();
    }
    // The HTML still profits.
    let person = client.with("if-none-match", TAG);
    let page = person.html("/cart").await;
    assert_eq!((page.status.as_u16(), page.text().as_str()), (304, ""));
    let page = client.with("range", "bytes=0-1").html("/cart").await;
    assert_eq!((page.status.as_u16(), page.text().as_str()), (206, "<h"));
}

#[tokio::test]
async fn a48_a_304_of_html_says_the_vary_of_its_200() {
    let client = behind(&Shop::default(), tagged).await;
    let page = client.html("/cart").await;
    assert_eq!(page.header("vary"), "Accept");
    let page = client.with("if-none-match", TAG).html("/cart").await;
    assert_eq!(page.status, 304);
    assert_eq!(page.header("vary"), "Accept");
}

#[tokio::test]
async fn a49_a51_a_cache_that_revalidates_never_mixes() {
    let client = behind(&Shop::default(), tagged).await;
    let proxy = Proxy::new(&client);
    for round in 0..2 {
        let (reply, from) = proxy.get("/cart", &[BROWSER]).await;
        assert_eq!(reply.content_type(), "text/html");
        let expected = if round == 0 {
            From::Origin
        } else {
            From::Revalidated
        };
        assert_eq!(from, expected);
        // The cache offers the tag of the HTML that it has.
        let (reply, from) = proxy.get("/cart", &[AGENT]).await;
        assert_eq!((reply.content_type(), from), (VND, From::Origin));
        assert_eq!(reply.status, 200);
    }
}

#[tokio::test]
async fn a43_a_cache_keeps_the_index() {
    let client = start(&Shop::default()).await;
    let proxy = Proxy::new(&client);
    let path = "/.well-known/affordances.json";
    let (first, from) = proxy.get(path, &[]).await;
    assert_eq!(from, From::Origin);
    for accept in [BROWSER, AGENT] {
        let (again, from) = proxy.get(path, &[accept]).await;
        assert_eq!(from, From::Revalidated);
        assert_eq!(again.text(), first.text());
    }
}

#[tokio::test]
async fn a52_deltas_are_never_stored() {
    let client = start(&Shop::with_stock(3)).await;
    let agent = client.bearer("token-a");
    let add = json!({ "sku": "TEE" });
    let replies: Vec<(Reply, u16)> = vec![
        (
            agent.call("/products/tee", "addToCart", add.clone()).await,
            200,
        ),
        (agent.call("/products/tee", "nothing", json!({})).await, 404),
        (
            agent.call("/products/tee", "addToCart", json!({})).await,
            422,
        ),
        (
            agent.call("/products/tee", "buyOut", add.clone()).await,
            428,
        ),
        (client.call("/products/tee", "addToCart", add).await, 401),
        (agent.call("/faults", "explode", json!({})).await, 500),
        (agent.post("/faults", &json!([])).await, 400),
        (agent.call("/about", "idle", json!({})).await, 404),
    ];
    for (reply, status) in replies {
        assert_eq!(reply.status, status, "{}", reply.text());
        assert_eq!(reply.content_type(), VND);
        assert_eq!(reply.header("cache-control"), "private, no-store");
    }
    // What a form was answered is about what this person has typed.
    let person = client.person("ada");
    let form = person.form("/products/tee?action=buyOut", "sku=TEE").await;
    assert_eq!(form.status, 428);
    assert_eq!(form.header("cache-control"), "private, no-store");
    let head = client.send("HEAD", "/cart", &[AGENT], Body::empty()).await;
    assert_eq!(head.header("cache-control"), "private, no-store");
}
