//! Many callers at once: nothing is lost, nothing sold twice.

use std::collections::BTreeMap;

use affordances::testing::Agent;
use axum::Router;
use serde_json::{Value, json};

use crate::http::{HERE, shop};

const TEE: &str = "/products/heavyweight-tee";
const CALLERS: usize = 200;

/// A person of their own, signed in by the action.
async fn person(app: &Router, number: usize) -> Agent {
    let mut person = Agent::new(app.clone()).origin(HERE).without_audit();
    let name = json!({ "name": format!("visitor {number}") });
    person.call("/", "signIn", name).await.done();
    person
}

/// What one caller does, and how many pieces they hold in the end.
async fn visit(app: Router, number: usize) -> (BTreeMap<u16, usize>, u64) {
    let mut person = person(&app, number).await;
    let mut statuses = BTreeMap::new();
    let one = json!({ "sku": "TEE-BLK-M", "quantity": 1 });
    let mut reserved = 0;
    for _ in 0..2 {
        let confirmed = json!({ "action": "reserve", "input": one.clone(), "confirm": true });
        let reply = person.post(TEE, &confirmed).await;
        reserved += u64::from(reply.status() == 200);
        *statuses.entry(reply.status()).or_default() += 1;
    }
    let cart = person.get("/cart").await.graph().entities["cart"].clone();
    let held: u64 = cart["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["reserved"].as_u64().unwrap())
        .sum();
    assert_eq!(held, reserved, "visitor {number}");
    (statuses, held)
}

async fn stock(app: &Router) -> Value {
    let mut stranger = Agent::new(app.clone());
    let graph = stranger.get(TEE).await.graph();
    graph.entities["product"]["variants"][0]["stock"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_callers_share_twelve_pieces() {
    let app = shop().await;
    let visits: Vec<_> = (0..CALLERS)
        .map(|number| tokio::spawn(visit(app.clone(), number)))
        .collect();
    let (mut statuses, mut held) = (BTreeMap::new(), 0);
    for visit in visits {
        let (seen, pieces) = visit.await.unwrap();
        held += pieces;
        for (status, times) in seen {
            *statuses.entry(status).or_insert(0) += times;
        }
    }
    assert_eq!(
        statuses,
        BTreeMap::from([(200, 12), (409, 2 * CALLERS - 12)])
    );
    assert_eq!((held, stock(&app).await), (12, json!(0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_cart_keeps_what_two_hundred_calls_put_into_it() {
    let app = shop().await;
    let person = person(&app, 0).await;
    let calls: Vec<_> = (0..CALLERS)
        .map(|_| {
            let mut person = person.clone();
            tokio::spawn(async move {
                let one = json!({ "sku": "TEE-BLK-M", "quantity": 1 });
                person.call(TEE, "addToCart", one).await.status()
            })
        })
        .collect();
    let mut added = 0;
    for call in calls {
        match call.await.unwrap() {
            200 => added += 1,
            status => assert_eq!(status, 409),
        }
    }
    // Nobody else takes pieces, so all twelve are wished for and no more.
    let cart = person.clone().get("/cart").await.graph().entities["cart"].clone();
    assert_eq!((added, &cart["items"][0]["quantity"]), (12, &json!(12)));
}
