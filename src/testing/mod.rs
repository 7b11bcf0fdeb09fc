//! For an app's own tests (feature `testing`): an agent that reads and operates
//! the app in the test's process, without a socket.
//!
//! ```
//! # use affordances::testing::Agent;
//! # async fn test(app: axum::Router) {
//! let mut agent = Agent::new(app).bearer("demo-agent-token");
//! let page = agent.get("/products/canvas-tote").await.graph();
//! assert!(page.action("addToCart").unwrap().available);
//! let input = serde_json::json!({ "sku": "TOTE-NAT", "quantity": 2 });
//! let delta = agent.call("/products/canvas-tote", "addToCart", input).await.done();
//! assert_eq!(delta.changed.unwrap()["cart"]["items"][0]["quantity"], 2);
//! # }
//! ```
//!
//! And the contract test: [`Contract`] compares what the site promises with what
//! is committed.
//!
//! It panics where an assertion would: these are helpers for tests.
#![allow(clippy::panic, reason = "an assertion's way to fail a test")]

mod agent;
mod contract;
mod reply;

pub use agent::Agent;
pub use contract::Contract;
pub use reply::Reply;
