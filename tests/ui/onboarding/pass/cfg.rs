#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    /// Provision a workspace.
    #[step]
    #[cfg(not(any()))]
    pub async fn create_org(_: Input<CreateOrg>) {}

    /// Provision a workspace.
    #[step]
    #[cfg(any())]
    pub async fn create_org() {}

    /// Create a project.
    #[cfg(any())]
    #[step]
    pub async fn create_project() {}

    /// Deploy it.
    #[step(depends_on = [create_org])]
    pub async fn deploy() {}
}

fn main() {
    let ids: Vec<_> = flow::FLOW.step_metas().map(|step| step.id).collect();
    assert_eq!(ids, ["create_org", "deploy"]);
}
