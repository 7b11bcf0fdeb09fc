//! Error sink, spanned arguments and a light item parser, shared by the macro crates of affordances.
//!
//! This is the ground under every stage of both macro crates; it knows syntax and nothing of pages
//! or steps. The way through it:
//!
//! ```text
//! attribute tokens ── spanned::Args ──▶ arguments with key and span      ┐
//! module tokens ───── items::Module ──▶ items, bodies unparsed           ├─▶ check, model, expand
//! a function ──────── handler ────────▶ its signature, checked; its shim │
//! mistakes ────────── sink::ErrorSink ▶ one stream of compile errors     ┘    (in the macro crates)
//!                    + entry::Entry     each with its place in the error index
//! ```
//!
//! It is not meant for use outside this family and promises no stability to anybody else.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::todo,
    clippy::indexing_slicing
)]
#![allow(
    missing_debug_implementations,
    reason = "syn's types have no `Debug` without its feature `extra-traits`, which is most of syn again"
)]
#![cfg_attr(
    test,
    allow(clippy::indexing_slicing, reason = "a test may fail by panicking")
)]

pub mod attrs;
pub mod docs;
pub mod entry;
pub mod handler;
pub mod items;
pub mod krate;
pub mod marks;
#[cfg(feature = "testing")]
pub mod reference;
pub mod sink;
pub mod spanned;
pub mod spans;
pub mod spell;
