//! `schemas/`: the JSON Schemas of every document of both protocols, generated from
//! our types, and compared with those that were written by hand from the
//! specifications (`tests/spec-schemas/`).
//!
//! `BLESS=1 cargo test --all-features --test schemas` writes them anew.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod documents;
mod equivalence;
mod generate;
mod mutations;
#[path = "../yardstick/mod.rs"]
mod yardstick;
