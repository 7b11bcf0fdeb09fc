//! Onboarding under kill -9, more often than CI has time for.

use std::process::Command;

type Error = Box<dyn std::error::Error>;

/// How often, unless it is said.
pub(crate) const KILLS: u32 = 300;

/// Runs the test that kills, with so many kills; whether it holds.
pub(crate) fn run(kills: u32) -> Result<bool, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--package", "affordances", "--test", "onboarding"])
        .args(["--features", "aboard-sqlite", "--", "killed_at_any_moment"])
        .env("AFFORDANCES_KILLS", kills.to_string())
        .status()?;
    Ok(status.success())
}
