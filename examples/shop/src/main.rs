//! The shop as a program: `cargo run -p shop`.

use std::process::ExitCode;

use affordances::Affordances;

#[tokio::main]
async fn main() -> ExitCode {
    shop::server::run(Affordances::new(&shop::SITE)).await
}
