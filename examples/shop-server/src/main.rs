//! The shop as a program that makes no schema: `cargo run -p shop-server`. Its
//! documents are part of the binary; `build.rs` has exported them.

use std::process::ExitCode;

use affordances::include_site;

#[tokio::main]
async fn main() -> ExitCode {
    shop::server::run(include_site!(shop::SITE)).await
}
