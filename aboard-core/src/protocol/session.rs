//! Sessions (specification, sections 2 and 4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pattern;

/// The body that creates a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CreateSession {
    /// What the agent says about itself and its run; kept with the session.
    #[schemars(with = "Map<String, Value>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
}

/// The answer: a session and the token for its steps.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionCreated {
    /// The session.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub session_id: String,
    /// The bearer credential of its steps.
    #[schemars(regex(pattern = pattern::TOKEN))]
    pub session_token: String,
    /// The step to call first.
    #[schemars(regex(pattern = pattern::NAME))]
    pub next: Option<String>,
    /// None of them done.
    pub progress: Progress,
    /// On whose behalf, where that is known.
    #[schemars(with = "Identity")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<Identity>,
}

impl std::fmt::Debug for SessionCreated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is a credential: it stays out of logs.
        f.debug_struct("SessionCreated")
            .field("session_id", &self.session_id)
            .field("next", &self.next)
            .field("progress", &self.progress)
            .field("principal", &self.principal)
            .finish_non_exhaustive()
    }
}

/// On whose behalf a session runs, as the server's verifier has found out.
///
/// ```
/// use aboard_core::protocol::Identity;
///
/// let identity = Identity::new("user_123").with_agent_provider("anthropic");
/// assert_eq!(
///     serde_json::to_string(&identity).unwrap(),
///     r#"{"subject":"user_123","agentProvider":"anthropic"}"#,
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Identity {
    /// Who: stable and unique.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub subject: String,
    /// Whose agent acts for them.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_provider: Option<String>,
}

impl Identity {
    /// An identity with this subject.
    #[must_use]
    pub fn new(subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            agent_provider: None,
        }
    }

    /// Names the provider of the agent.
    #[must_use]
    pub fn with_agent_provider(mut self, provider: impl Into<String>) -> Self {
        self.agent_provider = Some(provider.into());
        self
    }
}

/// How far a session is, in steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Progress {
    /// Done.
    pub completed: usize,
    /// Of how many.
    pub total: usize,
}

impl Progress {
    /// So many of so many.
    #[must_use]
    pub fn new(completed: usize, total: usize) -> Self {
        Self { completed, total }
    }
}

/// The answer to a revocation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Revoked {
    /// `true`.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// The session.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub session_id: String,
    /// `abandoned`.
    #[schemars(extend("const" = super::SessionStatus::Abandoned))]
    pub status: super::SessionStatus,
}

impl Revoked {
    /// The answer for this session.
    #[must_use]
    pub fn new(session_id: impl Into<String>) -> Self {
        Self {
            ok: true,
            session_id: session_id.into(),
            status: super::SessionStatus::Abandoned,
        }
    }
}
