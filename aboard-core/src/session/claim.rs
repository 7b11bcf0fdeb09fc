//! May this call run the step? (specification, section 3)

use std::sync::Arc;

use super::outcome::failed;
use super::{
    Change, Completed, FailedAttempt, FailureKind, Fingerprint, Keyed, Millis, NewEvent, Rules,
    Running, Session, SessionEvent, Standing, StepRecord,
};
use crate::plan::Plan;
use crate::protocol::{ErrorCode, Issue};

/// A call of a step.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The step that is called.
    pub step: &'a str,
    /// What its body is worth.
    pub body: &'a Judged,
    /// What tells its body from others.
    pub fingerprint: Fingerprint,
    /// Its idempotency key.
    pub key: Option<&'a Arc<str>>,
}

/// What a body is worth, known before the claim and judged in its turn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Judged {
    /// It fits.
    Fits,
    /// It fails the step's schema.
    Invalid(Vec<Issue>),
    /// It is not JSON.
    Malformed,
    /// It says that it is something else.
    NotJson,
}

/// What becomes of a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Claim {
    /// It is refused; nothing is recorded.
    Refused(Refusal),
    /// The step is done already.
    Done(Completed),
    /// The answer to this request was given before.
    Replayed(Completed, Box<Keyed>),
    /// Another call runs the step.
    Wait(Waiting),
    /// The input is invalid: recorded, and answered.
    Failed(Change, Arc<FailedAttempt>),
    /// It runs the step.
    Run(Change, Claimed),
}

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The session was abandoned.
    Revoked,
    /// The flow has no such step.
    UnknownStep,
    /// These come first.
    Unmet(Vec<Arc<str>>),
    /// The body is not JSON.
    MalformedJson,
    /// The body says that it is something else.
    UnsupportedMediaType,
    /// The first call with this key is still running.
    IdempotencyConflict,
    /// The key came with another request.
    IdempotencyMismatch,
    /// It was tried too often.
    TooManyAttempts,
}

impl Refusal {
    /// The protocol's word for it.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Revoked => ErrorCode::SessionRevoked,
            Self::UnknownStep => ErrorCode::UnknownStep,
            Self::Unmet(_) => ErrorCode::UnmetDependencies,
            Self::MalformedJson => ErrorCode::MalformedJson,
            Self::UnsupportedMediaType => ErrorCode::UnsupportedMediaType,
            Self::IdempotencyConflict => ErrorCode::IdempotencyConflict,
            Self::IdempotencyMismatch => ErrorCode::IdempotencyMismatch,
            Self::TooManyAttempts => ErrorCode::TooManyAttempts,
        }
    }
}

/// A call that another one is ahead of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waiting {
    /// The attempt that runs.
    pub attempt: u32,
    /// Whether it is the same request: then its answer serves both.
    pub equal: bool,
    /// When its claim ends by itself.
    pub lease_until: Millis,
}

/// A claim that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claimed {
    /// The step's place in the plan.
    pub place: usize,
    /// The number of the attempt; what the outcome is compared with.
    pub attempt: u32,
    /// The attempt's key.
    pub key: Arc<str>,
}

/// Judges a call in the order of the specification. The session token was
/// judged before (1), and so were the bytes of the body; what they are worth
/// counts where step 5 is.
#[must_use]
pub fn claim(
    plan: &Plan,
    session: &Session,
    request: Request<'_>,
    rules: &Rules,
    now: Millis,
) -> Claim {
    // 2, 3, 4.
    if session.is_revoked() {
        return Claim::Refused(Refusal::Revoked);
    }
    let Some(place) = plan.place(request.step) else {
        return Claim::Refused(Refusal::UnknownStep);
    };
    let missing = plan.missing(place, |place| session.is_done(&plan.steps()[place].id));
    if !missing.is_empty() {
        return Claim::Refused(Refusal::Unmet(missing));
    }
    // What was answered before, or is about to be.
    if let Some(known) = request
        .key
        .and_then(|key| known(session, request, key, rules, now))
    {
        return known;
    }
    let record = session.step(request.step);
    match record.map(|record| &record.standing) {
        Some(Standing::Completed(completed)) => return Claim::Done(completed.clone()),
        Some(Standing::Running(running)) if now < running.lease_until => {
            return Claim::Wait(Waiting {
                attempt: record.map_or(0, |record| record.attempts),
                equal: running.request == request.fingerprint,
                lease_until: running.lease_until,
            });
        }
        _ => {}
    }
    // 5.
    match request.body {
        Judged::Malformed => return Claim::Refused(Refusal::MalformedJson),
        Judged::NotJson => return Claim::Refused(Refusal::UnsupportedMediaType),
        _ if record.is_some_and(|record| record.attempts >= rules.most_attempts) => {
            return Claim::Refused(Refusal::TooManyAttempts);
        }
        Judged::Invalid(issues) => {
            let attempt = Arc::new(FailedAttempt {
                kind: FailureKind::InputInvalid,
                error: ErrorCode::InputInvalid.as_str().into(),
                issues: issues.clone(),
                reference: None,
                request: request.fingerprint,
                unanswered: record.and_then(StepRecord::unanswered),
            });
            let mut next = session.successor();
            let started = begin(&mut next, plan, place, now, None);
            let mut change = failed(plan, next, place, attempt.clone(), rules, now);
            change.events.insert(0, started);
            change
                .notices
                .iter_mut()
                .for_each(|notice| notice.event += 1);
            return Claim::Failed(change, attempt);
        }
        Judged::Fits => {}
    }
    // 6.
    let mut next = session.successor();
    let running = Running {
        since: 0,
        lease_until: now.saturating_add(rules.lease),
        request: request.fingerprint,
        key: request.key.cloned(),
    };
    let started = begin(&mut next, plan, place, now, Some(running));
    let record = next.step(request.step);
    let (attempt, since) = match record.map(|record| (record.attempts, &record.standing)) {
        Some((attempt, Standing::Running(running))) => (attempt, running.since),
        _ => (0, 0),
    };
    let claimed = Claimed {
        place,
        attempt,
        key: format!("{}.{}.{since}", session.id, request.step).into(),
    };
    let change = Change {
        session: next.into(),
        events: vec![started],
        notices: Vec::new(),
    };
    Claim::Run(change, claimed)
}

/// What is known of an idempotency key in this session.
fn known(
    session: &Session,
    request: Request<'_>,
    key: &Arc<str>,
    rules: &Rules,
    now: Millis,
) -> Option<Claim> {
    let same = |step: &StepRecord, fingerprint: Fingerprint| {
        *step.id == *request.step && fingerprint == request.fingerprint
    };
    let mismatch = || Claim::Refused(Refusal::IdempotencyMismatch);
    session.steps.iter().find_map(|step| match &step.standing {
        Standing::Completed(completed) => {
            let keyed = completed.keyed.as_ref().filter(|keyed| keyed.key == *key)?;
            if now >= keyed.at.saturating_add(rules.keep_keys) {
                return None;
            }
            Some(if same(step, keyed.request) {
                Claim::Replayed(completed.clone(), keyed.clone())
            } else {
                mismatch()
            })
        }
        Standing::Running(running) if running.key.as_ref() == Some(key) => {
            if now >= running.lease_until {
                return None;
            }
            Some(if same(step, running.request) {
                Claim::Refused(Refusal::IdempotencyConflict)
            } else {
                mismatch()
            })
        }
        _ => None,
    })
}

/// Counts an attempt, and claims the step where `running` is given.
fn begin(
    session: &mut Session,
    plan: &Plan,
    place: usize,
    now: Millis,
    running: Option<Running>,
) -> NewEvent {
    let at = session.event_time(now);
    let id = &plan.steps()[place].id;
    let record = session.record(id);
    record.attempts = record.attempts.saturating_add(1);
    if let Some(mut running) = running {
        // An attempt whose process has died is repeated, not made anew.
        running.since = record.unanswered().unwrap_or(record.attempts);
        record.standing = Standing::Running(Box::new(running));
    }
    NewEvent {
        event: SessionEvent::Started {
            step: id.clone(),
            attempt: record.attempts,
        },
        at,
    }
}

/// Keeps a claim for as long again; `None` when it is lost, or not needed any
/// more.
#[must_use]
pub fn extend(
    session: &Session,
    step: &str,
    attempt: u32,
    rules: &Rules,
    now: Millis,
) -> Option<Change> {
    let place = session
        .steps
        .iter()
        .position(|record| *record.id == *step)?;
    let record = &session.steps[place];
    let Standing::Running(running) = &record.standing else {
        return None;
    };
    if record.attempts != attempt {
        return None;
    }
    let mut running = running.clone();
    running.lease_until = running.lease_until.max(now.saturating_add(rules.lease));
    let mut next = session.successor();
    next.steps[place].standing = Standing::Running(running);
    Some(Change {
        session: next.into(),
        events: Vec::new(),
        notices: Vec::new(),
    })
}
