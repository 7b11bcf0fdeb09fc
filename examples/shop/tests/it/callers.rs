//! Who meets whom.

use affordances::testing::Agent;
use serde_json::{Value, json};

use crate::http::{FIRST, HERE, SECOND, agent, post, shop};

const TEE: &str = "/products/heavyweight-tee";

async fn visitor(agent: &mut Agent) -> Value {
    agent.get("/").await.graph().entities["visitor"].clone()
}

#[tokio::test]
async fn each_caller_has_a_cart_of_their_own() {
    let app = shop().await;
    let (mut first, mut second) = (agent(&app, FIRST), agent(&app, SECOND));
    // A person by the name of an agent is somebody else.
    let session = post(&app, "/login", "name=demo-agent", HERE).await.cookie();
    let (name, value) = session.split_once('=').unwrap();
    let mut person = Agent::new(app.clone()).cookie(name, value).origin(HERE);

    let tees = json!({ "sku": "TEE-BLK-M", "quantity": 2 });
    for (caller, wanted) in [(&mut first, 2), (&mut second, 2), (&mut person, 2)] {
        let added = caller.call(TEE, "addToCart", tees.clone()).await.done();
        assert_eq!(added.output, Some(json!({ "quantity": wanted })));
    }
    let added = first.call(TEE, "addToCart", tees).await.done();
    assert_eq!(added.output, Some(json!({ "quantity": 4 })));
    let mut stranger = Agent::new(app);
    let cart = stranger.get("/cart").await.graph();
    assert_eq!(cart.entities["cart"]["items"], json!([]));
    assert_eq!(cart.entities["orders"]["count"], 0);
}

#[tokio::test]
async fn a_visitor_goes_by_their_name() {
    let app = shop().await;
    assert_eq!(
        visitor(&mut Agent::new(app.clone())).await,
        json!({ "signedIn": false })
    );
    assert_eq!(
        visitor(&mut agent(&app, SECOND)).await,
        json!({ "signedIn": true, "name": "demo-second" })
    );
}

#[tokio::test]
async fn signing_in_answers_as_the_one_who_signed_in() {
    let mut browser = Agent::new(shop().await).origin(HERE);
    let nobody = browser.call("/", "signIn", json!({ "name": " \t " })).await;
    assert_eq!(nobody.status(), 422);

    let ada = json!({ "signedIn": true, "name": "Ada" });
    let name = json!({ "name": "Ada" });
    let signed_in = browser.call("/", "signIn", name).await.done();
    assert_eq!(signed_in.changed.unwrap()["visitor"], ada);
    assert_eq!(visitor(&mut browser).await, ada);
}

#[tokio::test]
async fn an_order_is_found_by_its_owner_alone() {
    let app = shop().await;
    let (mut first, mut second) = (agent(&app, FIRST), agent(&app, SECOND));
    let tee = json!({ "sku": "TEE-BLK-M" });
    assert_eq!(first.call(TEE, "addToCart", tee).await.status(), 200);
    let placed = first.confirm("/cart", "placeOrder", json!({})).await.done();
    let order = placed.redirect.unwrap();

    assert_eq!(first.get(&order).await.status(), 200);
    assert_eq!(second.get(&order).await.status(), 404);
    assert_eq!(Agent::new(app).get(&order).await.status(), 404);
    let cancelled = second.call(&order, "cancelOrder", json!({})).await;
    cancelled.refused("not_found");
}
