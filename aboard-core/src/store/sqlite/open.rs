//! Opens a database and brings its tables up to date.

use std::path::PathBuf;
use std::time::Duration;

use sqlx::migrate::{Migrate as _, MigrateError, Migration, MigrationType};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqlSafeStr as _, SqliteConnection, SqlitePool};

use super::{Durability, SqliteOptions, SqliteStore};
use crate::store::StoreError;

/// How often opening is tried while other processes are in the way. Switching
/// the journal's mode is the one thing for which SQLite does not wait.
const TRIES: u32 = 50;

pub(super) async fn file(options: SqliteOptions, file: PathBuf) -> Result<SqliteStore, StoreError> {
    let connect = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .busy_timeout(options.busy_timeout)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match options.durability {
            Durability::PowerLoss => SqliteSynchronous::Full,
            Durability::ProcessCrash => SqliteSynchronous::Normal,
        })
        .disable_statement_logging();
    let mut tries = 0;
    loop {
        match write_pool(connect.clone()).await {
            Ok(write) => {
                let read = pool(options.readers).connect_lazy_with(connect);
                return Ok(SqliteStore::new(read, write));
            }
            Err(error) if is_busy(&error) && tries < TRIES => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Each connection to memory has a database of its own, so there is one.
pub(super) async fn memory() -> Result<SqliteStore, StoreError> {
    let connect = SqliteConnectOptions::new()
        .in_memory(true)
        .disable_statement_logging();
    let one = write_pool(connect).await?;
    Ok(SqliteStore::new(one.clone(), one))
}

/// A pool that never replaces a connection: nothing can happen to one that
/// another would not meet too.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// The connection that writes, its tables up to date.
async fn write_pool(connect: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let pool = pool(1).connect_with(connect).await?;
    // Under the lock of a writer, so that of two processes that start at once one
    // finds the tables of the other.
    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
    migrate(&mut tx).await?;
    tx.commit().await?;
    Ok(pool)
}

/// The app may have migrations of its own in the same file.
const MIGRATIONS: &str = "_aboard_migrations";

/// Applies the migrations that are not applied yet. One by one, since sqlx's
/// `Migrator` takes no connection that is borrowed across an await.
async fn migrate(db: &mut SqliteConnection) -> Result<(), StoreError> {
    db.ensure_migrations_table(MIGRATIONS).await?;
    let applied = db.list_applied_migrations(MIGRATIONS).await?;
    let known = migrations();
    let is_known = |version| known.iter().any(|known| known.version == version);
    if applied.iter().any(|applied| !is_known(applied.version)) {
        return Err(StoreError::new(
            "the file was written by a later version: update this process",
        ));
    }
    for migration in &known {
        let applied = applied
            .iter()
            .find(|applied| applied.version == migration.version);
        match applied {
            Some(applied) if applied.checksum != migration.checksum => {
                return Err(StoreError::new("the file was written by another version"));
            }
            Some(_) => {}
            None => {
                db.apply(MIGRATIONS, migration).await?;
            }
        }
    }
    Ok(())
}

/// By hand rather than `sqlx::migrate!`, which would bring all of sqlx's macros.
fn migrations() -> Vec<Migration> {
    const FILES: &[(&str, &str)] = &[(
        "sessions",
        include_str!("../../../migrations/sqlite/0001_sessions.sql"),
    )];
    let migrations = (1..).zip(FILES).map(|(version, (name, sql))| {
        let sql = sql.into_sql_str();
        Migration::new(version, (*name).into(), MigrationType::Simple, sql, false)
    });
    migrations.collect()
}

impl From<MigrateError> for StoreError {
    fn from(cause: MigrateError) -> Self {
        Self::new(cause)
    }
}

/// Whether another process was in the way (`SQLITE_BUSY` or `SQLITE_LOCKED`, or
/// one of their extended codes).
fn is_busy(error: &StoreError) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error.cause());
    while let Some(error) = cause {
        if let Some(sqlx::Error::Database(error)) = error.downcast_ref() {
            let code = error.code().and_then(|code| code.parse::<u32>().ok());
            return code.is_some_and(|code| matches!(code & 0xff, 5 | 6));
        }
        cause = error.source();
    }
    false
}
