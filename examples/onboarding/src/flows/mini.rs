//! A diamond, and a step that fails as it is told to: for those who try a client.

/// Try every way that a step can go.
#[affordances::onboarding(
    slug = "mini", name = "Acme", state = Acme, discovery = "/auth.md", stuck_after = 3
)]
pub mod flow {
    use std::time::Duration;

    use affordances::prelude::*;

    use crate::Acme;

    /// How `flaky` is to go.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Flaky {
        mode: Mode,
    }

    /// A way for a step to go.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Mode {
        /// It succeeds.
        Ok,
        /// It fails, and says why.
        Fail,
        /// It returns what its output schema forbids.
        BadOutput,
        /// It panics.
        Panic,
    }

    /// What `flaky` returns.
    #[derive(Debug, Serialize, JsonSchema)]
    pub struct Went {
        #[schemars(length(max = 4))]
        how: &'static str,
    }

    /// Begin.
    #[step]
    pub async fn root() {}

    /// Go left; it takes a while.
    #[step(depends_on = [root])]
    pub async fn left() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    /// Go right.
    #[step(depends_on = [root])]
    pub async fn right() {}

    /// Meet again.
    #[step(depends_on = [left, right])]
    pub async fn finish() {}

    /// Do as the mode says.
    #[step(depends_on = [root])]
    #[allow(
        clippy::panic,
        reason = "what a panic does to a flow is what there is to see"
    )]
    pub async fn flaky(Input(input): Input<Flaky>) -> Result<Went, StepError> {
        match input.mode {
            Mode::Ok => Ok(Went { how: "fine" }),
            Mode::Fail => Err(StepError::new("upstream refused")),
            Mode::BadOutput => Ok(Went { how: "wrongly" }),
            Mode::Panic => panic!("told to"),
        }
    }
}
