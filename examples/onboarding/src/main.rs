//! The onboarding API as a program: `cargo run -p onboarding`.

use std::process::ExitCode;

use affordances::aboard::Onboarding;
use onboarding::flows::{default, mini};

#[tokio::main]
async fn main() -> ExitCode {
    onboarding::server::run(Onboarding::new(&default::FLOW).flow(&mini::FLOW)).await
}
