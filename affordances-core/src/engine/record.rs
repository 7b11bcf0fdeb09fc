//! What the app's hook learns of every call.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Runtime;
use crate::call::Caller;
use crate::protocol::ErrorCode;

/// Told of every call once it has ended, also when nobody waits for the answer
/// any more. Runs on the request's path: hand longer work to a task.
pub type CallHook = Arc<dyn Fn(&CallRecord<'_>) + Send + Sync>;

/// One call: who, what, how it ended and how long it took.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CallRecord<'a> {
    /// The page's name.
    pub page: &'static str,
    /// The action's wire name; `None` when the page has no such action.
    pub action: Option<&'static str>,
    /// The caller's subject; `None` for a stranger.
    pub subject: Option<&'a str>,
    /// The code of the failure; `None` for a success.
    pub code: Option<ErrorCode>,
    /// From the parsed body to the answer.
    pub duration: Duration,
}

/// One call on its way to the hook, which hears of it once: from the run where
/// it came to one, whoever has gone away meanwhile, else from the answer.
pub(crate) struct Report {
    site: Arc<Runtime>,
    page: &'static str,
    action: Option<&'static str>,
    caller: Option<Caller>,
    started: Instant,
    told: AtomicBool,
}

impl Report {
    pub(crate) fn new(
        site: Arc<Runtime>,
        page: &'static str,
        action: Option<&'static str>,
        caller: Option<Caller>,
    ) -> Self {
        Self {
            site,
            page,
            action,
            caller,
            started: Instant::now(),
            told: AtomicBool::new(false),
        }
    }

    /// From here on a run will tell; an answer that does not wait for its end
    /// must not.
    pub(crate) fn leave_to_the_run(self: &Arc<Self>) -> RunReport {
        self.told.store(true, Relaxed);
        RunReport(self.clone())
    }

    pub(crate) fn tell(&self, code: Option<ErrorCode>) {
        let Some(hook) = &self.site.settings.hook else {
            return;
        };
        if !self.told.swap(true, Relaxed) {
            self.tell_hook(hook, code);
        }
    }

    fn tell_hook(&self, hook: &CallHook, code: Option<ErrorCode>) {
        let record = CallRecord {
            page: self.page,
            action: self.action,
            subject: self.caller.as_ref().map(Caller::subject),
            code,
            duration: self.started.elapsed(),
        };
        // The call has ended; a fault of the hook must not end it otherwise.
        if catch_unwind(AssertUnwindSafe(|| hook(&record))).is_err() {
            tracing::error!(
                page = self.page,
                action = self.action,
                "the hook `on_call` panicked"
            );
        }
    }
}

/// The report, in the hands of the run.
pub(crate) struct RunReport(Arc<Report>);

impl RunReport {
    pub(crate) fn tell(self, code: Option<ErrorCode>) {
        if let Some(hook) = &self.0.site.settings.hook {
            self.0.tell_hook(hook, code);
        }
    }
}
