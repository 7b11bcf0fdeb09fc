//! What operators see of sessions. The specification leaves it open; the names
//! follow those that it has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Event, Identity, Progress, pattern};

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SessionStatus {
    /// Steps are left.
    Active,
    /// Every step is done.
    Completed,
    /// It was revoked.
    Abandoned,
}

impl SessionStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Active, Self::Completed, Self::Abandoned];

    /// The word in `status`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Abandoned => "abandoned",
        }
    }

    /// The status of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// A page of sessions, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionList {
    /// The sessions, each with its latest events.
    pub sessions: Vec<SessionView>,
    /// Where the next page begins, or `null`.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub next_cursor: Option<String>,
}

impl SessionList {
    /// A page.
    #[must_use]
    pub fn new(sessions: Vec<SessionView>, next_cursor: Option<String>) -> Self {
        Self {
            sessions,
            next_cursor,
        }
    }
}

/// A session, as operators see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionView {
    /// The session.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub session_id: String,
    /// Its flow.
    #[schemars(regex(pattern = pattern::NAME))]
    pub slug: String,
    /// Where it stands.
    pub status: SessionStatus,
    /// On whose behalf, where that is known.
    #[schemars(with = "Identity")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<Identity>,
    /// What the agent said about itself.
    #[serde(default)]
    pub metadata: Map<String, Value>,
    /// How far it is.
    pub progress: Progress,
    /// The flow's steps, in order.
    pub steps: Vec<StepView>,
    /// When it began, in milliseconds since the epoch.
    pub created_at: u64,
    /// Its log, oldest first.
    pub events: Vec<Event>,
}

/// Where a step of a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepState {
    /// Never tried.
    Pending,
    /// Being tried.
    Running,
    /// Tried in vain so far.
    Failed,
    /// Done.
    Completed,
}

/// A step of a session, as operators see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StepView {
    /// The step.
    #[schemars(regex(pattern = pattern::NAME))]
    pub id: String,
    /// Where it stands.
    pub status: StepState,
    /// How often it was tried.
    pub attempts: u32,
    /// Whether it has failed as often as its threshold says.
    pub stuck: bool,
    /// Why it failed last.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it returned.
    #[schemars(with = "Value")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
}
