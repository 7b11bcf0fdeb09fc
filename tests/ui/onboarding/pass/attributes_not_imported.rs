#[path = "../../app.rs"]
mod app;
use affordances::onboarding;
use app::App;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::App;

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}
}

fn main() {}
