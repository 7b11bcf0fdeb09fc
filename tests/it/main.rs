//! The integration tests: one binary, real HTTP, each test named after the rule
//! of `conformance` that it proves.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod caching;
mod call_shape;
mod contract;
mod delta;
mod discovery;
mod documents;
mod failures;
mod forms;
mod graph;
mod handwritten;
mod hostile;
mod mounting;
mod negotiation;
mod order;
mod parameters;
mod path_params;
mod schemas;
mod security;
mod settings;
mod support;
mod testing;
#[path = "../yardstick/mod.rs"]
mod yardstick;
