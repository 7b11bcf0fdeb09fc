//! What agents read and call, action by action.

use affordances::{Input, Write};
use axum::extract::{Path, State};
use serde_json::{Value, json};
use shop::calls::Restock;
use shop::pages::product::page as product;
use shop::store::Store;

use crate::http::{AGENT, SECOND, call, graph, shop};

const TEE: &str = "/products/heavyweight-tee";
const TOTE: &str = "/products/canvas-tote";
const MUG: &str = "/products/enamel-mug";

#[tokio::test]
async fn the_index_lists_what_is_exposed_and_nothing_else() {
    let index = graph(&shop().await, "/.well-known/affordances.json", "").await;
    let listed: Vec<(String, Vec<String>)> = index
        .at("/routes")
        .as_array()
        .unwrap()
        .iter()
        .map(|route| {
            let names = route["actions"].as_array().unwrap().iter();
            let names = names.map(|action| action["name"].as_str().unwrap().to_owned());
            (route["route"].as_str().unwrap().to_owned(), names.collect())
        })
        .collect();
    let wanted: [(&str, &[&str]); 5] = [
        ("/", &["search", "signIn"]),
        ("/products/[slug]", &["addToCart", "reserve"]),
        ("/cart", &["setQuantity", "applyCoupon", "placeOrder"]),
        ("/orders/[id]", &["cancelOrder"]),
        ("/help/[...path]", &[]),
    ];
    assert_eq!(
        listed,
        wanted.map(|(route, names)| {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            (route.to_owned(), names)
        })
    );
}

#[tokio::test]
async fn a_search_finds_by_name_price_and_tags() {
    let app = shop().await;
    let input = json!({ "query": "TOTE", "maxPriceCents": 1800, "tags": ["bags"] });
    let found = call(&app, "/", "", "search", input, false).await;
    assert_eq!(
        found.at("/output"),
        json!({ "hits": [
            { "slug": "canvas-tote", "name": "Canvas Tote", "priceCents": 1800, "inStock": true }
        ] })
    );
    assert_eq!(found.at("/changed"), Value::Null);
    for (input, at) in [
        (json!({ "query": "" }), "/query"),
        (json!({ "query": "x".repeat(101) }), "/query"),
        (
            json!({ "query": "x", "maxPriceCents": -1 }),
            "/maxPriceCents",
        ),
        (json!({ "query": "x", "colour": "red" }), "/colour"),
    ] {
        let refused = call(&app, "/", "", "search", input, false).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.at("/error/issues/0/path"), at);
    }
}

#[tokio::test]
async fn adding_says_why_not() {
    let app = shop().await;
    for (path, input, status, at) in [
        (TEE, json!({ "sku": "TOTE-NAT" }), 422, json!("/sku")),
        (
            TEE,
            json!({ "sku": "TEE-BLK-M", "quantity": 11 }),
            422,
            json!("/quantity"),
        ),
        (TEE, json!({ "sku": "TEE-BLK-L" }), 409, Value::Null),
        (
            TOTE,
            json!({ "sku": "TOTE-NAT", "quantity": 4 }),
            409,
            Value::Null,
        ),
        (MUG, json!({ "sku": "MUG-WHT" }), 409, Value::Null),
        (
            "/products/nothing",
            json!({ "sku": "MUG-WHT" }),
            404,
            Value::Null,
        ),
    ] {
        let refused = call(&app, path, AGENT, "addToCart", input.clone(), false).await;
        assert_eq!(refused.status.as_u16(), status, "{input}");
        assert_eq!(refused.at("/error/issues/0/path"), at, "{input}");
    }
    let stranger = call(
        &app,
        TEE,
        "",
        "addToCart",
        json!({ "sku": "TEE-BLK-M" }),
        false,
    )
    .await;
    assert_eq!(stranger.status, 401);
}

#[tokio::test]
async fn restock_is_for_staff_code() {
    let app = shop().await;
    let input = json!({ "sku": "TEE-BLK-L", "quantity": 1 });
    let restocked = call(&app, TEE, AGENT, "restock", input.clone(), true).await;
    let unknown = call(&app, TEE, AGENT, "nonsense", input, true).await;
    assert_eq!(restocked.status, 404);
    assert_eq!(restocked.body, unknown.body);

    // Annotated or not, an action is a function that one can call.
    let store = Store::open(None).await.unwrap();
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
    assert_eq!(
        store.product("enamel-mug").await.unwrap().variants[0].stock,
        5
    );
}

#[tokio::test]
async fn reserving_is_confirmed_and_takes_pieces_out_of_stock() {
    let app = shop().await;
    let input = json!({ "sku": "TOTE-NAT", "quantity": 3 });
    let asked = call(&app, TOTE, AGENT, "reserve", input.clone(), false).await;
    assert_eq!(asked.status, 428);
    assert_eq!(asked.at("/message"), "Reserve 3 of TOTE-NAT");

    let reserved = call(&app, TOTE, AGENT, "reserve", input, true).await;
    assert_eq!(reserved.at("/output/quantity"), 3);
    assert_eq!(reserved.at("/changed/product/variants/0/stock"), 0);
    assert_eq!(reserved.at("/changed/cart/items/0/reserved"), 3);
    let add = "/actions/0/available";
    assert_eq!(graph(&app, TOTE, SECOND).await.at(add), false);

    let given_up = json!({ "sku": "TOTE-NAT", "quantity": 0 });
    call(&app, "/cart", AGENT, "setQuantity", given_up, false).await;
    assert_eq!(graph(&app, TOTE, SECOND).await.at(add), true);
}

#[tokio::test]
async fn a_cart_becomes_an_order_and_the_order_is_cancelled() {
    let app = shop().await;
    let empty = call(&app, "/cart", AGENT, "placeOrder", json!({}), true).await;
    assert_eq!(
        (empty.status.as_u16(), empty.at("/message")),
        (409, json!("The cart is empty"))
    );

    let tees = json!({ "sku": "TEE-BLK-M", "quantity": 2 });
    call(&app, TEE, AGENT, "addToCart", tees, false).await;
    let card = json!({ "kind": "giftCard", "number": "4000123412341234", "pin": "1234" });
    for coupon in [json!({ "kind": "percent", "code": "WELCOME10" }), card] {
        let applied = call(&app, "/cart", AGENT, "applyCoupon", coupon, false).await;
        assert_eq!(applied.status, 200, "{}", applied.body);
    }
    let asked = call(&app, "/cart", AGENT, "placeOrder", json!({}), false).await;
    assert_eq!(asked.at("/message"), "Order 2 items for $47.60");

    let placed = call(
        &app,
        "/cart",
        AGENT,
        "placeOrder",
        json!({ "note": "Hi" }),
        true,
    )
    .await;
    let order = placed.at("/redirect");
    let order = order.as_str().unwrap();
    assert_eq!(
        order,
        format!("/orders/{}", placed.at("/output/orderId").as_str().unwrap())
    );
    assert_eq!(placed.at("/changed/cart/items"), json!([]));
    assert_eq!(placed.at("/changed/orders/recent/0/totalCents"), 4760);

    let asked = call(&app, order, AGENT, "cancelOrder", json!({}), false).await;
    assert_eq!(asked.status, 428);
    let cancelled = call(&app, order, AGENT, "cancelOrder", json!({}), true).await;
    assert_eq!(cancelled.at("/changed/order/status"), "cancelled");
    let again = call(&app, order, AGENT, "cancelOrder", json!({}), true).await;
    assert_eq!(again.status, 409);
    assert_eq!(
        graph(&app, TEE, "")
            .await
            .at("/entities/product/variants/0/stock"),
        12
    );
}

#[tokio::test]
async fn a_coupon_that_does_not_exist_is_the_fault_of_its_field() {
    let app = shop().await;
    for (input, at) in [
        (json!({ "kind": "percent", "code": "NOPE" }), "/code"),
        (
            json!({ "kind": "giftCard", "number": "4000123412341234", "pin": "9999" }),
            "/number",
        ),
        (
            json!({ "kind": "giftCard", "number": "4000", "pin": "1234" }),
            "/number",
        ),
    ] {
        let refused = call(&app, "/cart", AGENT, "applyCoupon", input, false).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.at("/error/issues/0/path"), at, "{}", refused.body);
    }
    let missing = json!({ "sku": "TEE-BLK-M", "quantity": 1 });
    let refused = call(&app, "/cart", AGENT, "setQuantity", missing, false).await;
    assert_eq!(
        (refused.status.as_u16(), refused.at("/error/issues/0/path")),
        (422, json!("/sku"))
    );
}

#[tokio::test]
async fn the_handbook_is_found_below_help() {
    let app = shop().await;
    let article = graph(&app, "/help/agents/calling", "").await;
    assert_eq!(article.at("/entities/article/path"), "agents/calling");
    assert!(article.at("/md").as_str().unwrap().starts_with("# Calling"));
    assert_eq!(graph(&app, "/help/agents", "").await.status, 404);
    assert_eq!(graph(&app, "/about", "").await.status, 404);
}
