#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}

    /// Create a project.
    #[step(artifact(path = "/kit.json"))]
    pub async fn create_project() {}
}

fn main() {
    let _ = &flow::FLOW;
}
