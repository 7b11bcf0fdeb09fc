//! Where sessions are kept: one trait, what implementations must promise, and
//! the implementations.
//!
//! | store | for |
//! |---|---|
//! | [`MemoryStore`] | tests and demos: gone with the process |
//! | `SqliteStore` (feature `sqlite`) | one machine: any number of processes on one file |
//!
//! Every one passes the same `suite`, which is written against the trait alone.

mod dynamic;
mod memory;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod suite;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use affordances_core::BoxError;

pub(crate) use dynamic::DynStore;
pub use memory::MemoryStore;
#[cfg(feature = "sqlite")]
pub use sqlite::{Durability, SqliteOptions, SqliteStore};

use crate::protocol::{Event, EventType, SessionStatus};
use crate::session::{Change, Fingerprint, Millis, Session, SessionId};

/// Keeps sessions, their logs and what is to be delivered.
///
/// The contract:
///
/// - **Compare and set.** A change is written only if the stored version is the
///   one before the change's. Of two changes that were decided on the same
///   version, one is written and the other is a [`Commit::Conflict`].
/// - **All or nothing.** The session, the events and the notices of a change
///   become visible together, and are durable once the call returns.
/// - **Order.** The events of a change get ascending ids, greater than those of
///   any change of the same session that was written before.
/// - **Independence.** The cost of a call does not grow with the number of
///   stored sessions (but for logarithms), and sessions do not wait for each
///   other longer than one write takes.
///
/// Nothing is decided here: what a change is follows from
/// [`session`](crate::session) alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep sessions",
    label = "does not implement `Store`",
    note = "take `MemoryStore`, or `SqliteStore` of the feature `aboard-sqlite`, or write `impl affordances::aboard::Store for` a type of yours",
    note = "see `unusable_service` in affordances::errors"
)]
pub trait Store: Send + Sync + 'static {
    /// Writes a new session. Where `key` is known already and not expired, the
    /// session is not written and the answer says what the key stands for.
    ///
    /// # Errors
    ///
    /// When the store is out of reach or full.
    fn create(
        &self,
        change: Change,
        key: Option<CreationKey>,
    ) -> impl Future<Output = Result<Creation, StoreError>> + Send;

    /// The session as it stands; `None` when there is none.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    fn load(
        &self,
        id: SessionId,
    ) -> impl Future<Output = Result<Option<Arc<Session>>, StoreError>> + Send;

    /// Writes a change, unless another was written first.
    ///
    /// # Errors
    ///
    /// When the store is out of reach: the change may be written or not.
    fn commit(&self, change: Change) -> impl Future<Output = Result<Commit, StoreError>> + Send;

    /// The latest events of a session, at most `last`, oldest first.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    fn events(
        &self,
        id: SessionId,
        last: usize,
    ) -> impl Future<Output = Result<Vec<Event>, StoreError>> + Send;

    /// Sessions that fit the query, newest first.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    fn list(
        &self,
        query: Query,
    ) -> impl Future<Output = Result<Vec<Arc<Session>>, StoreError>> + Send;

    /// Notices that were not delivered yet, oldest first.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    fn notices(
        &self,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<StoredNotice>, StoreError>> + Send;

    /// Removes sessions that had ended at `before`, with their logs, and keys
    /// that had expired at `now`; at most `limit` of each. Says how many
    /// sessions there were. Notices stay until they are delivered.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    fn purge(
        &self,
        before: Millis,
        now: Millis,
        limit: usize,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;
}

/// Whether a change was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Commit {
    /// It was.
    Written,
    /// Another was written first, or the session is gone: decide anew.
    Conflict,
}

/// An idempotency key at the creation of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CreationKey {
    /// The digest of flow, caller and key.
    pub scope: [u8; 32],
    /// The request.
    pub request: Fingerprint,
    /// The time now.
    pub now: Millis,
    /// How long it is kept.
    pub keep_until: Millis,
}

/// What has come of a creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Creation {
    /// It was written.
    Written,
    /// The same request has created this session before.
    Replayed(SessionId),
    /// The key came with another request.
    Mismatch,
}

/// What a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Query {
    /// Sessions of this flow.
    pub flow: Arc<str>,
    /// That stand there.
    pub status: Option<SessionStatus>,
    /// Whose next step is this one.
    pub step: Option<String>,
    /// That run on behalf of this subject.
    pub subject: Option<String>,
    /// Older than this one.
    pub before: Option<SessionId>,
    /// How many at most.
    pub limit: usize,
}

impl Query {
    /// The newest sessions of a flow.
    #[must_use]
    pub fn new(flow: impl Into<Arc<str>>, limit: usize) -> Self {
        Self {
            flow: flow.into(),
            status: None,
            step: None,
            subject: None,
            before: None,
            limit,
        }
    }
}

/// A notice on its way out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredNotice {
    /// The id of the event that it tells of: the same at every try.
    pub event: u64,
    /// The JSON to post.
    pub body: String,
    /// When it came up.
    pub at: Millis,
}

/// The store does not do what it is asked. The cause is logged, never sent.
#[derive(Debug)]
pub struct StoreError(BoxError);

impl StoreError {
    /// With the cause.
    pub fn new(cause: impl Into<BoxError>) -> Self {
        Self(cause.into())
    }

    #[cfg(feature = "sqlite")]
    pub(crate) fn cause(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store of sessions: {}", self.0)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// An event of the log: its id becomes a text that sorts like the number.
pub(crate) fn logged(
    id: u64,
    session: SessionId,
    kind: EventType,
    step: Option<&str>,
    data: Option<&str>,
    at: Millis,
) -> Event {
    let mut event = Event::new(format!("{id:016}"), session.to_string(), kind, at);
    event.step_id = step.map(str::to_owned);
    event.data = data.and_then(|data| serde_json::from_str(data).ok());
    event
}
