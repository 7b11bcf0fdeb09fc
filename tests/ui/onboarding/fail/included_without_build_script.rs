#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(at = "/onboarding", name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}
}

fn main() {
    let _ = affordances::include_onboarding!(flow::FLOW);
}
