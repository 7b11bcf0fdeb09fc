//! The log of a session (specification, section 5).

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pattern;

/// One entry of a session's log, never changed once written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "if" = { "properties": { "type": { "pattern": r"^session\." } } },
    "then" = { "properties": { "stepId": false } },
    "else" = { "required": ["stepId"] },
))]
#[non_exhaustive]
pub struct Event {
    /// Unique; the ids' order is the order of the events, as text too.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub id: String,
    /// The session.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub session_id: String,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// To which step.
    #[schemars(with = "String", regex(pattern = pattern::NAME))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_id: Option<String>,
    /// What else is to be known.
    #[schemars(with = "Value")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// When, in milliseconds since the epoch; never goes back in a session.
    pub at: u64,
}

impl Event {
    /// An event of a whole session.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        session_id: impl Into<String>,
        kind: EventType,
        at: u64,
    ) -> Self {
        Self {
            id: id.into(),
            session_id: session_id.into(),
            kind,
            step_id: None,
            data: None,
            at,
        }
    }
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "String", extend("enum" = EventType::ALL.map(EventType::as_str)))]
#[non_exhaustive]
pub enum EventType {
    /// A session has begun.
    SessionCreated,
    /// A step was tried.
    StepStarted,
    /// A step is done.
    StepCompleted,
    /// A step was tried in vain.
    StepFailed,
    /// A step has failed as often as its threshold says.
    AgentStuck,
    /// Every step is done.
    SessionCompleted,
    /// The session was abandoned.
    SessionRevoked,
    /// A type of a later version of the protocol; read, never sent.
    Unknown,
}

impl EventType {
    /// All that are sent.
    pub const ALL: [Self; 7] = [
        Self::SessionCreated,
        Self::StepStarted,
        Self::StepCompleted,
        Self::StepFailed,
        Self::AgentStuck,
        Self::SessionCompleted,
        Self::SessionRevoked,
    ];

    /// The word in `type`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SessionCreated => "session.created",
            Self::StepStarted => "step.started",
            Self::StepCompleted => "step.completed",
            Self::StepFailed => "step.failed",
            Self::AgentStuck => "agent.stuck",
            Self::SessionCompleted => "session.completed",
            Self::SessionRevoked => "session.revoked",
            Self::Unknown => "unknown",
        }
    }

    /// The type of this word.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|kind| kind.as_str() == word)
            .unwrap_or(Self::Unknown)
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for EventType {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for EventType {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&Cow::<'de, str>::deserialize(from)?))
    }
}
