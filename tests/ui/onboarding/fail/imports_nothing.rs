#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    /// Provision a workspace.
    #[step]
    pub async fn create_org(Input(_): Input<CreateOrg>) -> Result<Org> {
        Ok(Org {
            org_id: String::new(),
        })
    }
}

fn main() {
    let _ = (&flow::FLOW, flow::create_org);
}
