//! What agents read and call, action by action.

use affordances::protocol::{Delta, SiteIndex};
use affordances::testing::Agent;
use affordances::{Input, Write};
use axum::extract::{Path, State};
use serde_json::{Value, json};
use shop::calls::Restock;
use shop::pages::product::page as product;
use shop::store;

use crate::http::{FIRST, SECOND, agent, shop};

const TEE: &str = "/products/heavyweight-tee";
const TOTE: &str = "/products/canvas-tote";
const MUG: &str = "/products/enamel-mug";

/// The field at fault.
fn at_fault(refused: &Delta) -> &str {
    &refused.error.as_ref().unwrap().issues[0].path
}

async fn stock(agent: &mut Agent, path: &str) -> Value {
    agent.get(path).await.graph().entities["product"]["variants"][0]["stock"].clone()
}

#[tokio::test]
async fn the_index_lists_what_is_exposed_and_nothing_else() {
    let mut stranger = Agent::new(shop().await);
    let index: SiteIndex = stranger.get("/.well-known/affordances.json").await.json();
    let listed: Vec<_> = index
        .routes
        .iter()
        .map(|route| {
            let names: Vec<_> = route.actions.iter().map(|action| &*action.name).collect();
            (&*route.route, names.join(" "))
        })
        .collect();
    let wanted = [
        ("/", "search signIn"),
        ("/products/[slug]", "addToCart reserve"),
        ("/cart", "applyCoupon placeOrder setQuantity"),
        ("/orders/[id]", "cancelOrder"),
        ("/help/[...path]", ""),
    ];
    assert_eq!(
        listed,
        wanted.map(|(route, names)| (route, names.to_owned()))
    );
}

#[tokio::test]
async fn a_search_finds_by_name_price_and_tags() {
    let mut stranger = Agent::new(shop().await);
    let input = json!({ "query": "TOTE", "maxPriceCents": 1800, "tags": ["bags"] });
    let found = stranger.call("/", "search", input).await.done();
    let tote = json!({
        "slug": "canvas-tote", "name": "Canvas Tote", "priceCents": 1800, "inStock": true
    });
    assert_eq!(found.output, Some(json!({ "hits": [tote] })));
    assert_eq!(found.changed, None);

    for (input, field) in [
        (json!({ "query": "" }), "/query"),
        (json!({ "query": "x".repeat(101) }), "/query"),
        (
            json!({ "query": "x", "maxPriceCents": -1 }),
            "/maxPriceCents",
        ),
        (json!({ "query": "x", "colour": "red" }), "/colour"),
    ] {
        let refused = stranger.call("/", "search", input).await;
        assert_eq!(at_fault(&refused.refused("invalid_input")), field);
    }
}

#[tokio::test]
async fn adding_says_why_not() {
    let app = shop().await;
    let mut agent = agent(&app, FIRST);
    for (input, field) in [
        (json!({ "sku": "TOTE-NAT" }), "/sku"),
        (json!({ "sku": "TEE-BLK-M", "quantity": 11 }), "/quantity"),
    ] {
        let refused = agent.call(TEE, "addToCart", input).await;
        assert_eq!(at_fault(&refused.refused("invalid_input")), field);
    }
    for (path, sku, quantity, why) in [
        (TEE, "TEE-BLK-L", 1, "TEE-BLK-L is out of stock"),
        (TOTE, "TOTE-NAT", 4, "Only 3 of TOTE-NAT in stock"),
        (MUG, "MUG-WHT", 1, "Enamel Mug is sold out"),
    ] {
        let input = json!({ "sku": sku, "quantity": quantity });
        let refused = agent.call(path, "addToCart", input).await;
        assert_eq!(refused.status(), 409);
        assert_eq!(refused.refused("unavailable").message.as_deref(), Some(why));
    }
    let tee = json!({ "sku": "TEE-BLK-M" });
    let nowhere = agent
        .call("/products/nothing", "addToCart", tee.clone())
        .await;
    nowhere.refused("not_found");
    let stranger = Agent::new(app).call(TEE, "addToCart", tee).await;
    stranger.refused("unauthorized");
}

#[tokio::test]
async fn restock_is_for_staff_code() {
    let mut agent = agent(&shop().await, FIRST);
    let input = json!({ "sku": "TEE-BLK-L", "quantity": 1 });
    let restocked = agent.call(TEE, "restock", input.clone()).await;
    let unknown = agent.call(TEE, "nonsense", input).await;
    restocked.refused("not_found");
    assert_eq!(restocked.text(), unknown.text());

    // Annotated or not, an action is a function that one can call.
    let store = store::open(None).await.unwrap();
    product::restock(
        State(store.clone()),
        Path(product::Params {
            slug: "enamel-mug".into(),
        }),
        Input(Restock {
            sku: "MUG-WHT".into(),
            quantity: 5,
        }),
        Write::outside_any_action("a delivery"),
    )
    .await
    .unwrap();
    let mug = store.product("enamel-mug").await.unwrap();
    assert_eq!(mug.variants[0].stock, 5);
}

#[tokio::test]
async fn reserving_is_confirmed_and_takes_pieces_out_of_stock() {
    let app = shop().await;
    let (mut first, mut second) = (agent(&app, FIRST), agent(&app, SECOND));
    let input = json!({ "sku": "TOTE-NAT", "quantity": 3 });
    let reserved = first.confirm(TOTE, "reserve", input).await;
    assert_eq!(reserved.summary(), Some("Reserve 3 of TOTE-NAT"));
    let changed = reserved.done().changed.unwrap();
    assert_eq!(changed["product"]["variants"][0]["stock"], 0);
    assert_eq!(changed["cart"]["items"][0]["reserved"], 3);
    let sold_out = second.get(TOTE).await.graph();
    assert!(!sold_out.action("addToCart").unwrap().available);

    let given_up = json!({ "sku": "TOTE-NAT", "quantity": 0 });
    assert_eq!(
        first.call("/cart", "setQuantity", given_up).await.status(),
        200
    );
    assert_eq!(stock(&mut second, TOTE).await, 3);
}

#[tokio::test]
async fn a_cart_becomes_an_order_and_the_order_is_cancelled() {
    let mut agent = agent(&shop().await, FIRST);
    let empty = agent.call("/cart", "placeOrder", json!({})).await;
    let empty = empty.refused("unavailable");
    assert_eq!(empty.message.as_deref(), Some("The cart is empty"));

    let tees = json!({ "sku": "TEE-BLK-M", "quantity": 2 });
    assert_eq!(agent.call(TEE, "addToCart", tees).await.status(), 200);
    for coupon in [
        json!({ "kind": "percent", "code": "WELCOME10" }),
        json!({ "kind": "giftCard", "number": "4000123412341234", "pin": "1234" }),
    ] {
        assert_eq!(
            agent.call("/cart", "applyCoupon", coupon).await.status(),
            200
        );
    }
    let note = json!({ "note": "Hi" });
    let placed = agent.confirm("/cart", "placeOrder", note).await;
    assert_eq!(placed.summary(), Some("Order 2 items for $47.60"));
    let placed = placed.done();
    let changed = placed.changed.unwrap();
    assert_eq!(changed["cart"]["items"], json!([]));
    assert_eq!(changed["orders"]["recent"][0]["totalCents"], 4760);
    let (order, id) = (placed.redirect.unwrap(), placed.output.unwrap());
    assert_eq!(
        order,
        format!("/orders/{}", id["orderId"].as_str().unwrap())
    );
    assert_eq!(stock(&mut agent, TEE).await, 10);

    let cancelled = agent.confirm(&order, "cancelOrder", json!({})).await.done();
    assert_eq!(cancelled.changed.unwrap()["order"]["status"], "cancelled");
    let again = agent.call(&order, "cancelOrder", json!({})).await;
    again.refused("unavailable");
    assert_eq!(stock(&mut agent, TEE).await, 12);
}

#[tokio::test]
async fn what_does_not_exist_is_the_fault_of_its_field() {
    let mut agent = agent(&shop().await, FIRST);
    let card = |number, pin| json!({ "kind": "giftCard", "number": number, "pin": pin });
    for (action, input, field) in [
        (
            "applyCoupon",
            json!({ "kind": "percent", "code": "NOPE" }),
            "/code",
        ),
        ("applyCoupon", card("4000123412341234", "9999"), "/number"),
        ("applyCoupon", card("4000", "1234"), "/number"),
        (
            "setQuantity",
            json!({ "sku": "TEE-BLK-M", "quantity": 1 }),
            "/sku",
        ),
    ] {
        let refused = agent.call("/cart", action, input).await;
        assert_eq!(at_fault(&refused.refused("invalid_input")), field);
    }
}

#[tokio::test]
async fn the_handbook_is_found_below_help() {
    let mut stranger = Agent::new(shop().await);
    let article = stranger.get("/help/agents/calling").await.graph();
    assert_eq!(article.entities["article"]["path"], "agents/calling");
    assert!(article.md.unwrap().starts_with("# Calling actions"));
    for nowhere in ["/help/agents", "/about", "/nowhere"] {
        assert_eq!(stranger.get(nowhere).await.status(), 404);
    }
}
