//! What the README shows of the shop is what the shop answers.

use affordances::testing::Agent;
use serde_json::{Value, json};

use crate::http::{FIRST, agent, shop};

const README: &str = include_str!("../../../../README.md");

/// The README's blocks of JSON, in order.
fn shown() -> Vec<Value> {
    let blocks = README.split("```json\n").skip(1);
    blocks
        .map(|block| serde_json::from_str(block.split("```").next().unwrap()).unwrap())
        .collect()
}

/// Whether everything that is shown is so; the README leaves things out.
fn shows(shown: &Value, real: &Value) -> bool {
    match (shown, real) {
        (Value::Object(shown), Value::Object(real)) => shown
            .iter()
            .all(|(key, value)| real.get(key).is_some_and(|real| shows(value, real))),
        (Value::Array(shown), Value::Array(real)) => shown
            .iter()
            .all(|item| real.iter().any(|real| shows(item, real))),
        _ => shown == real,
    }
}

#[tokio::test]
async fn the_graph_of_the_readme_is_the_carts() {
    let real = Agent::new(shop().await).get("/cart").await.json();
    assert!(shows(&shown()[0], &real), "{real:#}");
    assert!(!shows(&json!({ "v": "1" }), &real));
}

#[tokio::test]
async fn the_delta_of_the_readme_is_the_whole_answer() {
    let input = json!({ "sku": "TOTE-NAT", "quantity": 2 });
    let mut agent = agent(&shop().await, FIRST);
    let reply = agent
        .call("/products/canvas-tote", "addToCart", input)
        .await;
    assert_eq!(reply.json::<Value>(), shown()[1]);
}
