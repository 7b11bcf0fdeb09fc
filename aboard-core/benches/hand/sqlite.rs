//! In SQLite, one transaction a commit, on one connection that writes.

use std::path::Path;
use std::time::Duration;

use aboard_core::store::Durability;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Row as _, SqlitePool};
use uuid::Uuid;

use super::{Created, LEASE, Tokens, completed, is_known, now, read, run};
use crate::STEPS;

pub(crate) struct Sqlite {
    tokens: Tokens,
    db: SqlitePool,
}

const SCHEMA: &str = "
CREATE TABLE sessions (id BLOB PRIMARY KEY, revoked INTEGER NOT NULL, version INTEGER NOT NULL,
    subject TEXT, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, next TEXT, steps TEXT NOT NULL);
CREATE INDEX sessions_subject ON sessions (subject);
CREATE INDEX sessions_next ON sessions (next);
CREATE INDEX sessions_end ON sessions (expires_at);
CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, session BLOB NOT NULL, type TEXT NOT NULL,
    step TEXT, at INTEGER NOT NULL);
CREATE INDEX events_session ON events (session);
";

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Step {
    attempts: u32,
    lease_until: u64,
    output: Option<serde_json::Value>,
}

impl Sqlite {
    pub(crate) async fn open(file: &Path, durability: Durability) -> Self {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .busy_timeout(Duration::from_secs(10))
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(match durability {
                Durability::PowerLoss => SqliteSynchronous::Full,
                _ => SqliteSynchronous::Normal,
            })
            .disable_statement_logging();
        let db = SqlitePoolOptions::new()
            .max_connections(1)
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .unwrap();
        sqlx::raw_sql(SCHEMA).execute(&db).await.unwrap();
        Self {
            tokens: Tokens::new(),
            db,
        }
    }

    pub(crate) async fn create(&self, access: &str) -> Created {
        assert!(is_known(access));
        let id = Uuid::now_v7();
        let token = self.tokens.sign(id, now() / 1000 + 86_400);
        let mut tx = self.db.begin_with("BEGIN IMMEDIATE").await.unwrap();
        sqlx::query("INSERT INTO sessions VALUES (?, 0, 1, 'user_demo', ?, ?, 'create_org', '[{\"attempts\":0,\"lease_until\":0,\"output\":null},{\"attempts\":0,\"lease_until\":0,\"output\":null},{\"attempts\":0,\"lease_until\":0,\"output\":null}]')")
            .bind(&id.as_bytes()[..])
            .bind(now().cast_signed())
            .bind(now().cast_signed() + 86_400_000)
            .execute(&mut *tx)
            .await
            .unwrap();
        log(&mut tx, id, "session.created", None).await;
        tx.commit().await.unwrap();
        Created::new(id, token)
    }

    pub(crate) async fn step(&self, token: &str, step: usize, body: &[u8]) -> Vec<u8> {
        let id = self.tokens.verify(token).unwrap();
        let named = read(body).unwrap();
        {
            let mut tx = self.db.begin_with("BEGIN IMMEDIATE").await.unwrap();
            let mut steps = load(&mut tx, id).await;
            assert!(steps[..step].iter().all(|step| step.output.is_some()));
            let record = &mut steps[step];
            assert!(record.output.is_none() && record.lease_until < now());
            record.attempts += 1;
            record.lease_until = now() + LEASE;
            save(&mut tx, id, &steps, Some(STEPS[step].0)).await;
            log(&mut tx, id, "step.started", Some(STEPS[step].0)).await;
            tx.commit().await.unwrap();
        }
        let made = run(named).await;
        let answer = completed(step, &made);
        let mut tx = self.db.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let mut steps = load(&mut tx, id).await;
        steps[step].output = Some(serde_json::to_value(&made).unwrap());
        save(&mut tx, id, &steps, STEPS.get(step + 1).map(|(id, _)| *id)).await;
        log(&mut tx, id, "step.completed", Some(STEPS[step].0)).await;
        if step == 2 {
            log(&mut tx, id, "session.completed", None).await;
        }
        tx.commit().await.unwrap();
        answer
    }
}

async fn load(db: &mut sqlx::SqliteConnection, id: Uuid) -> Vec<Step> {
    let row = sqlx::query("SELECT revoked, steps FROM sessions WHERE id = ?")
        .bind(&id.as_bytes()[..])
        .fetch_one(db)
        .await
        .unwrap();
    assert_eq!(row.get::<i64, _>("revoked"), 0);
    serde_json::from_str(row.get("steps")).unwrap()
}

async fn save(db: &mut sqlx::SqliteConnection, id: Uuid, steps: &[Step], next: Option<&str>) {
    sqlx::query("UPDATE sessions SET version = version + 1, steps = ?, next = ? WHERE id = ?")
        .bind(serde_json::to_string(steps).unwrap())
        .bind(next)
        .bind(&id.as_bytes()[..])
        .execute(db)
        .await
        .unwrap();
}

async fn log(db: &mut sqlx::SqliteConnection, id: Uuid, kind: &str, step: Option<&str>) {
    sqlx::query("INSERT INTO events (session, type, step, at) VALUES (?, ?, ?, ?)")
        .bind(&id.as_bytes()[..])
        .bind(kind)
        .bind(step)
        .bind(now().cast_signed())
        .execute(db)
        .await
        .unwrap();
}
