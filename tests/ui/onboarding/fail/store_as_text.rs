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
}

fn main() {
    let _ = affordances::aboard::Onboarding::new(&flow::FLOW).store("sessions.db".to_owned());
}
