//! What a step answers (specification, section 3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Artifact, Issue, Progress, pattern};

/// How a call of a step has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepStatus {
    /// Done.
    Completed,
    /// Not done; it may be called again.
    Failed,
}

/// A completed step. `O` is the form of the output: the engine passes its JSON
/// text through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct StepSuccess<O = Value> {
    /// `true`.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// The step.
    #[schemars(regex(pattern = pattern::NAME))]
    pub step: String,
    /// `completed`.
    #[schemars(extend("const" = StepStatus::Completed))]
    pub status: StepStatus,
    /// What it returned, or `null`.
    pub output: Option<O>,
    /// What the agent takes away, or `null`.
    pub artifact: Option<Artifact>,
    /// How far the session is.
    pub progress: Progress,
    /// The step to call next; `null` exactly when the flow is complete.
    #[schemars(regex(pattern = pattern::NAME))]
    pub next: Option<String>,
}

impl<O> StepSuccess<O> {
    /// A success without an artifact.
    #[must_use]
    pub fn new(
        step: impl Into<String>,
        output: Option<O>,
        progress: Progress,
        next: Option<String>,
    ) -> Self {
        Self {
            ok: true,
            step: step.into(),
            status: StepStatus::Completed,
            output,
            artifact: None,
            progress,
            next,
        }
    }

    /// With something to take away.
    #[must_use]
    pub fn artifact(mut self, artifact: Option<Artifact>) -> Self {
        self.artifact = artifact;
        self
    }
}

/// A step that failed and may be called again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend(
    "if" = { "properties": { "error": { "const": "input_invalid" } } },
    "then" = { "required": ["issues"] },
))]
#[non_exhaustive]
pub struct StepFailed {
    /// `false`.
    #[schemars(extend("const" = false))]
    pub ok: bool,
    /// `failed`.
    #[schemars(extend("const" = StepStatus::Failed))]
    pub status: StepStatus,
    /// `input_invalid`, or what the step's author says.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub error: String,
    /// Every fault of the input, for `input_invalid`.
    #[schemars(with = "Vec<Issue>", length(min = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issues: Option<Vec<Issue>>,
    /// How often the step was tried.
    #[schemars(range(min = 1))]
    pub attempts: u32,
    /// The same step.
    #[schemars(regex(pattern = pattern::NAME))]
    pub next: String,
    /// Where the server's log has the cause, where it is not told here.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl StepFailed {
    /// A failure of `step` at its attempt number `attempts`.
    #[must_use]
    pub fn new(step: impl Into<String>, error: impl Into<String>, attempts: u32) -> Self {
        Self {
            ok: false,
            status: StepStatus::Failed,
            error: error.into(),
            issues: None,
            attempts,
            next: step.into(),
            reference: None,
        }
    }

    /// With what is wrong with the input.
    #[must_use]
    pub fn issues(mut self, issues: Vec<Issue>) -> Self {
        self.issues = Some(issues);
        self
    }

    /// With the reference under which the cause is logged.
    #[must_use]
    pub fn reference(mut self, reference: Option<String>) -> Self {
        self.reference = reference;
        self
    }
}
