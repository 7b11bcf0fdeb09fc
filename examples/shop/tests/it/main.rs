//! The shop over HTTP, one module per subject.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod agents;
mod callers;
mod contract;
mod crowd;
mod http;
mod login;
mod people;
mod readme;
