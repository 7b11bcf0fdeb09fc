//! What the webhook is told (specification, section 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{EventType, Identity, pattern};

/// A step has failed as often as its threshold says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Notification {
    /// `agent.stuck`.
    #[schemars(extend("const" = EventType::AgentStuck))]
    pub event: EventType,
    /// The session.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub session_id: String,
    /// The step.
    #[schemars(regex(pattern = pattern::NAME))]
    pub step_id: String,
    /// How often it was tried.
    #[schemars(range(min = 1))]
    pub attempts: u32,
    /// Why it failed last.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub error: String,
    /// On whose behalf, where that is known.
    #[schemars(with = "Identity")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<Identity>,
    /// What the agent said about itself.
    pub metadata: Map<String, Value>,
}

impl Notification {
    /// That an agent is stuck, with no metadata.
    #[must_use]
    pub fn agent_stuck(
        session_id: impl Into<String>,
        step_id: impl Into<String>,
        attempts: u32,
        error: impl Into<String>,
    ) -> Self {
        Self {
            event: EventType::AgentStuck,
            session_id: session_id.into(),
            step_id: step_id.into(),
            attempts,
            error: error.into(),
            principal: None,
            metadata: Map::new(),
        }
    }

    /// On whose behalf.
    #[must_use]
    pub fn principal(mut self, principal: Option<Identity>) -> Self {
        self.principal = principal;
        self
    }

    /// With what the agent said about itself.
    #[must_use]
    pub fn metadata(mut self, metadata: Map<String, Value>) -> Self {
        self.metadata = metadata;
        self
    }
}
