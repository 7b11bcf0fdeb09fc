// rustc reports the feature first; the last error says what to do.
#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
#[path = "../../app.rs"]
pub mod elsewhere;

fn main() {}
