//! Onboarding over real HTTP, on both stores: each test is named after the rule of
//! `conformance` that it proves.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod admin;
mod crowd;
mod discovery;
mod errors;
mod events;
mod kill;
mod parallel;
mod revocation;
mod sessions;
mod settings;
mod steps;
mod stuck;
mod support;
mod tokens;
mod walk;
#[path = "../yardstick/mod.rs"]
mod yardstick;
