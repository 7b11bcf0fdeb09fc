//! Onboarding with more stored sessions than CI has time for.

use std::process::Command;

type Error = Box<dyn std::error::Error>;

/// How many, unless it is said.
pub(crate) const SESSIONS: u32 = 1_000_000;

/// Runs the test that stores so many; whether a step stays as quick as it was.
pub(crate) fn run(sessions: u32) -> Result<bool, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "test",
            "--release",
            "--package",
            "aboard-core",
            "--test",
            "scale",
        ])
        // One after the other: they would be each other's noise.
        .args([
            "--features",
            "sqlite",
            "--",
            "--nocapture",
            "--test-threads=1",
        ])
        .env("ABOARD_SESSIONS", sessions.to_string())
        .status()?;
    Ok(status.success())
}
