//! What HTTP says beside the body, as pure functions of header and address.
//!
//! The engine asks here what a request wants ([`accept`], [`alias`]), whether a
//! page of another site made it ([`origin`]) and whose rate limit it counts
//! against ([`client_addr`]); the adapter lets an answer say where its graph is
//! ([`link`]) and what a cache must key it on ([`vary`]). Nothing here does I/O,
//! fails on a malformed header or works longer than the header is long.

pub mod accept;
pub mod alias;
pub mod client_addr;
pub mod link;
pub mod origin;
pub mod query;
pub mod vary;

#[cfg(test)]
mod garbage;
