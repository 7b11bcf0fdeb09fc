//! A session and everything that can happen to it, as pure functions from state
//! to state.
//!
//! Each function takes a session as it stands and says what becomes of it: a
//! refusal, an answer that changes nothing, or a [`Change`] (the next state, its
//! events, its notices), which a [store](crate::store) writes in
//! one transaction. Nothing here reads a clock or waits.
//!
//! | function | rules |
//! |---|---|
//! | [`create`] | section 2.1 |
//! | [`claim`] | section 3, 1-6: may this call run the step? |
//! | [`outcome`] | section 3, 6 and 7, and section 6: what has come of it |
//! | [`extend`] | a step that runs long keeps its claim |
//! | [`revoke`] | section 4 |

mod claim;
mod create;
mod event;
mod id;
mod outcome;
mod revoke;
mod state;
#[cfg(test)]
mod tests;

pub use claim::{Claim, Claimed, Judged, Refusal, Request, Waiting, claim, extend};
pub use create::create;
pub use event::{NewEvent, RevokedBy, SessionEvent};
pub use id::SessionId;
pub use outcome::{Ended, FailureKind, Outcome, StepFault, outcome};
pub use revoke::revoke;
pub use state::{Completed, FailedAttempt, Keyed, Running, Session, Standing, StepRecord};

use std::sync::Arc;

/// Milliseconds since the epoch.
pub type Millis = u64;

/// What identifies a request among those of one session: a part of the SHA-256
/// of its canonical JSON.
pub type Fingerprint = [u8; 16];

/// What becomes of a session: all of it is written in one transaction, or
/// nothing.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Change {
    /// The session after it. Its version is one more than the version that the
    /// change was decided on.
    pub session: Arc<Session>,
    /// What is added to the log, in order.
    pub events: Vec<NewEvent>,
    /// What is to be delivered to the operator.
    pub notices: Vec<Notice>,
}

/// A notification that an agent is stuck (specification, section 6).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Notice {
    /// Which of the change's events it tells of, by number.
    pub event: usize,
    /// The JSON to post.
    pub body: String,
}

/// What a flow's operator has decided.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Rules {
    /// How long a claim holds unless it is extended.
    pub lease: Millis,
    /// How often a step may be tried in one session.
    pub most_attempts: u32,
    /// How long an idempotency key is kept.
    pub keep_keys: Millis,
    /// Whether somebody wants to be notified.
    pub notify: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            lease: 60_000,
            most_attempts: 1000,
            keep_keys: 24 * 60 * 60 * 1000,
            notify: false,
        }
    }
}
