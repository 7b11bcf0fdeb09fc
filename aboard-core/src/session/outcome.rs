//! What has come of a run (specification, sections 3 and 6).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    Change, Completed, FailedAttempt, Keyed, Millis, NewEvent, Notice, Rules, Session,
    SessionEvent, Standing,
};
use crate::plan::Plan;
use crate::protocol::{Issue, Notification, SessionStatus};

/// What a run has come to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome {
    /// The step is done.
    Completed(Option<Arc<RawValue>>),
    /// It is not.
    Failed(StepFault),
}

/// Why a step is not done.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StepFault {
    /// In which way.
    pub kind: FailureKind,
    /// What is answered.
    pub error: Arc<str>,
    /// What is wrong with the input.
    pub issues: Vec<Issue>,
    /// Where the log has the cause.
    pub reference: Option<Arc<str>>,
}

impl StepFault {
    /// A fault without issues or reference.
    #[must_use]
    pub fn new(kind: FailureKind, error: impl Into<Arc<str>>) -> Self {
        Self {
            kind,
            error: error.into(),
            issues: Vec::new(),
            reference: None,
        }
    }

    /// With what is wrong with the input.
    #[must_use]
    pub fn issues(mut self, issues: Vec<Issue>) -> Self {
        self.issues = issues;
        self
    }

    /// With the reference under which the cause is logged.
    #[must_use]
    pub fn reference(mut self, reference: impl Into<Arc<str>>) -> Self {
        self.reference = Some(reference.into());
        self
    }
}

/// The ways in which a step can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// The input fails its schema, or a rule that the step found broken.
    InputInvalid,
    /// The step says that it failed.
    #[default]
    RunError,
    /// The step panicked.
    Panic,
    /// What it returned fails its own schema.
    OutputInvalid,
    /// It did not end in time.
    TimedOut,
}

impl FailureKind {
    /// Whether it says something about the agent: faults of the server do not.
    #[must_use]
    pub fn counts_for_stuck(self) -> bool {
        match self {
            Self::InputInvalid | Self::RunError | Self::Panic => true,
            Self::OutputInvalid | Self::TimedOut => false,
        }
    }
}

/// What becomes of an outcome.
#[derive(Debug)]
#[non_exhaustive]
pub enum Ended {
    /// It is recorded.
    Recorded(Change),
    /// The claim was lost: another call has taken the step over, and its outcome
    /// is the one that counts.
    Superseded,
}

/// Records what has come of attempt number `attempt` of the step at `place`.
///
/// A revocation that came meanwhile stands: the outcome is logged, since its
/// effect has happened, but neither completes the session nor makes it stuck.
#[must_use]
pub fn outcome(
    plan: &Plan,
    session: &Session,
    place: usize,
    attempt: u32,
    outcome: Outcome,
    rules: &Rules,
    now: Millis,
) -> Ended {
    let id = &plan.steps()[place].id;
    let Some(record) = session.step(id).filter(|record| record.attempts == attempt) else {
        return Ended::Superseded;
    };
    let Standing::Running(running) = &record.standing else {
        return Ended::Superseded;
    };
    let next = session.successor();
    Ended::Recorded(match outcome {
        Outcome::Completed(output) => {
            let keyed = running.key.clone().map(|key| (key, running.request));
            completed(plan, next, place, output, keyed, now)
        }
        Outcome::Failed(fault) => {
            let attempt = FailedAttempt {
                kind: fault.kind,
                error: fault.error,
                issues: fault.issues,
                reference: fault.reference,
                request: running.request,
                unanswered: None,
            };
            failed(plan, next, place, attempt.into(), rules, now)
        }
    })
}

fn completed(
    plan: &Plan,
    mut session: Session,
    place: usize,
    output: Option<Arc<RawValue>>,
    keyed: Option<(Arc<str>, super::Fingerprint)>,
    now: Millis,
) -> Change {
    let at = session.event_time(now);
    let id = &plan.steps()[place].id;
    let done = |keyed| Standing::Completed(Completed { output, keyed });
    // Progress and next are asked of a session in which the step is done.
    session.record(id).standing = Standing::Completed(Completed::default());
    let next = session.next_step(plan);
    let progress = session.progress(plan);
    let record = session.record(id);
    record.standing = done(keyed.map(|(key, request)| {
        Box::new(Keyed {
            key,
            request,
            at: now,
            progress,
            next: next.clone(),
        })
    }));
    let attempt = record.attempts;
    let mut events = vec![NewEvent {
        event: SessionEvent::Completed {
            step: id.clone(),
            attempt,
        },
        at,
    }];
    if next.is_none() && session.status == SessionStatus::Active {
        session.status = SessionStatus::Completed;
        events.push(NewEvent {
            event: SessionEvent::SessionCompleted,
            at,
        });
    }
    session.next = next;
    Change {
        session: session.into(),
        events,
        notices: Vec::new(),
    }
}

/// Records an attempt in vain, and whether its agent is stuck now.
pub(super) fn failed(
    plan: &Plan,
    mut session: Session,
    place: usize,
    attempt: Arc<FailedAttempt>,
    rules: &Rules,
    now: Millis,
) -> Change {
    let at = session.event_time(now);
    let step = &plan.steps()[place];
    let revoked = session.is_revoked();
    let record = session.record(&step.id);
    let attempts = record.attempts;
    let mut events = vec![NewEvent {
        event: SessionEvent::Failed {
            step: step.id.clone(),
            attempt: attempts,
            fault: attempt.clone(),
        },
        at,
    }];
    if attempt.kind.counts_for_stuck() {
        record.failures = record.failures.saturating_add(1);
    }
    record.standing = Standing::Failed(attempt.clone());
    let crossed = record.failures >= step.stuck_after && !record.stuck && !revoked;
    let mut notices = Vec::new();
    if crossed {
        record.stuck = true;
        if rules.notify {
            notices.push(Notice {
                event: events.len(),
                body: notice(&session, &step.id, attempts, &attempt.error),
            });
        }
        events.push(NewEvent {
            event: SessionEvent::Stuck {
                step: step.id.clone(),
                attempts,
                fault: attempt,
            },
            at,
        });
    }
    Change {
        session: session.into(),
        events,
        notices,
    }
}

/// The body of a notification (specification, section 6).
fn notice(session: &Session, step: &str, attempts: u32, error: &str) -> String {
    // It was an object when it was stored.
    let metadata = session.metadata.as_deref();
    let metadata = metadata.and_then(|metadata| serde_json::from_str(metadata.get()).ok());
    let notice = Notification::agent_stuck(session.id.to_string(), step, attempts, error)
        .principal(session.identity.as_deref().cloned())
        .metadata(metadata.unwrap_or_default());
    // Strings, numbers and JSON always serialise.
    serde_json::to_string(&notice).unwrap_or_default()
}
