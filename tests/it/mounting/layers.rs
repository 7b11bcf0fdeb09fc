//! Layers of the app around its pages, and around the finished app.

use super::*;

/// `PLAIN` behind a layer that answers everything itself.
async fn behind(
    app: &App,
    answer: impl Fn() -> Response + Clone + Send + Sync + 'static,
) -> Client {
    let layer = middleware::from_fn(move |_: Request, _: Next| {
        let response = answer();
        async move { response }
    });
    plain(app, |pages| pages.layer(layer)).await
}

#[tokio::test]
async fn a_login_guard_that_redirects_is_401_for_agents() {
    let app = App::default();
    for redirect in [
        || Redirect::to("/login").into_response(),
        || Redirect::temporary("/login").into_response(),
        || (StatusCode::FOUND, [("location", "/login")]).into_response(),
    ] {
        let client = behind(&app, redirect).await;
        let html = client.html("/notes/a").await;
        assert!(html.status.is_redirection());
        assert_eq!(html.header("location"), "/login");
        for reply in [
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            reply.refused(401, "unauthorized");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            assert_eq!(reply.header("location"), "");
            assert_eq!(reply.header("cache-control"), "private, no-store");
        }
        // Elsewhere there is nothing to sign in for.
        client.graph_reply("/login").await.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
}

#[tokio::test]
async fn what_a_layer_says_in_place_of_a_page_is_not_found() {
    let app = App::default();
    for status in [200, 204, 206, 301, 304, 308, 404, 405] {
        let status = StatusCode::from_u16(status).unwrap();
        let client = behind(&app, move || {
            (status, [("location", "/x"), ("allow", "PUT")], "theirs").into_response()
        })
        .await;
        assert_eq!(client.html("/notes/a").await.status, status);
        for reply in [
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            reply.refused(404, "not_found");
            assert_eq!(reply.header("location"), "", "{status}");
            assert_eq!(reply.header("allow"), "", "{status}");
        }
    }
}

#[tokio::test]
async fn what_else_a_layer_refuses_passes_unchanged() {
    let app = App::default();
    for status in [400, 401, 403, 408, 413, 429, 451, 500, 502, 503] {
        let status = StatusCode::from_u16(status).unwrap();
        let client = behind(&app, move || {
            (status, [("retry-after", "7")], "theirs").into_response()
        })
        .await;
        for reply in [
            client.html("/notes/a").await,
            client.graph_reply("/notes/a").await,
            client.call("/notes/a", "write", text("x")).await,
        ] {
            assert_eq!(reply.status, status);
            assert_eq!(reply.text(), "theirs");
            assert_eq!(reply.header("retry-after"), "7");
        }
    }
}

#[tokio::test]
async fn a_layer_that_rebuilds_responses_keeps_documents() {
    let app = App::default();
    let rebuild = middleware::map_response(async |response: Response| {
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, body).into_response()
    });
    let client = plain(&app, |pages| pages.layer(rebuild)).await;
    assert_eq!(client.graph("/notes/a").await.page, "/notes/a");
    client.call("/notes/a", "write", text("x")).await.done();
    let unknown = client.call("/notes/a", "nothing", json!({})).await;
    unknown.refused(404, "not_found");
    let html = client.html("/notes/a").await;
    assert_eq!(
        html.header("link"),
        "</notes/a?affordances=1>; rel=\"affordances\""
    );
}

#[tokio::test]
async fn a_compressed_document_is_a_document() {
    let app = App::default();
    let client = plain(&app, |pages| pages.layer(CompressionLayer::new())).await;
    let headers = [("accept", VND), ("accept-encoding", "gzip")];
    let plain = client.graph_reply("/notes/a").await;
    let packed = client
        .send("GET", "/notes/a", &headers, Body::empty())
        .await;
    assert_eq!(packed.status, 200);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.content_type(), VND);
    assert_eq!(packed.header("cache-control"), "private, no-store");
    assert_eq!(packed.body[..2], [0x1f, 0x8b]);
    assert_ne!(packed.body, plain.body);
    let vary: Vec<_> = packed.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["Accept", "accept-encoding"]);

    let headers = [("accept-encoding", "gzip")];
    let html = client
        .send("GET", "/notes/a", &headers, Body::empty())
        .await;
    assert_eq!(html.header("content-encoding"), "gzip");
    assert_eq!(
        html.header("link"),
        "</notes/a?affordances=1>; rel=\"affordances\""
    );
    let vary: Vec<_> = html.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["Accept", "accept-encoding"]);
}

#[tokio::test]
async fn a_timeout_layer_answers_and_the_action_still_runs_to_its_end() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let limit = Duration::from_millis(50);
    let layer = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limit);
    let client = finished(&site, site.pages().layer(layer), &app).await;
    let call = client.call("/notes/a", "write", text("wait")).await;
    assert_eq!(call.status, 408);
    assert_eq!(call.text(), "");
    assert_eq!(app.counts(), (0, 0));
    app.go_on.notify_one();
    site.drained().await;
    assert_eq!(app.counts(), (1, 0));
}

#[tokio::test]
async fn a85_the_body_limit_of_a_layer_is_413() {
    let app = App::default();
    let client = plain(&app, |pages| pages.layer(RequestBodyLimitLayer::new(100))).await;
    let large = json!({ "action": "write", "input": text(&"x".repeat(200)) });
    // Known from its length, the layer refuses it; counted while it arrives, we do.
    let sized = client.post("/notes/a", &large).await;
    assert_eq!(
        (sized.status.as_u16(), sized.content_type()),
        (413, "text/plain")
    );
    let large = large.to_string().into_bytes();
    let chunks: Vec<_> = large.chunks(10).map(<[u8]>::to_vec).collect();
    let stream = futures_util::stream::iter(chunks.into_iter().map(Ok::<_, std::io::Error>));
    let chunked = [("content-type", VND)];
    let chunked = client.send("POST", "/notes/a", &chunked, Body::from_stream(stream));
    chunked.await.refused(413, "invalid_input");
    assert_eq!(app.counts(), (0, 0));
    client.call("/notes/a", "write", text("x")).await.done();
}

#[tokio::test]
async fn a_trailing_slash_is_another_path() {
    let app = App::default();
    let client = plain(&app, |pages| {
        pages.route(
            "/notes/{id}/",
            get(async |uri: Uri| Redirect::permanent(uri.path().trim_end_matches('/'))),
        )
    })
    .await;
    for (path, html) in [("/manual/", 404), ("/notes/", 404), ("/notes/a/", 308)] {
        assert_eq!(client.html(path).await.status, html, "{path}");
        client.graph_reply(path).await.refused(404, "not_found");
        let call = client.call(path, "write", text("x")).await;
        call.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
}

#[tokio::test]
async fn a16_no_handler_of_the_app_runs_for_an_agent_where_no_page_is() {
    let app = App::default();
    let site = Affordances::new(&NESTED);
    let router = Router::new()
        .nest("/app", site.pages())
        .route("/plain", get(own).post(own))
        .route("/{name}/{version}", get(own).post(own))
        .fallback(own);
    let client = finished(&site, router, &app).await;
    for path in ["/plain", "/app/unknown", "/x/y", "/nowhere/at/all"] {
        client.graph_reply(path).await.refused(404, "not_found");
        client
            .html(&format!("{path}?affordances=1"))
            .await
            .refused(404, "not_found");
        let call = client.call(path, "write", text("x")).await;
        call.refused(404, "not_found");
    }
    assert_eq!(app.counts(), (0, 0));
    for path in ["/plain", "/app/unknown", "/x/y", "/nowhere/at/all"] {
        assert_eq!(client.html(path).await.text(), format!("own {path} "));
    }
}

#[tokio::test]
async fn a15_a_route_of_the_app_that_shadows_a_page_has_no_graph() {
    let app = App::default();
    let client = plain(&app, |pages| pages.route("/notes/new", get(own))).await;
    assert_eq!(client.html("/notes/new").await.text(), "own /notes/new ");
    client
        .graph_reply("/notes/new")
        .await
        .refused(404, "not_found");
    let call = client.call("/notes/new", "write", text("x")).await;
    let delta = call.refused(404, "not_found");
    assert_eq!(
        delta.message.as_deref(),
        Some("There is no graph at this URL.")
    );
    assert_eq!(app.writes.load(SeqCst), 0);
    assert_eq!(client.graph("/notes/newer").await.page, "/notes/newer");
}

#[tokio::test]
async fn layers_before_finish_cover_pages_and_layers_after_it_everything() {
    let mark = |name: &'static str| {
        middleware::map_response(move |mut response: Response| async move {
            response.headers_mut().insert(name, "1".parse().unwrap());
            response
        })
    };
    let site = Affordances::new(&PLAIN);
    let router = site.pages().layer(mark("x-inner"));
    let app = site.finish(router.with_state(App::default())).unwrap();
    let client = serve(app.layer(mark("x-outer"))).await;
    for (reply, inner) in [
        (client.html("/notes/a").await, "1"),
        (client.graph_reply("/notes/a").await, "1"),
        (client.call("/notes/a", "write", text("x")).await, "1"),
        (client.graph_reply("/nowhere").await, ""),
        (
            send(&client, "GET", "/.well-known/affordances.json").await,
            "",
        ),
    ] {
        assert_eq!(reply.header("x-outer"), "1");
        assert_eq!(reply.header("x-inner"), inner, "{}", reply.text());
    }
}

#[tokio::test]
async fn a_finished_app_behind_an_outer_router_strips_the_alias_all_the_same() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let router = site.pages().route(
        "/uri",
        get(async |OriginalUri(original): OriginalUri, uri: Uri| format!("{original} {uri}")),
    );
    let inner = site.finish(router.with_state(app)).unwrap();
    let client = serve(Router::new().fallback_service(inner)).await;
    let uri = client.html("/uri?a=1&affordances=0&b=2").await;
    assert_eq!(uri.text(), "/uri?a=1&b=2 /uri?a=1&b=2");
    let graph = send(&client, "GET", "/notes/a?affordances=1").await;
    assert_eq!(graph.value()["page"], "/notes/a");
}

#[tokio::test]
async fn a_panicking_load_is_500_and_the_next_request_works() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let panic_once = || shop.0.next_loads.lock().unwrap().push(LoadFault::Panic);
    panic_once();
    let reply = client.graph_reply("/cart").await;
    let delta = reply.refused(500, "internal");
    assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    let reference = reply.header("x-request-id");
    assert!(delta.message.unwrap().ends_with(reference) && !reference.is_empty());
    client.graph("/cart").await;

    panic_once();
    let reply = client.html("/cart").await;
    assert_eq!(
        (reply.status.as_u16(), reply.content_type()),
        (500, "text/html")
    );
    assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    assert_eq!(client.html("/cart").await.status, 200);

    panic_once();
    let add = json!({ "sku": "TEE" });
    let reply = agent.call("/products/tee", "addToCart", add.clone()).await;
    reply.refused(500, "internal");
    assert_eq!(shop.runs(), 0);
    agent.call("/products/tee", "addToCart", add).await.done();

    panic_once();
    let person = client.person("ada");
    let form = "/products/tee?action=addToCart";
    assert_eq!(person.form(form, "sku=TEE").await.status, 500);
    assert_eq!(person.form(form, "sku=TEE").await.status, 303);
}

#[tokio::test]
async fn a_panicking_view_or_guard_is_500_and_the_next_request_works() {
    let app = App::default();
    let client = plain(&app, |pages| pages).await;
    let html = client.html("/notes/broken").await;
    assert_eq!(
        (html.status.as_u16(), html.content_type()),
        (500, "text/html")
    );
    assert!(!html.text().contains("secret-cause"), "{}", html.text());
    assert_eq!(client.graph("/notes/broken").await.page, "/notes/broken");
    for reply in [
        client.graph_reply("/notes/odd").await,
        client.call("/notes/odd", "write", text("x")).await,
    ] {
        reply.refused(500, "internal");
        assert!(!reply.text().contains("secret-cause"), "{}", reply.text());
    }
    assert_eq!(app.counts(), (0, 0));
    assert_eq!(client.html("/notes/a").await.status, 200);
}

#[tokio::test]
async fn current_caller_names_the_caller_to_the_apps_own_handlers() {
    let site = fixture::site();
    let who = async |CurrentCaller(caller): CurrentCaller| {
        caller.map_or("nobody".to_owned(), |caller| caller.subject().to_owned())
    };
    let app = site
        .pages()
        .route("/who", get(who))
        .with_state(Shop::default());
    let client = serve(site.finish(app).unwrap()).await;
    for (client, subject) in [
        (client.clone(), "nobody"),
        (client.cookie("ada"), "person:ada"),
        (client.bearer("token-b"), "agent:b"),
        (client.bearer("wrong").cookie("ada"), "nobody"),
        (client.bearer("out-of-reach"), "nobody"),
    ] {
        assert_eq!(client.html("/who").await.text(), subject);
    }
}
