//! Who meets whom.

use serde_json::json;

use crate::http::{AGENT, HERE, SECOND, call, graph, post, shop};

const TEE: &str = "/products/heavyweight-tee";

#[tokio::test]
async fn each_caller_has_a_cart_of_their_own() {
    let app = shop().await;
    let person = post(&app, "/login", "name=demo-agent", HERE).await.cookie();
    let tee = json!({ "sku": "TEE-BLK-M", "quantity": 2 });
    for (credential, wanted) in [(AGENT, 2), (AGENT, 4), (SECOND, 2), (&*person, 2)] {
        let added = call(&app, TEE, credential, "addToCart", tee.clone(), false).await;
        assert_eq!(added.at("/output/quantity"), wanted, "{}", added.body);
    }
    assert_eq!(
        graph(&app, "/cart", "").await.at("/entities/cart/items"),
        json!([])
    );
}

#[tokio::test]
async fn a_visitor_goes_by_their_name() {
    let app = shop().await;
    let visitor = "/entities/visitor";
    assert_eq!(
        graph(&app, "/", "").await.at(visitor),
        json!({ "signedIn": false })
    );
    assert_eq!(
        graph(&app, "/", SECOND).await.at(visitor),
        json!({ "signedIn": true, "name": "demo-second" })
    );
}

#[tokio::test]
async fn signing_in_answers_as_the_one_who_signed_in() {
    let app = shop().await;
    let ada = json!({ "name": "Ada" });
    let answer = call(&app, "/", "", "signIn", ada.clone(), false).await;
    assert_eq!(answer.at("/changed/visitor/name"), "Ada", "{}", answer.body);
    let visitor = graph(&app, "/", &answer.cookie())
        .await
        .at("/entities/visitor");
    assert_eq!(visitor, json!({ "signedIn": true, "name": "Ada" }));

    let nobody = call(&app, "/", "", "signIn", json!({ "name": " \t" }), false).await;
    assert_eq!(nobody.status, 422);
    assert_eq!(nobody.at("/error/issues/0/path"), "/name");
}

#[tokio::test]
async fn an_order_is_found_by_its_owner_alone() {
    let app = shop().await;
    let tee = json!({ "sku": "TEE-BLK-M" });
    call(&app, TEE, AGENT, "addToCart", tee, false).await;
    let placed = call(&app, "/cart", AGENT, "placeOrder", json!({}), true).await;
    let order = placed.at("/redirect");
    let order = order.as_str().unwrap();
    assert_eq!(graph(&app, order, AGENT).await.status, 200);
    for other in [SECOND, ""] {
        assert_eq!(graph(&app, order, other).await.status, 404);
    }
    let cancelled = call(&app, order, SECOND, "cancelOrder", json!({}), true).await;
    assert_eq!(cancelled.status, 404);
}
