//! The onboarding API as a program that makes no schema: `cargo run -p
//! onboarding-server`. Its descriptors are part of the binary; `build.rs` has
//! exported them, and their URLs get their base once, at start.

use std::process::ExitCode;

use affordances::aboard::Onboarding;
use affordances::include_onboarding;
use onboarding::flows::{default, mini};

#[tokio::main]
async fn main() -> ExitCode {
    let flows = Onboarding::new(include_onboarding!(default::FLOW))
        .flow(include_onboarding!(mini::FLOW, "mini"));
    onboarding::server::run(flows).await
}
