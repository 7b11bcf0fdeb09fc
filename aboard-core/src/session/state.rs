//! A session as it is stored.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{FailureKind, Fingerprint, Millis, SessionId};
use crate::plan::Plan;
use crate::protocol::{Identity, Issue, Progress, SessionStatus};

/// One agent's run through a flow. Cloning is cheap: texts are shared.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Session {
    /// What names it.
    pub id: SessionId,
    /// The slug of its flow.
    pub flow: Arc<str>,
    /// How many changes have been written; what compare-and-set compares.
    pub version: u64,
    /// Where it stands.
    pub status: SessionStatus,
    /// On whose behalf it runs.
    pub identity: Option<Arc<Identity>>,
    /// What the agent said about itself: a JSON object.
    pub metadata: Option<Arc<RawValue>>,
    /// When it began.
    pub created_at: Millis,
    /// When its token ends.
    pub expires_at: Millis,
    /// The time of its latest event.
    pub last_event_at: Millis,
    /// The step that comes next, as of the latest outcome.
    pub next: Option<Arc<str>>,
    /// The steps that were tried. By id, since the flow may change while the
    /// session lives.
    pub steps: Vec<StepRecord>,
}

/// What has become of one step.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StepRecord {
    /// The step.
    pub id: Arc<str>,
    /// How often it was tried.
    pub attempts: u32,
    /// How often it has failed in a way that counts for being stuck.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failures: u32,
    /// Whether its agent has been found stuck.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stuck: bool,
    /// How it stands.
    pub standing: Standing,
}

/// How a step stands.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Standing {
    /// Never tried.
    #[default]
    Pending,
    /// Somebody runs it, or has died of it.
    Running(Box<Running>),
    /// The latest attempt was in vain.
    Failed(Arc<FailedAttempt>),
    /// Done; it never runs again.
    Completed(Completed),
}

/// A claim on a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Running {
    /// The attempt at which this began: an attempt that is repeated because its
    /// process died keeps the number, and so its key.
    pub since: u32,
    /// When the claim ends by itself.
    pub lease_until: Millis,
    /// The request.
    #[serde(with = "hex")]
    pub request: Fingerprint,
    /// Its idempotency key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Arc<str>>,
}

/// An attempt in vain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailedAttempt {
    /// In which way.
    pub kind: FailureKind,
    /// What was answered.
    pub error: Arc<str>,
    /// What was wrong with the input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<Issue>,
    /// Where the log has the cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Arc<str>>,
    /// The request.
    #[serde(with = "hex")]
    pub request: Fingerprint,
    /// An earlier attempt whose process died before its outcome was recorded,
    /// and that is still to be repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<u32>,
}

/// A step that is done.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Completed {
    /// What it returned, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Arc<RawValue>>,
    /// The idempotency key that it was called with, and what was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyed: Option<Box<Keyed>>,
}

/// An idempotency key whose request has been answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Keyed {
    /// The key.
    pub key: Arc<str>,
    /// The request.
    #[serde(with = "hex")]
    pub request: Fingerprint,
    /// When it was answered.
    pub at: Millis,
    /// The progress that was answered.
    pub progress: Progress,
    /// The next step that was answered.
    pub next: Option<Arc<str>>,
}

impl StepRecord {
    /// The attempt that was begun and never answered, if there is one.
    pub(super) fn unanswered(&self) -> Option<u32> {
        match &self.standing {
            Standing::Running(running) => Some(running.since),
            Standing::Failed(failed) => failed.unanswered,
            Standing::Pending | Standing::Completed(_) => None,
        }
    }
}

impl Session {
    /// What became of a step; `None` when it was never tried.
    #[must_use]
    pub fn step(&self, id: &str) -> Option<&StepRecord> {
        self.steps.iter().find(|step| &*step.id == id)
    }

    /// Whether it was revoked.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        self.status == SessionStatus::Abandoned
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self, plan: &Plan) -> Progress {
        let done = plan.ids().filter(|id| self.is_done(id)).count();
        Progress::new(done, plan.steps().len())
    }

    /// The step to call next; `None` exactly when the flow is complete.
    #[must_use]
    pub fn next_step(&self, plan: &Plan) -> Option<Arc<str>> {
        let next = plan.next(|place| self.is_done(&plan.steps()[place].id))?;
        Some(plan.steps()[next].id.clone())
    }

    pub(crate) fn is_done(&self, id: &str) -> bool {
        self.step(id)
            .is_some_and(|step| matches!(step.standing, Standing::Completed(_)))
    }

    /// The time of an event that happens `now`: clocks may go back, logs not.
    pub(super) fn event_time(&mut self, now: Millis) -> Millis {
        self.last_event_at = self.last_event_at.max(now);
        self.last_event_at
    }

    /// The record of a step, made where it was never tried.
    pub(super) fn record(&mut self, id: &Arc<str>) -> &mut StepRecord {
        let place = self.steps.iter().position(|step| step.id == *id);
        let place = place.unwrap_or_else(|| {
            self.steps.push(StepRecord {
                id: id.clone(),
                attempts: 0,
                failures: 0,
                stuck: false,
                standing: Standing::Pending,
            });
            self.steps.len() - 1
        });
        &mut self.steps[place]
    }

    /// The next version of the session, to be written to.
    pub(super) fn successor(&self) -> Self {
        Self {
            version: self.version + 1,
            ..self.clone()
        }
    }
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// A fingerprint as text.
mod hex {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Fingerprint;

    pub(super) fn serialize<S: Serializer>(bytes: &Fingerprint, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{:032x}", u128::from_be_bytes(*bytes)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Fingerprint, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        let number = u128::from_str_radix(&text, 16).map_err(D::Error::custom)?;
        Ok(number.to_be_bytes())
    }
}
