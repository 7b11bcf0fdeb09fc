//! What is written into a session's log (specification, section 5).

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{FailedAttempt, Millis};
use crate::protocol::{EventType, Identity, Issue};

/// The most faults of an input that the log tells of one attempt.
const LOGGED_ISSUES: usize = 8;

/// An event on its way into the log; the store gives it its id.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct NewEvent {
    /// What happened.
    pub event: SessionEvent,
    /// When; never before the event that stands before it.
    pub at: Millis,
}

/// What happened, with what is to be known of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SessionEvent {
    /// The session began.
    Created {
        /// On whose behalf.
        identity: Option<Arc<Identity>>,
        /// What the agent said about itself.
        metadata: Option<Arc<RawValue>>,
    },
    /// A step was tried.
    Started {
        /// The step.
        step: Arc<str>,
        /// For the how manieth time.
        attempt: u32,
    },
    /// A step is done.
    Completed {
        /// The step.
        step: Arc<str>,
        /// At which attempt.
        attempt: u32,
    },
    /// A step was tried in vain.
    Failed {
        /// The step.
        step: Arc<str>,
        /// At which attempt.
        attempt: u32,
        /// Why.
        fault: Arc<FailedAttempt>,
    },
    /// A step has failed as often as its threshold says.
    Stuck {
        /// The step.
        step: Arc<str>,
        /// How often it was tried.
        attempts: u32,
        /// Why it failed last.
        fault: Arc<FailedAttempt>,
    },
    /// Every step is done.
    SessionCompleted,
    /// The session was abandoned.
    Revoked {
        /// By whom.
        by: RevokedBy,
    },
}

/// Who revokes a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RevokedBy {
    /// Whoever holds its token.
    Agent,
    /// An operator.
    Admin,
}

impl SessionEvent {
    /// The protocol's word for it.
    #[must_use]
    pub fn kind(&self) -> EventType {
        match self {
            Self::Created { .. } => EventType::SessionCreated,
            Self::Started { .. } => EventType::StepStarted,
            Self::Completed { .. } => EventType::StepCompleted,
            Self::Failed { .. } => EventType::StepFailed,
            Self::Stuck { .. } => EventType::AgentStuck,
            Self::SessionCompleted => EventType::SessionCompleted,
            Self::Revoked { .. } => EventType::SessionRevoked,
        }
    }

    /// The step that it happened to.
    #[must_use]
    pub fn step(&self) -> Option<&Arc<str>> {
        match self {
            Self::Started { step, .. }
            | Self::Completed { step, .. }
            | Self::Failed { step, .. }
            | Self::Stuck { step, .. } => Some(step),
            Self::Created { .. } | Self::SessionCompleted | Self::Revoked { .. } => None,
        }
    }

    /// The JSON of its `data`.
    #[must_use]
    pub fn data(&self) -> Option<String> {
        let data = match self {
            Self::Created { identity, metadata } => Data {
                principal: identity.as_deref(),
                metadata: Some(metadata.as_deref().unwrap_or(empty_object())),
                ..Data::default()
            },
            Self::Started { attempt, .. } | Self::Completed { attempt, .. } => Data {
                attempt: Some(*attempt),
                ..Data::default()
            },
            Self::Failed { attempt, fault, .. } => Data {
                attempt: Some(*attempt),
                error: Some(&fault.error),
                issues: &fault.issues[..fault.issues.len().min(LOGGED_ISSUES)],
                reference: fault.reference.as_deref(),
                ..Data::default()
            },
            Self::Stuck {
                attempts, fault, ..
            } => Data {
                attempts: Some(*attempts),
                error: Some(&fault.error),
                ..Data::default()
            },
            Self::SessionCompleted => return None,
            Self::Revoked { by } => Data {
                by: Some(*by),
                ..Data::default()
            },
        };
        // Strings, numbers and JSON always serialise.
        serde_json::to_string(&data).ok()
    }
}

/// The members that an event's `data` can have.
#[derive(Default, Serialize)]
struct Data<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    principal: Option<&'a Identity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempts: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    issues: &'a [Issue],
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<RevokedBy>,
}

/// `{}`.
pub(crate) fn empty_object() -> &'static RawValue {
    // `RawValue` has no constant; `null` is the only one that it offers.
    static EMPTY: std::sync::LazyLock<Box<RawValue>> = std::sync::LazyLock::new(|| {
        RawValue::from_string("{}".to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
    });
    &EMPTY
}
