//! The store in SQLite: a file, or a database in memory.

mod bill;
mod cart;
mod catalogue;
mod orders;
mod stock;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{SqlSafeStr, Sqlite, SqlitePool, Transaction};

use super::{Error, Result, Store};

/// Opens the file, or a database in memory that is gone at the end.
///
/// # Errors
///
/// When the file cannot be opened or holds something else.
pub async fn open(file: Option<&Path>) -> std::result::Result<Store, sqlx::Error> {
    Ok(Arc::new(Database::open(file).await?))
}

/// The open database.
#[derive(Clone, Debug)]
struct Database {
    db: SqlitePool,
}

impl Database {
    async fn open(file: Option<&Path>) -> std::result::Result<Self, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let db = match file {
            Some(file) => {
                let options = options
                    .filename(file)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Normal);
                SqlitePoolOptions::new()
                    .max_connections(8)
                    .connect_with(options)
                    .await?
            }
            // Each connection to memory has a database of its own, so there is
            // one, and the pool must never replace it.
            None => {
                SqlitePoolOptions::new()
                    .max_connections(1)
                    .idle_timeout(None)
                    .max_lifetime(None)
                    .test_before_acquire(false)
                    .connect_with(options.in_memory(true))
                    .await?
            }
        };
        migrations().run(&db).await?;
        Ok(Self { db })
    }

    /// A consistent view over several statements.
    async fn read(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.db.begin().await?)
    }

    /// Takes the write lock at once: a transaction that reads first and asks
    /// for the lock later fails, without waiting, when another was faster.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.db.begin_with("BEGIN IMMEDIATE").await?)
    }
}

/// By hand rather than `sqlx::migrate!`, which would bring all of sqlx's macros.
fn migrations() -> Migrator {
    let files = [
        (
            "schema",
            include_str!("../../../migrations/0001_schema.sql"),
        ),
        ("seed", include_str!("../../../migrations/0002_seed.sql")),
    ];
    let migrations = (1..).zip(files).map(|(version, (name, sql))| {
        Migration::new(
            version,
            name.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}
