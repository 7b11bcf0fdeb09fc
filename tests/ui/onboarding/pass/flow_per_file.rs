#[path = "../../app.rs"]
mod app;

mod default {
    use super::app::*;

    /// Get a workspace.
    #[onboarding(name = "Acme", state = App)]
    pub mod flow {
        use super::super::app::*;

        /// Provision a workspace.
        #[step]
        pub async fn create_org() {}
    }
}

fn main() {
    let _ = &default::FLOW;
}
