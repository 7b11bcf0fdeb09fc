#[path = "../../app.rs"]
mod app;
use app::*;

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub mod flow {
    use super::app::*;

    type Body = Input<CreateOrg>;
    type Context = StepContext;
    type Answer = std::result::Result<Org, StepError>;

    /// Provision a workspace.
    #[step]
    pub async fn create_org(cx: &Context, _: Body) -> Answer {
        Ok(Org {
            org_id: cx.session_id().to_owned(),
        })
    }

    /// Not a future.
    #[step]
    pub fn create_project() -> Result<()> {
        Ok(())
    }

    /// A future by hand.
    #[step]
    pub fn deploy<'a>(cx: &'a StepContext) -> impl Future<Output = u32> + Send + 'a {
        async move { cx.attempt() }
    }
}

fn main() {
    let _ = &flow::FLOW;
}
