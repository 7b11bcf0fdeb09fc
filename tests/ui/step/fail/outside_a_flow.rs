#[path = "../../app.rs"]
mod app;
use app::*;

/// Provision a workspace.
#[step]
pub async fn create_org() {}

fn main() {
    let _ = create_org;
}
