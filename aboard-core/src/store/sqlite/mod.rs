//! Sessions in SQLite: one file, any number of processes on one machine.
//!
//! Writes go through one connection, several changes to a transaction
//! (`writer`); reads have connections of their own.

mod open;
mod read;
mod row;
#[cfg(test)]
mod tests;
mod write;
mod writer;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::SqlitePool;

use self::writer::Writer;
use super::{Commit, Creation, CreationKey, Query, Store, StoreError, StoredNotice};
use crate::protocol::Event;
use crate::session::{Change, Millis, Session, SessionId};

/// Keeps sessions in an SQLite file that other processes may use at the same
/// time. Its tables are called `aboard_…`, so that they can stand in the app's
/// own file.
///
/// ```no_run
/// # async fn example() -> Result<(), aboard_core::store::StoreError> {
/// use aboard_core::store::{Durability, SqliteOptions, SqliteStore};
///
/// let store = SqliteStore::open("onboarding.db").await?;
/// let quick = SqliteOptions::new()
///     .durability(Durability::ProcessCrash)
///     .open("onboarding.db")
///     .await?;
/// # Ok(())
/// # }
/// ```
///
/// Several changes that wait are written in one transaction, each with its own
/// outcome, so that many callers pay together for what makes a commit durable.
#[derive(Clone)]
pub struct SqliteStore {
    writer: Writer,
    read: SqlitePool,
    write: SqlitePool,
}

/// How much a commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Durability {
    /// A power failure: `synchronous = FULL`.
    #[default]
    PowerLoss,
    /// The death of the process; a power failure may take the latest commits,
    /// but leaves the file sound: `synchronous = NORMAL`.
    ProcessCrash,
}

/// How an SQLite store is opened. Each default is safe.
#[derive(Debug, Clone)]
#[must_use]
pub struct SqliteOptions {
    durability: Durability,
    busy_timeout: Duration,
    readers: u32,
}

impl SqliteOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self {
            durability: Durability::PowerLoss,
            busy_timeout: Duration::from_secs(10),
            readers: 4,
        }
    }

    /// How much a commit survives.
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// How long to wait for the writes of another process.
    pub fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }

    /// How many sessions can be read at once.
    pub fn readers(mut self, readers: u32) -> Self {
        self.readers = readers.max(1);
        self
    }

    /// Opens a file, which is made if it is not there, and brings its tables up
    /// to date. Several processes may do so at once.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or was written by a later version.
    pub async fn open(self, file: impl Into<PathBuf>) -> Result<SqliteStore, StoreError> {
        open::file(self, file.into()).await
    }
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl SqliteStore {
    /// Opens a file with the defaults, as [`SqliteOptions::open`] does.
    ///
    /// # Errors
    ///
    /// As [`SqliteOptions::open`].
    pub async fn open(file: impl Into<PathBuf>) -> Result<Self, StoreError> {
        SqliteOptions::new().open(file).await
    }

    /// A database in memory that is gone with the store.
    ///
    /// # Errors
    ///
    /// When SQLite has no memory.
    pub async fn in_memory() -> Result<Self, StoreError> {
        open::memory().await
    }

    /// Writes what is waiting and closes the file. What is asked of the store
    /// afterwards fails.
    pub async fn close(&self) {
        self.writer.close().await;
        self.write.close().await;
        self.read.close().await;
    }

    fn new(read: SqlitePool, write: SqlitePool) -> Self {
        Self {
            writer: Writer::start(write.clone()),
            read,
            write,
        }
    }
}

impl Store for SqliteStore {
    async fn create(
        &self,
        change: Change,
        key: Option<CreationKey>,
    ) -> Result<Creation, StoreError> {
        self.writer.create(change, key).await
    }

    async fn load(&self, id: SessionId) -> Result<Option<Arc<Session>>, StoreError> {
        Ok(read::session(&self.read, id).await?.map(Arc::new))
    }

    async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        self.writer.commit(change).await
    }

    async fn events(&self, id: SessionId, last: usize) -> Result<Vec<Event>, StoreError> {
        Ok(read::events(&self.read, id, last).await?)
    }

    async fn list(&self, query: Query) -> Result<Vec<Arc<Session>>, StoreError> {
        Ok(read::list(&self.read, &query).await?)
    }

    async fn notices(&self, limit: usize) -> Result<Vec<StoredNotice>, StoreError> {
        Ok(read::notices(&self.read, limit).await?)
    }

    async fn purge(&self, before: Millis, now: Millis, limit: usize) -> Result<usize, StoreError> {
        self.writer.purge(before, now, limit).await
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(cause: sqlx::Error) -> Self {
        Self::new(cause)
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("readers", &self.read.size())
            .finish_non_exhaustive()
    }
}

/// SQLite's integers have a sign; ours never come near it.
fn int(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
