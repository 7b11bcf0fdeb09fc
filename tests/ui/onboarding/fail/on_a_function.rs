#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub async fn create_org() {}

fn main() {
    let _ = create_org;
}
