//! The author's code, between the two transactions of a step.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use affordances_core::engine::__shared::payload_text;
use affordances_core::engine::Failure;
use affordances_core::protocol::ErrorCode as ActionCode;
use futures_util::FutureExt as _;
use futures_util::future::{Either, select};
use serde_json::Value;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::flow::FlowCore;
use super::shared::{fault, logged};
use super::step::Work;
use super::{Refused, StepAnswer};
use crate::call::{StepContext, StepDone};
use crate::protocol::ErrorCode;
use crate::session::{Claimed, Ended, FailureKind, Outcome, Session, StepFault, extend, outcome};

/// How often an outcome is offered to a store that is out of reach.
const TRIES: u32 = 6;

impl FlowCore {
    /// Runs a step that was claimed, in a task of its own, and answers once it
    /// has ended or the caller has waited long enough.
    pub(super) async fn run(
        self: &Arc<Self>,
        session: Arc<Session>,
        claimed: Claimed,
        input: Value,
        work: Work,
        deadline: Instant,
    ) -> Result<StepAnswer, Refused> {
        let core = self.clone();
        let step = self.plan.steps()[claimed.place].id.clone();
        let span = tracing::info_span!(
            "aboard.step", flow = %self.plan.slug(), step = %step, session = %session.id,
            attempt = claimed.attempt,
        );
        let task = async move {
            let of = core.work(&session, &claimed, input, work).await;
            let answer = core.record(session.clone(), &claimed, of).await;
            core.runtime.wake(session.id).notify_waiters();
            answer
        };
        // Boxed before it is handed on: spawning moves a future a dozen times.
        let task = Box::pin(task.instrument(span));
        let task = self.runtime.tasks().spawn(task);
        match tokio::time::timeout_at(deadline, task).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(fault(&error)),
            Err(_) => {
                let waited = self.runtime.settings().timeout;
                let cause = format!("step `{step}` runs for longer than {waited:?}");
                Err(Refused::internal(logged(cause)))
            }
        }
    }

    /// Runs the author's code, and keeps the claim while it runs.
    async fn work(
        &self,
        session: &Arc<Session>,
        claimed: &Claimed,
        input: Value,
        work: Work,
    ) -> Outcome {
        let mut context = StepContext::new(session.id.to_string())
            .with_attempt(claimed.attempt, claimed.key.clone())
            .with_metadata_json(session.metadata.clone());
        if let Some(identity) = &session.identity {
            context = context.with_identity(identity.clone());
        }
        let limit = self.runtime.settings().run_limit;
        let running = AssertUnwindSafe(async move { work(context, input).await }).catch_unwind();
        let running = pin!(tokio::time::timeout(limit, running));
        let keeping = pin!(self.keep(session, claimed));
        let ended = match select(running, keeping).await {
            Either::Left((ended, _)) => ended,
            // The claim was lost; the code runs on, for its effect is under way.
            Either::Right(((), running)) => running.await,
        };
        match ended {
            Ok(Ok(Ok(done))) => self.judge_output(claimed.place, done),
            Ok(Ok(Err(failure))) => Outcome::Failed(fault_of(failure)),
            Ok(Err(payload)) => {
                let reference = logged(payload_text(&*payload));
                let fault = StepFault::new(FailureKind::Panic, ErrorCode::Internal.as_str());
                Outcome::Failed(fault.reference(reference))
            }
            Err(_) => {
                let reference = logged(format!("the step runs for longer than {limit:?}"));
                let fault = StepFault::new(FailureKind::TimedOut, ErrorCode::Internal.as_str());
                Outcome::Failed(fault.reference(reference))
            }
        }
    }

    /// Extends the claim for as long as it is held.
    async fn keep(&self, session: &Arc<Session>, claimed: &Claimed) {
        let step = &self.plan.steps()[claimed.place].id;
        let store = self.runtime.store();
        loop {
            tokio::time::sleep(self.runtime.settings().lease / 3).await;
            loop {
                let now = self.runtime.now();
                let extended = match store.load(session.id).await {
                    Ok(Some(session)) => {
                        extend(&session, step, claimed.attempt, self.runtime.rules(), now)
                    }
                    Ok(None) => None,
                    Err(error) => {
                        tracing::warn!(%error, "a claim is not extended");
                        break;
                    }
                };
                let Some(change) = extended else { return };
                match store.commit(change).await {
                    Ok(crate::store::Commit::Written) => break,
                    Ok(crate::store::Commit::Conflict) => {}
                    Err(error) => {
                        tracing::warn!(%error, "a claim is not extended");
                        break;
                    }
                }
            }
        }
    }

    /// Whether what a step returned is what it promises (B69).
    fn judge_output(&self, place: usize, done: StepDone) -> Outcome {
        let invalid = |cause: String| {
            let code = ErrorCode::StepOutputInvalid.as_str();
            let fault = StepFault::new(FailureKind::OutputInvalid, code);
            Outcome::Failed(fault.reference(logged(cause)))
        };
        if let Some(cause) = done.unwritable {
            return invalid(format!("the output does not serialise: {cause}"));
        }
        let json = done.output.as_deref().map(|output| output.get().as_bytes());
        if self.schemas[place].output_fits(json) {
            Outcome::Completed(done.output.map(Arc::from))
        } else {
            invalid("the output does not fit the step's output schema".to_owned())
        }
    }

    /// Records an outcome, and says what is to be answered.
    async fn record(
        &self,
        mut session: Arc<Session>,
        claimed: &Claimed,
        of: Outcome,
    ) -> Result<StepAnswer, Refused> {
        let Claimed { place, attempt, .. } = *claimed;
        let step = &self.plan.steps()[place].id;
        let mut tries = 0;
        loop {
            let now = self.runtime.now();
            let rules = self.runtime.rules();
            let ended = outcome(&self.plan, &session, place, attempt, of.clone(), rules, now);
            let Ended::Recorded(change) = ended else {
                return self.superseded(&session, step);
            };
            let recorded = change.session.clone();
            let store = self.runtime.store();
            let failed = match store.commit(change).await {
                Ok(crate::store::Commit::Written) => return self.ended(&recorded, step, attempt),
                Ok(crate::store::Commit::Conflict) => None,
                Err(error) => Some(error),
            };
            if let Some(error) = failed {
                // The effect has happened: worth more than one try.
                tries += 1;
                if tries == TRIES {
                    return Err(fault(&error));
                }
                tokio::time::sleep(Duration::from_millis(50 << tries)).await;
            }
            session = match self.reload(session.id).await {
                Ok(session) => session,
                Err(_) if tries > 0 => session,
                Err(refused) => return Err(refused),
            };
        }
    }
}

/// What a step's own error means. Only what its author wrote by hand is told.
fn fault_of(failure: Failure) -> StepFault {
    match failure.code {
        ActionCode::Internal | ActionCode::Unknown => {
            let cause = failure
                .cause
                .map_or(failure.message, |cause| cause.to_string());
            StepFault::new(FailureKind::RunError, STEP_FAILED).reference(logged(cause))
        }
        ActionCode::InvalidInput => {
            let code = ErrorCode::InputInvalid.as_str();
            StepFault::new(FailureKind::InputInvalid, code).issues(failure.issues)
        }
        _ => StepFault::new(FailureKind::RunError, failure.message),
    }
}

/// The `error` of a step that failed for reasons that are not told.
const STEP_FAILED: &str = "step_failed";
