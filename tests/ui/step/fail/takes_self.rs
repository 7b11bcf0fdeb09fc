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
    #[step]
    pub async fn create_project(self) {}
}

fn main() {}
