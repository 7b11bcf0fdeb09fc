//! A129-A138: who may call from where; and that nobody learns what is another's.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{ORIGIN, Reply, Shop, VND, fixture, serve, start};

const TEE: &str = "/products/tee";
const NOTHING_RAN: (usize, usize, usize) = (0, 0, 0);

fn sku() -> Value {
    json!({ "sku": "TEE" })
}

#[tokio::test]
async fn a129_a_cookie_alone_calls_nothing() {
    let shop = Shop::with_stock(3);
    let ada = start(&shop).await.cookie("ada");
    let site = [
        ada.clone(),
        // Other headers of a browser are no substitute.
        ada.with("sec-fetch-site", "same-origin"),
        ada.with("referer", "https://shop.example/products/tee"),
    ];
    for client in site {
        for (path, action) in [(TEE, "addToCart"), (TEE, "buyOut"), ("/faults", "idle")] {
            let reply = client.confirm(path, action, sku()).await;
            let delta = reply.refused(403, "unauthorized");
            assert!(
                delta.message.unwrap().contains("`origin`"),
                "names the setting"
            );
        }
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a130_any_other_origin_is_refused() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for origin in [
        "https://evil.example",
        "https://shop.example.evil",
        "https://evil-shop.example",
        "https://www.shop.example",
        "http://shop.example",
        "https://shop.example:8443",
        "https://shop.example:80",
        "https://shop.example/",
        "https://shop.example, https://evil.example",
        "https://shop.example https://evil.example",
        "https://user@shop.example",
        "https://shop.example.",
        "null",
        "",
        "*",
        "shop.example",
        "file://",
        "\u{e9}",
    ] {
        let ada = client.cookie("ada").with("origin", origin);
        for (path, action) in [(TEE, "addToCart"), (TEE, "buyOut"), ("/faults", "idle")] {
            let reply = ada.confirm(path, action, sku()).await;
            let delta = reply.refused(403, "unauthorized");
            assert!(delta.message.unwrap().contains("`origin`"), "{origin}");
        }
    }
    let twice = client.person("ada").with("origin", ORIGIN);
    let reply = twice.call(TEE, "addToCart", sku()).await;
    reply.refused(403, "unauthorized");
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a131_the_sites_own_origin_runs() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let own = [ORIGIN, "https://shop.example:443", "HTTPS://Shop.Example"];
    for origin in own {
        let ada = client.cookie("ada").with("origin", origin);
        ada.call(TEE, "addToCart", sku()).await.done();
    }
    assert_eq!(shop.runs(), own.len());
}

#[tokio::test]
async fn a132_a_bearer_is_not_ambient() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    agent.call(TEE, "addToCart", sku()).await.done();
    // Wherever the agent runs, and whosever cookies it carries.
    let foreign = agent.with("origin", "https://agent.example");
    foreign.call(TEE, "addToCart", sku()).await.done();
    let delta = foreign
        .cookie("ada")
        .call(TEE, "addToCart", sku())
        .await
        .done();
    assert_eq!(
        delta.output,
        Some(json!({ "quantity": 3 })),
        "the agent's own cart"
    );
    assert!(!shop.0.carts.lock().unwrap().contains_key("person:ada"));
}

#[tokio::test]
async fn a133_an_invalid_bearer_never_falls_back_to_the_cookie() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for value in [
        "Bearer wrong",
        "Bearer",
        "Bearer ",
        "bearer wrong",
        "Bearer token-a x",
    ] {
        let wrong = client.with("authorization", value);
        let foreign = wrong.cookie("ada").with("origin", "https://evil.example");
        for client in [wrong.clone(), wrong.person("ada"), foreign] {
            for (path, action) in [(TEE, "addToCart"), ("/faults", "search")] {
                let reply = client.call(path, action, json!({ "query": "q" })).await;
                reply.refused(401, "unauthorized");
                let challenge = r#"Bearer error="invalid_token""#;
                assert_eq!(reply.header("www-authenticate"), challenge, "{value}");
            }
        }
        if value == "Bearer" {
            break; // enough: the limit of failed authentications is near
        }
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn s09_an_invalid_bearer_is_refused_a_graph_and_ignored_on_html() {
    let client = start(&Shop::with_stock(3)).await;
    let wrong = client.bearer("wrong");
    let graph = wrong.cookie("ada").graph_reply(TEE).await;
    graph.refused(401, "unauthorized");
    assert_eq!(
        graph.header("www-authenticate"),
        r#"Bearer error="invalid_token""#
    );
    let html = wrong.html(TEE).await;
    assert_eq!(html.status, 200);
    assert_eq!(html.body, client.html(TEE).await.body);
    // Another scheme is none of ours: the cookie decides.
    let basic = client.with("authorization", "Basic YTpi").person("ada");
    basic.call(TEE, "addToCart", sku()).await.done();
    // An invalid cookie is nobody.
    let expired = client.cookie("expired").with("origin", ORIGIN);
    let reply = expired.call(TEE, "addToCart", sku()).await;
    reply.refused(401, "unauthorized");
    expired.call("/faults", "idle", json!({})).await.done();
}

#[tokio::test]
async fn s08_failed_authentications_have_a_limit_of_their_own() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let wrong = client.bearer("wrong");
    for n in 0..20 {
        // Graphs and calls count alike.
        let reply = if n % 2 == 0 {
            wrong.graph_reply(TEE).await
        } else {
            wrong.call(TEE, "addToCart", sku()).await
        };
        reply.refused(401, "unauthorized");
    }
    for reply in [
        wrong.call(TEE, "addToCart", sku()).await,
        wrong.graph_reply(TEE).await,
        client
            .bearer("other")
            .call("/faults", "idle", json!({}))
            .await,
    ] {
        reply.refused(429, "rate_limited");
        let wait: u64 = reply.header("retry-after").parse().unwrap();
        assert!((1..=3).contains(&wait), "{wait}");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
    // Those who are recognised, and strangers, notice nothing.
    client
        .bearer("token-a")
        .call(TEE, "addToCart", sku())
        .await
        .done();
    client
        .person("ada")
        .call(TEE, "addToCart", sku())
        .await
        .done();
    client.call("/faults", "idle", json!({})).await.done();
    assert_eq!(client.graph_reply(TEE).await.status, 200);
}

#[tokio::test]
async fn a134_no_other_header_speaks_for_the_origin() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let foreign = client.cookie("ada").with("origin", "https://evil.example");
    let absent = client.cookie("ada");
    for client in [foreign, absent] {
        let helped = client
            .with("referer", "https://shop.example/")
            .with("x-forwarded-host", "evil.example")
            .with("x-forwarded-proto", "https")
            .with("forwarded", "host=evil.example;proto=https")
            .with("x-original-host", "evil.example");
        let reply = helped.call(TEE, "addToCart", sku()).await;
        reply.refused(403, "unauthorized");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a135_a_stranger_needs_no_origin_and_may_bring_no_foreign_one() {
    let shop = Shop::default();
    let client = start(&shop).await;
    client.call("/faults", "idle", json!({})).await.done();
    let own = client.with("origin", ORIGIN);
    own.call("/faults", "idle", json!({})).await.done();
    // Signing a visitor in under another's name is what the rule is for.
    let foreign = client.with("origin", "https://evil.example");
    for (path, action) in [("/", "signIn"), ("/faults", "idle")] {
        let reply = foreign
            .call(path, action, json!({ "name": "mallory" }))
            .await;
        reply.refused(403, "unauthorized");
        assert_eq!(reply.header("set-cookie"), "");
    }
    assert_eq!(shop.runs(), 0);
}

#[tokio::test]
async fn a136_a_stranger_is_asked_who_it_is() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for (path, action) in [(TEE, "addToCart"), (TEE, "buyOut"), ("/cart", "checkout")] {
        for reply in [
            client.call(path, action, sku()).await,
            client.confirm(path, action, sku()).await,
            client
                .with("origin", ORIGIN)
                .confirm(path, action, sku())
                .await,
        ] {
            reply.refused(401, "unauthorized");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
        }
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a137_the_rule_stands_without_any_protection_of_the_app() {
    // The fixture's app has no layer at all: what is admitted and refused here
    // is the engine's own judgement.
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let ada = client.cookie("ada");
    ada.with("origin", ORIGIN)
        .call(TEE, "addToCart", sku())
        .await
        .done();
    let foreign = ada.with("origin", "https://evil.example");
    foreign
        .call(TEE, "addToCart", sku())
        .await
        .refused(403, "unauthorized");
    let form = foreign
        .form("/products/tee?action=addToCart", "sku=TEE")
        .await;
    assert_eq!(form.status, 403);
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a138_no_other_site_is_let_in() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let preflight = [
        ("origin", "https://evil.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let allows = |reply: &Reply| {
        reply
            .headers
            .keys()
            .any(|name| name.as_str().starts_with("access-control-"))
    };
    for path in [TEE, "/cart", "/", "/.well-known/affordances.json"] {
        let reply = client
            .send("OPTIONS", path, &preflight, Body::empty())
            .await;
        assert_eq!(reply.status, 405, "{path}");
        assert!(!allows(&reply), "{path}");
    }
    let foreign = client.with("origin", "https://evil.example");
    for reply in [
        foreign.graph_reply(TEE).await,
        foreign.html(TEE).await,
        foreign.call("/faults", "idle", json!({})).await,
        foreign
            .bearer("token-a")
            .call(TEE, "addToCart", sku())
            .await,
    ] {
        assert!(!allows(&reply));
    }
}

#[tokio::test]
async fn a130_a_rebound_host_gains_nothing() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    // The browser believes that this address is evil.example.
    let raw = |action: &str, origin: &str| {
        let body = json!({ "action": action, "input": {} }).to_string();
        format!(
            "POST /faults HTTP/1.1\r\nHost: evil.example\r\nOrigin: {origin}\r\n\
             Content-Type: {VND}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    };
    let answer = crate::hostile::exchange(client.address, raw("idle", "http://evil.example")).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let answer = crate::hostile::exchange(client.address, raw("idle", ORIGIN)).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// What each subject keeps to itself.
#[derive(Clone, Default)]
struct Vaults(Arc<Mutex<BTreeMap<String, Vec<String>>>>);

impl Vaults {
    fn of(&self, caller: Option<&Caller>) -> Vec<String> {
        let vaults = self.0.lock().unwrap();
        caller
            .and_then(|caller| vaults.get(caller.subject()).cloned())
            .unwrap_or_default()
    }
}

/// One's own notes.
#[page(route = "/notes", state = Vaults)]
mod notes {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        notes: Vec<String>,
    }

    #[load]
    pub(crate) async fn load(State(vaults): State<Vaults>, caller: Option<Caller>) -> Entities {
        Entities {
            notes: vaults.of(caller.as_ref()),
        }
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let failure = page.failure().map(|failure| &failure.message);
        Html(format!("{:?} {failure:?}", entities.notes))
    }

    #[guard("there is a note")]
    pub(crate) fn some(entities: &Entities) -> Verdict {
        Verdict::available_if(!entities.notes.is_empty(), "There is no note")
    }

    /// Keep a note.
    #[action(expose = "session", effects = [notes])]
    pub(crate) async fn keep(
        State(vaults): State<Vaults>,
        caller: Caller,
        Input(note): Input<String>,
        _: &Write<Vec<String>>,
    ) -> usize {
        let mut vaults = vaults.0.lock().unwrap();
        let notes = vaults.entry(caller.subject().to_owned()).or_default();
        notes.push(note);
        notes.len()
    }

    /// Forget every note.
    #[action(expose = "confirm", guard = some, summary = what_is_forgotten)]
    pub(crate) async fn forget(State(vaults): State<Vaults>, caller: Caller) {
        vaults.0.lock().unwrap().remove(caller.subject());
    }

    fn what_is_forgotten(entities: &Entities, (): &(), _: Option<&Caller>) -> String {
        format!("Forget {:?}", entities.notes)
    }

    #[markdown]
    pub(crate) fn md(entities: &Entities) -> String {
        entities.notes.join("\n\n")
    }
}

/// A note by its owner and number; only its owner finds it.
#[page(route = "/notes/[owner]/[number]", state = Vaults)]
mod note {
    use super::*;

    #[derive(Deserialize)]
    pub(crate) struct Params {
        owner: String,
        number: usize,
    }

    #[entities]
    pub(crate) struct Entities {
        note: String,
    }

    #[load]
    pub(crate) async fn load(
        State(vaults): State<Vaults>,
        Path(params): Path<Params>,
        caller: Option<Caller>,
    ) -> Result<Entities> {
        let own = caller.filter(|caller| caller.subject() == params.owner);
        let note = vaults.of(own.as_ref()).into_iter().nth(params.number);
        Ok(Entities {
            note: note.ok_or_else(ActionError::not_found)?,
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(entities.note.clone())
    }

    /// Read it out.
    #[action(expose = "session", read_only)]
    pub(crate) async fn read(entities: &Entities) -> String {
        entities.note.clone()
    }
}

site! {
    static VAULTS: Vaults = { name: "Vaults", auth: [cookie, bearer], pages: [notes, note] }
}

#[tokio::test]
async fn a127_no_row_of_another_is_in_any_answer() {
    let vaults = Vaults::default();
    let site = Affordances::new(&VAULTS)
        .origin(ORIGIN)
        .authenticate(fixture::Callers)
        .rate_limit(None);
    let app = Router::new().merge(site.pages()).with_state(vaults.clone());
    let client = serve(site.finish(app).unwrap()).await;
    let callers = [
        ("", client.clone()),
        ("person:ada", client.person("ada")),
        ("person:bob", client.person("bob")),
        ("agent:a", client.bearer("token-a")),
        ("agent:b", client.bearer("token-b")),
    ];
    let canary = |subject: &str| format!("canary-of-{}", subject.replace(':', "-"));
    for (subject, _) in &callers[1..] {
        vaults
            .0
            .lock()
            .unwrap()
            .insert((*subject).to_owned(), vec![canary(subject)]);
    }
    for (subject, client) in &callers {
        let mut seen = Vec::new();
        for (owner, _) in &callers[1..] {
            let path = format!("/notes/{owner}/0");
            for reply in [
                client.graph_reply(&path).await,
                client.html(&path).await,
                client.call(&path, "read", json!({})).await,
                client.call(&path, "read", json!({ "junk": 1 })).await,
                client.form(&format!("{path}?action=read"), "").await,
            ] {
                // Another's note is not there, and is no secret that is kept.
                let statuses: &[u16] = match *subject {
                    "" => &[404, 401],
                    own if own == *owner => &[200, 422, 303],
                    _ => &[404, 422],
                };
                assert!(
                    statuses.contains(&reply.status.as_u16()),
                    "{subject} {path}"
                );
                seen.push(reply);
            }
        }
        seen.push(client.graph_reply("/notes").await);
        seen.push(client.html("/notes").await);
        seen.push(client.call("/notes", "keep", json!(7)).await);
        seen.push(client.call("/notes", "keep", json!("another")).await);
        seen.push(client.call("/notes", "forget", json!({})).await);
        seen.push(client.form("/notes?action=forget", "").await);
        seen.push(client.form("/notes?action=forget&junk=1", "junk=1").await);
        let bodies: String = seen.iter().map(Reply::text).collect();
        for (other, _) in &callers[1..] {
            let expected = other == subject;
            assert_eq!(
                bodies.contains(&canary(other)),
                expected,
                "{subject}: {other}"
            );
        }
    }
    // Forgetting one's own leaves the others' alone.
    callers[1]
        .1
        .confirm("/notes", "forget", json!({}))
        .await
        .done();
    let left: Vec<_> = vaults.0.lock().unwrap().keys().cloned().collect();
    assert_eq!(left, ["agent:a", "agent:b", "person:bob"]);
}
