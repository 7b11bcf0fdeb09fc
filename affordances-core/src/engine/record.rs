//! What the app's hook learns of every call.

use std::sync::Arc;
use std::time::Duration;

use crate::protocol::ErrorCode;

/// Told of every call once it is answered. Runs on the request's path: hand
/// longer work to a task.
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
