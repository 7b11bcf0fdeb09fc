#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    #[allow(non_camel_case_types)]
    #[derive(Serialize, JsonSchema)]
    pub struct create_project {
        pub id: u32,
    }

    pub mod create_org_helpers {}

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}

    /// Create a project.
    #[step(depends_on = [create_org])]
    pub async fn r#move() -> create_project {
        create_project { id: 1 }
    }
}

fn main() {
    assert_eq!(flow::FLOW.steps[1].meta.id, "move");
}
