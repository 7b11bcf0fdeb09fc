#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    pub async fn create_org() {}
}

fn main() {
    let _ = &flow::FLOW;
    let _ = flow::create_org;
}
