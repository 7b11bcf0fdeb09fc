//! The one task that writes: whatever waits goes into one transaction, and each
//! gets its own outcome.
//!
//! With `synchronous = FULL` a commit waits for the disk; while it does, others
//! come to wait, and the next commit serves them all.

use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::write;
use crate::session::{Change, Millis};
use crate::store::{Commit, Creation, CreationKey, StoreError};

/// The most changes in one transaction: bounds how long one waits for others.
const BATCH: usize = 64;
/// The most that wait; more wait to be let in.
const WAITING: usize = 1024;

/// Hands changes to the task that writes.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

/// Something to write, and who waits for it.
struct Job {
    what: What,
    done: oneshot::Sender<Result<Done, StoreError>>,
}

enum What {
    Create(Change, Option<CreationKey>),
    Commit(Change),
    Purge {
        before: Millis,
        now: Millis,
        limit: usize,
    },
    /// Ends the task once everything before it is written.
    Close,
}

/// What has come of it.
enum Done {
    Created(Creation),
    Committed(Commit),
    Purged(usize),
    Closed,
}

impl Writer {
    /// Starts the task. It ends with the last of its handles.
    pub(super) fn start(db: SqlitePool) -> Self {
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(run(db, waiting));
        Self { jobs }
    }

    pub(super) async fn create(
        &self,
        change: Change,
        key: Option<CreationKey>,
    ) -> Result<Creation, StoreError> {
        match self.ask(What::Create(change, key)).await? {
            Done::Created(created) => Ok(created),
            _ => Err(misled()),
        }
    }

    pub(super) async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        match self.ask(What::Commit(change)).await? {
            Done::Committed(committed) => Ok(committed),
            _ => Err(misled()),
        }
    }

    pub(super) async fn purge(
        &self,
        before: Millis,
        now: Millis,
        limit: usize,
    ) -> Result<usize, StoreError> {
        let what = What::Purge { before, now, limit };
        match self.ask(what).await? {
            Done::Purged(purged) => Ok(purged),
            _ => Err(misled()),
        }
    }

    pub(super) async fn close(&self) {
        // Closed already is closed too.
        let _ = self.ask(What::Close).await;
    }

    async fn ask(&self, what: What) -> Result<Done, StoreError> {
        let closed = || StoreError::new("it is closed");
        let (done, outcome) = oneshot::channel();
        let job = Job { what, done };
        self.jobs.send(job).await.map_err(|_| closed())?;
        outcome.await.map_err(|_| closed())?
    }
}

fn misled() -> StoreError {
    StoreError::new("the writer answered something else")
}

async fn run(db: SqlitePool, mut waiting: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let closing = batch.iter().any(|job| matches!(job.what, What::Close));
        if closing {
            waiting.close();
        }
        write_all(&db, &mut batch).await;
    }
}

/// Writes a batch in one transaction; where that fails, each in its own, so that
/// one that cannot be written does not take the others with it.
async fn write_all(db: &SqlitePool, batch: &mut Vec<Job>) {
    match together(db, batch).await {
        Ok(done) => {
            for (job, done) in batch.drain(..).zip(done) {
                // Whoever has gone away does not ask any more.
                let _ = job.done.send(Ok(done));
            }
        }
        Err(error) if batch.len() == 1 => {
            if let Some(job) = batch.pop() {
                let _ = job.done.send(Err(error.into()));
            }
        }
        Err(_) => {
            for job in batch.drain(..) {
                let done = together(db, std::slice::from_ref(&job)).await;
                let done = done.map(|mut done| done.pop().unwrap_or(Done::Closed));
                let _ = job.done.send(done.map_err(StoreError::from));
            }
        }
    }
}

async fn together(db: &SqlitePool, batch: &[Job]) -> Result<Vec<Done>, sqlx::Error> {
    // The write lock at once: a transaction that reads first and asks for the
    // lock later fails, without waiting, when another process was faster.
    let mut tx = db.begin_with("BEGIN IMMEDIATE").await?;
    let mut done = Vec::with_capacity(batch.len());
    for job in batch {
        done.push(job.what.write(&mut tx).await?);
    }
    tx.commit().await?;
    Ok(done)
}

impl What {
    async fn write(&self, db: &mut SqliteConnection) -> Result<Done, sqlx::Error> {
        Ok(match self {
            Self::Create(change, key) => {
                Done::Created(write::create(db, change, key.as_ref()).await?)
            }
            Self::Commit(change) => Done::Committed(write::commit(db, change).await?),
            Self::Purge { before, now, limit } => {
                Done::Purged(write::purge(db, *before, *now, *limit).await?)
            }
            Self::Close => Done::Closed,
        })
    }
}
