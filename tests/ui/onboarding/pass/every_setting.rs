#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(slug = "start", name = "Acme", state = App, at = "/start", identity = "optional", discovery = "https://acme.example/auth.md", stuck_after = 5, crate = ::affordances)]
pub mod flow {
    use super::app::*;

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}

    /// Create a project.
    #[step(id = "create-project", depends_on = [create_org], artifact(name = "kit", path = "/kit.json"), stuck_after = 2)]
    pub async fn create_project() {}
}

fn main() {
    let meta = &flow::FLOW.meta;
    assert_eq!((meta.slug, meta.at().as_str()), ("start", "/start"));
    assert!(!meta.identity_required);
    assert_eq!(flow::FLOW.steps[1].meta.id, "create-project");
    assert_eq!(
        flow::FLOW.steps[1].meta.depends_on,
        Some(&["create_org"][..])
    );
}
