//! What the compiler spends on an annotated handler: the same handlers written
//! for this crate, for plain axum and for its peers, compiled side by side.
//!
//! `cargo xtask compile-cost` drives it. The flow: [`frameworks`] (one file
//! each: how a user writes the handlers) → `template` → [`workspace`] (whole
//! crates under `target/compile-cost/`) → `cargo` (user CPU of a build and all
//! its children) → [`measure`] (the runs) → [`report`] and its goals.
//!
//! CPU time and not the clock: a machine that is busy with other things slows
//! the clock by any factor, and CPU time by a few parts in ten. Frameworks take
//! turns within each run, so that what slows one slows its neighbours too.

pub mod cold;
pub mod frameworks;
pub mod goals;
pub mod measure;
pub mod report;
pub mod workspace;

mod cargo;
mod stats;
mod template;

use std::fmt;

/// Why there is no result, in words for the one who asked.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure that says this.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// What was being done when `error` came up.
    pub(crate) fn at(doing: impl fmt::Display, error: impl fmt::Display) -> Self {
        Self(format!("{doing}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}
