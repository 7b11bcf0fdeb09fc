#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    /// Provision a workspace.
    #[step(depends_on = [deploy])]
    pub async fn create_org() {}

    /// Create a project.
    #[step]
    pub async fn create_project() {}

    /// Deploy it.
    #[step(depends_on = [create_project])]
    pub async fn deploy() {}
}

fn main() {
    let _ = &flow::FLOW;
    let _ = flow::create_org;
    let _ = flow::create_project;
    let _ = flow::deploy;
}
