//! A step is called (specification, section 3): from the token to the claim, or
//! to whatever is answered instead.

use std::sync::Arc;
use std::time::Duration;

use affordances_core::__macro::{BoxFuture, Cx};
use affordances_core::engine::Failure;
use http::request::Parts;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::flow::FlowCore;
use super::shared::fault;
use super::{Body, Flow, Refused, StepAnswer, fingerprint};
use crate::call::{StepContext, StepDone};
use crate::protocol::ErrorCode;
use crate::session::{
    Change, Claim, Judged, Millis, Request, Session, SessionId, Standing, Waiting, claim,
};
use crate::store::Commit;

/// A waiting call asks first after this long, where nobody wakes it: the call
/// that it waits for may run in another process.
const FIRST_POLL: Duration = Duration::from_millis(10);
const LONGEST_POLL: Duration = Duration::from_millis(250);

/// A call of a step.
#[derive(Debug)]
#[non_exhaustive]
pub struct StepRequest<'a> {
    /// The session token.
    pub session_token: Option<&'a str>,
    /// The step's id, percent-decoded.
    pub step: &'a str,
    /// The body.
    pub body: Body,
    /// The idempotency key.
    pub key: Option<&'a str>,
}

impl<'a> StepRequest<'a> {
    /// A call without idempotency key.
    #[must_use]
    pub fn new(session_token: Option<&'a str>, step: &'a str, body: Body) -> Self {
        Self {
            session_token,
            step,
            body,
            key: None,
        }
    }

    /// With an idempotency key.
    #[must_use]
    pub fn key(mut self, key: Option<&'a str>) -> Self {
        self.key = key;
        self
    }
}

/// The author's code, its state's type erased.
pub(super) type Work =
    Box<dyn FnOnce(StepContext, Value) -> BoxFuture<'static, Result<StepDone, Failure>> + Send>;

impl<L: Send + Sync + 'static> Flow<L> {
    /// Calls a step: `parts` and `state` are what its extractors read.
    ///
    /// Whoever drops the future goes away as a client would: a step that was
    /// begun ends, and its outcome is recorded.
    ///
    /// # Errors
    ///
    /// As the specification's section 3 lists them, in its order.
    pub async fn call(
        &self,
        request: StepRequest<'_>,
        parts: Parts,
        state: L,
    ) -> Result<StepAnswer, Refused> {
        let rows = self.def.steps;
        let run = move |row: usize| -> Work {
            Box::new(move |context, input| {
                Box::pin(async move {
                    let mut cx = Cx::new(&parts, &state, None);
                    cx.told = Some(&context);
                    cx.input = Some(input);
                    (rows[row].run)(&mut cx).await
                })
            })
        };
        // One allocation more, and everything below is compiled once.
        FlowCore::call(&self.core, request, Box::new(run)).await
    }
}

impl<L> Flow<L> {
    /// Step 1 by itself, for an adapter that gives up on a body: whoever has no
    /// session is told that, and not how large a body may be.
    ///
    /// # Errors
    ///
    /// `invalid_session_token`, `session_not_found`.
    pub async fn admit(&self, session_token: Option<&str>) -> Result<(), Refused> {
        self.core.session_of(session_token).await.map(drop)
    }
}

/// Makes the work of a step, by its row in the table.
type MakeWork = Box<dyn FnOnce(usize) -> Work + Send>;

impl FlowCore {
    async fn call(
        self: &Arc<Self>,
        request: StepRequest<'_>,
        work: MakeWork,
    ) -> Result<StepAnswer, Refused> {
        let deadline = Instant::now() + self.runtime.settings().timeout;
        let mut session = self.session_of(request.session_token).await?;
        let key = request.key.map(key_digest);
        let fingerprint = fingerprint::of(&request.body);
        let (judged, input) = self.judge(request.step, request.body);
        let request = Request {
            step: request.step,
            body: &judged,
            fingerprint,
            key: key.as_ref(),
        };
        loop {
            let now = self.runtime.now();
            match claim(&self.plan, &session, request, self.runtime.rules(), now) {
                Claim::Refused(refusal) => return Err(refusal.into()),
                Claim::Done(done) => return self.completed(&session, request.step, done),
                Claim::Replayed(done, keyed) => {
                    return self.replayed(request.step, done, *keyed);
                }
                Claim::Failed(change, attempt) => {
                    let attempts = attempts(&change.session, request.step);
                    if self.commit(change).await? {
                        return Err(Refused::failed(request.step, &attempt, attempts));
                    }
                    session = self.reload(session.id).await?;
                }
                Claim::Run(change, claimed) => {
                    let claimed_session = change.session.clone();
                    if self.commit(change).await? {
                        let row = self.plan.steps()[claimed.place].row;
                        return self
                            .run(claimed_session, claimed, input, work(row), deadline)
                            .await;
                    }
                    session = self.reload(session.id).await?;
                }
                Claim::Wait(waiting) => {
                    session = self
                        .wait(session.id, request.step, waiting, deadline)
                        .await?;
                    let failure = waiting
                        .equal
                        .then(|| self.failure_of(&session, request.step, waiting.attempt));
                    if let Some(failure) = failure.flatten() {
                        return Err(failure);
                    }
                }
            }
        }
    }

    /// The session whose token this is.
    async fn session_of(&self, token: Option<&str>) -> Result<Arc<Session>, Refused> {
        let invalid = || Refused::new(ErrorCode::InvalidSessionToken);
        let id = self.runtime.authenticate(token).ok_or_else(invalid)?;
        let session = self.reload(id).await?;
        if session.flow != *self.plan.slug() {
            return Err(invalid());
        }
        Ok(session)
    }

    pub(super) async fn reload(&self, id: SessionId) -> Result<Arc<Session>, Refused> {
        let session = self.runtime.load(id).await?;
        session.ok_or_else(|| Refused::new(ErrorCode::SessionNotFound))
    }

    /// Writes a change; false when it has to be decided anew.
    pub(super) async fn commit(&self, change: Change) -> Result<bool, Refused> {
        let committed = self.runtime.store().commit(change).await;
        let committed = committed.map_err(|error| fault(&error))?;
        Ok(committed == Commit::Written)
    }

    /// What the body is worth to a step of this name, which is asked in its
    /// turn, and what the step reads of it.
    fn judge(&self, step: &str, body: Body) -> (Judged, Value) {
        let value = match body {
            Body::NotJson => return (Judged::NotJson, Value::Null),
            Body::Malformed => return (Judged::Malformed, Value::Null),
            Body::Absent => Value::Object(Map::new()),
            Body::Json(value) => value,
        };
        match self.plan.place(step) {
            Some(place) => match self.schemas[place].judge(value) {
                Ok(input) => (Judged::Fits, input),
                Err(issues) => (Judged::Invalid(issues), Value::Null),
            },
            None => (Judged::Fits, value),
        }
    }

    /// Waits until the attempt that runs may have ended; the session as it
    /// stands then.
    async fn wait(
        &self,
        id: SessionId,
        step: &str,
        waiting: Waiting,
        deadline: Instant,
    ) -> Result<Arc<Session>, Refused> {
        let mut poll = FIRST_POLL;
        loop {
            // Enrolled before the look, so that no end goes unnoticed.
            let woken = self.runtime.wake(id).notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            let session = self.reload(id).await?;
            if !still_runs(&session, step, waiting.attempt, self.runtime.now()) {
                return Ok(session);
            }
            if Instant::now() >= deadline {
                let waited = self.runtime.settings().timeout;
                let cause = format!("step `{step}` runs for longer than {waited:?}");
                return Err(Refused::internal(super::shared::logged(cause)));
            }
            let until = deadline.min(Instant::now() + poll);
            let _ = tokio::time::timeout_at(until, woken).await;
            poll = LONGEST_POLL.min(poll * 2);
        }
    }
}

fn still_runs(session: &Session, step: &str, attempt: u32, now: Millis) -> bool {
    !session.is_revoked()
        && session.step(step).is_some_and(|record| {
            record.attempts == attempt
                && matches!(&record.standing,
                    Standing::Running(running) if now < running.lease_until)
        })
}

pub(super) fn attempts(session: &Session, step: &str) -> u32 {
    session.step(step).map_or(0, |record| record.attempts)
}

/// A key of any length and spelling, as short text.
fn key_digest(key: &str) -> Arc<str> {
    let digest: [u8; 32] = Sha256::digest(key).into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    format!("{:032x}", u128::from_be_bytes(half)).into()
}
