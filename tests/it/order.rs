//! A90-A100: the seven steps in their order. The fixture counts loads, guards
//! and runs: a refusal proves that no later step was reached.

use serde_json::{Value, json};

use crate::support::{Client, Shop, VND, start};

const TEE: &str = "/products/tee";
const NOTHING_RAN: (usize, usize, usize) = (0, 0, 0);

fn sku() -> Value {
    json!({ "sku": "TEE" })
}

fn query() -> Value {
    json!({ "query": "tee" })
}

/// Uses up the budget of `rarely`: two a minute.
async fn use_up(client: &Client) {
    for _ in 0..2 {
        client.call("/faults", "rarely", query()).await.done();
    }
}

#[tokio::test]
async fn a90_the_action_is_resolved_before_the_caller() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for client in [client.clone(), client.bearer("wrong"), client.cookie("ada")] {
        let reply = client.call(TEE, "dance", json!({ "junk": 1 })).await;
        reply.refused(404, "not_found");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a91_an_unexposed_action_answers_as_an_unknown_one() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for client in [
        client.clone(),
        client.bearer("token-a"),
        client.person("ada"),
    ] {
        let unknown = client.call(TEE, "dance", json!({})).await;
        let unexposed = client.confirm(TEE, "secret", json!({})).await;
        unknown.refused(404, "not_found");
        assert_eq!(unexposed.status, unknown.status);
        assert_eq!(unexposed.text(), unknown.text());
        let names = |reply: &crate::support::Reply| -> Vec<String> {
            reply.headers.keys().map(ToString::to_string).collect()
        };
        assert_eq!(names(&unexposed), names(&unknown));
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a91_a_hidden_action_answers_as_an_unknown_one() {
    let client = start(&Shop::default()).await;
    let unknown = client.call("/faults", "dance", json!({})).await;
    // Whom an invalid credential names is nobody.
    let wrong = client.bearer("wrong").cookie("ada");
    for client in [
        client.clone(),
        client.person("bob"),
        client.bearer("token-a"),
        wrong,
    ] {
        let hidden = client.call("/faults", "hidden", json!({})).await;
        hidden.refused(404, "not_found");
        assert_eq!(hidden.text(), unknown.text());
    }
    let ada = client.person("ada");
    ada.call("/faults", "hidden", json!({})).await.done();
}

#[tokio::test]
async fn a92_the_caller_is_judged_before_the_rate_limit() {
    let shop = Shop::default();
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    use_up(&agent).await;
    let again = agent.call("/faults", "rarely", query()).await;
    again.refused(429, "rate_limited");
    // As often as strangers try: nothing is counted before they are admitted.
    for _ in 0..4 {
        for stranger in [client.clone(), client.bearer("wrong")] {
            let reply = stranger.call("/faults", "rarely", query()).await;
            reply.refused(401, "unauthorized");
        }
    }
    assert_eq!(shop.runs(), 2);
}

#[tokio::test]
async fn a93_the_origin_rule_comes_before_the_rate_limit() {
    let shop = Shop::default();
    let client = start(&shop).await;
    let foreign = client.cookie("ada").with("origin", "https://evil.example");
    for _ in 0..5 {
        let reply = foreign.call("/faults", "rarely", query()).await;
        reply.refused(403, "unauthorized");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
    // The budget is whole: two calls, and no third.
    let ada = client.person("ada");
    use_up(&ada).await;
    let third = ada.call("/faults", "rarely", query()).await;
    third.refused(429, "rate_limited");
    assert_eq!(shop.runs(), 2);
}

#[tokio::test]
async fn a94_the_rate_limit_comes_before_the_input() {
    let shop = Shop::default();
    let agent = start(&shop).await.bearer("token-a");
    // What passes step 2 counts, whatever its input.
    for _ in 0..2 {
        let reply = agent
            .call("/faults", "rarely", json!({ "query": "" }))
            .await;
        reply.refused(422, "invalid_input");
    }
    for input in [json!({ "query": "" }), query()] {
        let reply = agent.call("/faults", "rarely", input).await;
        let delta = reply.refused(429, "rate_limited");
        assert!(delta.error.unwrap().issues.is_empty());
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a95_schema_before_guard() {
    let shop = Shop::with_stock(0);
    let agent = start(&shop).await.bearer("token-a");
    for action in ["addToCart", "buyOut"] {
        let reply = agent
            .call(TEE, action, json!({ "sku": "TEE", "quantity": 11 }))
            .await;
        reply.refused(422, "invalid_input");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn a96_guard_before_confirmation() {
    let shop = Shop::with_stock(0);
    let agent = start(&shop).await.bearer("token-a");
    let unconfirmed = agent.call(TEE, "buyOut", sku()).await;
    unconfirmed.refused(409, "unavailable");
    let confirmed = agent.confirm(TEE, "buyOut", sku()).await;
    confirmed.refused(409, "unavailable");
    assert_eq!(shop.counts(), (2, 2, 0));
}

#[tokio::test]
async fn a97_nothing_runs_before_it_is_confirmed() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let reply = agent.call(TEE, "buyOut", sku()).await;
    reply.refused(428, "confirm_required");
    assert_eq!(shop.counts(), (1, 1, 0));
    assert_eq!(agent.graph(TEE).await.entities["product"]["stock"], 3);
}

#[tokio::test]
async fn a98_it_runs_once_and_is_read_again_before_the_answer() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    let delta = agent.confirm(TEE, "buyOut", sku()).await.done();
    let (loads, _, runs) = shop.counts();
    assert_eq!((loads, runs), (2, 1));
    let changed = delta.changed.unwrap();
    assert_eq!(changed["product"]["stock"], 0);
    assert_eq!(changed["cart"], json!({ "quantity": 1 }));
}

#[tokio::test]
async fn a99_the_first_failure_is_the_only_one() {
    let shop = Shop::with_stock(0);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let bad = json!({ "sku": 7 });
    // Every step would fail; each mended fault brings the next one up.
    let reply = client.call(TEE, "secret", bad.clone()).await;
    reply.refused(404, "not_found");
    let reply = client.call(TEE, "buyOut", bad.clone()).await;
    reply.refused(401, "unauthorized");
    let reply = agent.call(TEE, "buyOut", bad).await;
    reply.refused(422, "invalid_input");
    let reply = agent.call(TEE, "buyOut", sku()).await;
    reply.refused(409, "unavailable");
    *shop.0.stock.lock().unwrap() = 1;
    let reply = agent.call(TEE, "buyOut", sku()).await;
    reply.refused(428, "confirm_required");
    assert_eq!(shop.runs(), 0);
    agent.confirm(TEE, "buyOut", sku()).await.done();
    assert_eq!(shop.runs(), 1);
}

#[tokio::test]
async fn a100_an_action_belongs_to_its_route() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    for (path, action) in [
        (TEE, "checkout"),
        (TEE, "search"),
        ("/cart", "addToCart"),
        ("/", "checkout"),
        ("/faults", "signIn"),
    ] {
        let reply = agent.confirm(path, action, json!({})).await;
        reply.refused(404, "not_found");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn s06_a_confirm_that_is_no_boolean_is_a_fault_of_the_body() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for client in [client.clone(), client.bearer("token-a")] {
        for action in ["buyOut", "addToCart", "dance", "secret"] {
            for confirm in [json!(null), json!("true"), json!(1), json!([]), json!({})] {
                let call = json!({ "action": action, "input": sku(), "confirm": confirm });
                let delta = client.post(TEE, &call).await.refused(400, "invalid_input");
                let issues = delta.error.unwrap().issues;
                assert_eq!(issues.len(), 1);
                assert_eq!(issues[0].path, "/confirm");
            }
        }
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn s07_the_state_is_loaded_after_the_input_and_before_the_guard() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let missing = "/products/missing";
    let reply = client.call(missing, "addToCart", json!({})).await;
    reply.refused(401, "unauthorized");
    let reply = agent.call(missing, "addToCart", json!({})).await;
    reply.refused(422, "invalid_input");
    let reply = agent.call(missing, "dance", json!({})).await;
    reply.refused(404, "not_found");
    assert_eq!(shop.counts(), NOTHING_RAN);
    for action in ["addToCart", "buyOut"] {
        let reply = agent.call(missing, action, sku()).await;
        reply.refused(404, "not_found");
    }
    assert_eq!(shop.counts(), (2, 0, 0));
    agent.graph_reply(missing).await.refused(404, "not_found");
}

#[tokio::test]
async fn s07_body_faults_come_before_step_1_and_after_the_route() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let vnd = [("content-type", VND)];
    for path in [TEE, "/products/missing", "/cart", "/faults/a/b"] {
        let reply = client.send("POST", path, &vnd, "{").await;
        reply.refused(400, "invalid_input");
    }
    for path in ["/about", "/nowhere", "/products", "/products/a/b"] {
        let reply = client.send("POST", path, &vnd, "{").await;
        reply.refused(404, "not_found");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}

#[tokio::test]
async fn s09_an_invalid_bearer_is_judged_at_step_2() {
    let shop = Shop::with_stock(3);
    let wrong = start(&shop).await.bearer("wrong").person("ada");
    wrong
        .call(TEE, "dance", json!({}))
        .await
        .refused(404, "not_found");
    let vnd = [("content-type", VND)];
    let reply = wrong.send("POST", TEE, &vnd, "[]").await;
    reply.refused(400, "invalid_input");
    // Neither the cookie nor a public action helps, nor does bad input.
    for (path, action) in [(TEE, "addToCart"), ("/faults", "search")] {
        let reply = wrong.call(path, action, json!({ "junk": 1 })).await;
        reply.refused(401, "unauthorized");
    }
    assert_eq!(shop.counts(), NOTHING_RAN);
}
