//! From what was decided to what is answered.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::flow::FlowCore;
use super::step::attempts;
use super::{Refused, StepAnswer};
use crate::protocol::{ErrorBody, ErrorCode, Progress, StepFailed, StepSuccess};
use crate::session::{Completed, FailedAttempt, FailureKind, Keyed, Refusal, Session, Standing};

impl FlowCore {
    /// A step that is done, with the session as it stands.
    pub(super) fn completed(
        &self,
        session: &Session,
        step: &str,
        done: Completed,
    ) -> Result<StepAnswer, Refused> {
        let progress = session.progress(&self.plan);
        let next = session.next_step(&self.plan);
        Ok(self.success(step, done.output, progress, next))
    }

    /// A step that is done, with the session as it stood then.
    pub(super) fn replayed(
        &self,
        step: &str,
        done: Completed,
        then: Keyed,
    ) -> Result<StepAnswer, Refused> {
        Ok(self.success(step, done.output, then.progress, then.next))
    }

    fn success(
        &self,
        step: &str,
        output: Option<Arc<RawValue>>,
        progress: Progress,
        next: Option<Arc<str>>,
    ) -> StepAnswer {
        let artifact = self.plan.place(step);
        let artifact = artifact.and_then(|place| self.descriptor.steps[place].artifact.clone());
        let next = next.map(|next| next.to_string());
        StepSuccess::new(step, output, progress, next).artifact(artifact)
    }

    /// An outcome that was just recorded.
    pub(super) fn ended(
        &self,
        session: &Session,
        step: &str,
        attempt: u32,
    ) -> Result<StepAnswer, Refused> {
        if session.is_revoked() {
            return Err(Refused::new(ErrorCode::SessionRevoked));
        }
        match session.step(step).map(|record| &record.standing) {
            Some(Standing::Completed(done)) => self.completed(session, step, done.clone()),
            Some(Standing::Failed(failed)) => Err(Refused::failed(step, failed, attempt)),
            // An outcome leaves one of the two.
            _ => Err(Refused::new(ErrorCode::Internal)),
        }
    }

    /// What is answered to a run whose claim was lost: what has come of the run
    /// that took it over, if it has come to anything.
    pub(super) fn superseded(&self, session: &Session, step: &str) -> Result<StepAnswer, Refused> {
        let standing = session.step(step).map(|record| &record.standing);
        if let (Some(Standing::Running(_)), false) = (standing, session.is_revoked()) {
            let cause = format!("the claim on step `{step}` was lost while it ran");
            return Err(Refused::internal(super::shared::logged(cause)));
        }
        self.ended(session, step, attempts(session, step))
    }

    /// The failure of attempt number `attempt`, for a call that waited for it.
    pub(super) fn failure_of(
        &self,
        session: &Session,
        step: &str,
        attempt: u32,
    ) -> Option<Refused> {
        let record = session
            .step(step)
            .filter(|record| record.attempts == attempt)?;
        match &record.standing {
            Standing::Failed(failed) if !session.is_revoked() => {
                Some(Refused::failed(step, failed, attempt))
            }
            _ => None,
        }
    }
}

impl Refused {
    /// A step that was tried in vain.
    pub(super) fn failed(step: &str, failed: &FailedAttempt, attempts: u32) -> Self {
        let reference = failed.reference.as_deref().map(str::to_owned);
        let code = match failed.kind {
            FailureKind::Panic | FailureKind::TimedOut => ErrorCode::Internal,
            FailureKind::OutputInvalid => ErrorCode::StepOutputInvalid,
            FailureKind::InputInvalid | FailureKind::RunError => {
                let mut answer = StepFailed::new(step, &*failed.error, attempts);
                if failed.kind == FailureKind::InputInvalid {
                    answer = answer.issues(failed.issues.clone());
                }
                return Self::Step(Box::new(answer.reference(reference)));
            }
        };
        match reference {
            Some(reference) => Self::referring(code, reference),
            None => Self::new(code),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let code = refusal.code();
        let refused = Self::new(code);
        match (refusal, refused) {
            (Refusal::Unmet(missing), Self::Error { body, .. }) => {
                let missing = missing.iter().map(ToString::to_string).collect();
                Self::error(code, ErrorBody::missing(*body, missing))
            }
            (_, refused) => refused,
        }
    }
}
