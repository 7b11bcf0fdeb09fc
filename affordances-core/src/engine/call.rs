//! The seven steps of a call (specification, "Call"), in order, for every door.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use affordances_grammar::Expose;
use futures_util::FutureExt as _;
use serde_json::Value;
use tokio::sync::oneshot;
use tracing::Instrument as _;

use super::Answer;
use super::admission::{Presented, admit};
use super::audit::looks_at_output;
use super::delta;
use super::record::Report;
use super::visit::{Visit, timed_out};
use crate::call::{Caller, Done, Failure, Loaded, repeated};
use crate::protocol::{Call, ErrorCode};

/// Answers a call whose body has been read.
pub(crate) async fn call<L>(visit: Visit<L>, presented: Presented, call: Call) -> Answer
where
    L: Clone + Send + Sync + 'static,
{
    let (site, page) = (visit.site.clone(), visit.page);
    let caller = presented.caller().cloned();
    let action = visit.resolve(&call.action, caller.as_ref());
    let name = action.map(|n| page.actions[n].meta.name);
    let report = Arc::new(Report::new(site.clone(), page.meta.name, name, caller));
    let span = tracing::info_span!("affordances.call", page = page.meta.name, action = name);
    let steps = steps(visit, action, presented, call, report.clone());
    let answer = match unpanicked(steps).instrument(span).await {
        Ok(answer) => answer,
        Err(failure) => site.failed(failure),
    };
    report.tell(answer.failure.as_ref().map(|failure| failure.code));
    answer
}

/// A panic is a fault of the server, like any other.
async fn unpanicked<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    AssertUnwindSafe(work)
        .catch_unwind()
        .await
        .unwrap_or_else(|payload| Err(Failure::internal(payload_text(&*payload))))
}

async fn steps<L>(
    visit: Visit<L>,
    // 1. Resolved by name on the page's route.
    action: Option<usize>,
    presented: Presented,
    call: Call,
    report: Arc<Report>,
) -> Result<Answer, Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let Some(number) = action else {
        // Whether it is hidden from this caller cannot be said without the caller.
        if visit.exposes(&call.action) {
            presented.refuse_unknown()?;
        }
        return Err(visit.no_such_action(presented.caller()));
    };
    let action = &visit.page.actions[number];
    let runtime = visit.action(number);

    // 2. The Origin rule and `expose`.
    if matches!(presented, Presented::InvalidBearer) {
        visit.site.count_failed_authentication(&visit.parts).await?;
    }
    let origin = visit.site.origin_check(&visit.parts);
    let caller = admit(&action.meta.expose, presented, origin)?;

    // 3. The rate limit.
    let subject = caller.as_ref().map(Caller::subject);
    visit
        .site
        .count_call(runtime, subject, &visit.parts)
        .await?;

    // 4. The input.
    let input = runtime.schemas.judge(call.input);
    let input = input.map_err(Failure::invalid_input)?;
    let call = Call { input, ..call };

    // The page's state; that it does not exist is answered here.
    let before = visit.load(caller.as_ref()).await?;

    // 5. The guard.
    if let Some(guard) = action.guard
        && let Some(reason) = visit
            .why_unavailable(guard, caller.as_ref(), &before)
            .await?
    {
        return Err(Failure::new(ErrorCode::Unavailable, reason));
    }

    // 6 and 7 in a task of their own, so that a client which goes away or a
    // timeout never leaves the handler half-done.
    let limit = action.meta.timeout.unwrap_or(visit.site.settings.timeout);
    let tasks = visit.site.tasks.clone();
    let run = Run {
        visit: Arc::new(visit),
        action: number,
        caller,
        before,
    };
    let (ran, has_run) = oneshot::channel();
    let report = report.leave_to_the_run();
    let task = async move {
        let result = unpanicked(run.confirm_and_run(call, ran)).await;
        report.tell(result.as_ref().err().map(|failure| failure.code));
        result
    };
    let task = tasks.spawn(task.in_current_span());
    // The limit is the handler's. Once it has returned, its effect is not to be
    // answered with a failure; what is left has a limit of its own.
    if tokio::time::timeout(limit, has_run).await.is_err() {
        return Err(timed_out(action.meta.name, limit));
    }
    task.await
        .unwrap_or_else(|_| Err(Failure::internal("the task was cancelled")))
}

/// Everything that steps 6 and 7 own.
struct Run<L: 'static> {
    visit: Arc<Visit<L>>,
    action: usize,
    caller: Option<Caller>,
    before: Loaded,
}

impl<L: Clone + Send + Sync + 'static> Run<L> {
    /// Sends to `ran` once the handler has returned.
    async fn confirm_and_run(
        self,
        call: Call,
        ran: oneshot::Sender<()>,
    ) -> Result<Answer, Failure> {
        // 6. The confirmation.
        let expose = self.visit.page.actions[self.action].meta.expose.level;
        if expose == Some(Expose::Confirm) && !call.confirm {
            let summary = self.summary(call.input).await?;
            return Err(Failure::new(ErrorCode::ConfirmRequired, summary));
        }
        // 7. Run, reload, answer.
        self.run_and_reload(call.input, ran).await
    }

    async fn summary(&self, input: Value) -> Result<String, Failure> {
        let action = &self.visit.page.actions[self.action];
        match action.summary {
            Some(summary) => {
                let cx = self.visit.cx(self.caller.as_ref());
                let mut cx = cx.with_entities(&self.before);
                cx.input = Some(input);
                summary(&mut cx).await
            }
            // The macro asks for a summary; a table made by hand may lack one.
            None => Ok(format!("{}: approve to go on.", action.meta.description)),
        }
    }

    async fn run_and_reload(
        self,
        input: Value,
        ran: oneshot::Sender<()>,
    ) -> Result<Answer, Failure> {
        let Self {
            visit,
            action,
            caller,
            before,
        } = self;
        // Availability just before the run is what the delta compares with.
        let stood = visit
            .standings(caller.as_ref(), &before, Some(action))
            .await?;
        let done = {
            let mut cx = visit.cx(caller.as_ref()).with_entities(&before);
            cx.input = Some(input);
            (visit.page.actions[action].call)(&mut cx).await?
        };
        // Nobody listens where the client has gone away.
        let _ = ran.send(());
        if looks_at_output(cfg!(debug_assertions), &visit.parts.extensions) {
            output_as_published(&visit, action, &done)?;
        }
        let caller = done.acting_as.clone().unwrap_or(caller);
        Ok(delta::success(&visit, action, done, caller.as_ref(), &before, &stood).await)
    }
}

/// A handler whose output violates its own schema is found in debug builds and by
/// a test agent; a release sends the typed output.
fn output_as_published<L>(visit: &Visit<L>, action: usize, done: &Done) -> Result<(), Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let runtime = visit.action(action);
    if let Some(Err(cause)) = done.output.as_deref().map(repeated::check) {
        return Err(Failure::internal(cause));
    }
    if runtime.schemas.output_fits(done.output.as_deref()) {
        return Ok(());
    }
    Err(Failure::internal(format!(
        "the output of action `{}` violates its own schema",
        runtime.meta.name
    )))
}

/// What a panic said, for the log.
#[must_use]
pub fn payload_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("(no text)"))
}
