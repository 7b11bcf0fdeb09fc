//! What is read, each in one statement.

use std::sync::Arc;

use sqlx::{QueryBuilder, Sqlite, SqlitePool};

use super::{int, row};
use crate::protocol::Event;
use crate::session::{Session, SessionId};
use crate::store::{Query, StoredNotice};

pub(super) async fn session(
    db: &SqlitePool,
    id: SessionId,
) -> Result<Option<Session>, sqlx::Error> {
    const SQL: &str = concat!(
        "SELECT ",
        row::session_columns!(),
        " FROM aboard_sessions WHERE id = ?"
    );
    let found = sqlx::query(SQL)
        .bind(&id.as_bytes()[..])
        .fetch_optional(db)
        .await?;
    found.as_ref().map(row::session).transpose()
}

pub(super) async fn events(
    db: &SqlitePool,
    id: SessionId,
    last: usize,
) -> Result<Vec<Event>, sqlx::Error> {
    const SQL: &str = "SELECT id, type, step, data, at FROM aboard_events \
                       WHERE session = ? ORDER BY id DESC LIMIT ?";
    let found = sqlx::query(SQL)
        .bind(&id.as_bytes()[..])
        .bind(int(last))
        .fetch_all(db)
        .await?;
    let newest_last = found.iter().rev();
    newest_last.map(|found| row::event(found, id)).collect()
}

pub(super) async fn list(db: &SqlitePool, query: &Query) -> Result<Vec<Arc<Session>>, sqlx::Error> {
    let mut statement = list_statement(query);
    let found = statement.build().fetch_all(db).await?;
    let sessions = found.iter().map(|found| row::session(found).map(Arc::new));
    sessions.collect()
}

/// Only the conditions that are asked for stand in the statement: each has its
/// index.
pub(super) fn list_statement(query: &Query) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new(concat!(
        "SELECT ",
        row::session_columns!(),
        " FROM aboard_sessions WHERE flow = "
    ));
    sql.push_bind(query.flow.to_string());
    if let Some(status) = query.status {
        sql.push(" AND status = ").push_bind(status.as_str());
    }
    if let Some(step) = &query.step {
        sql.push(" AND next_step = ").push_bind(step.clone());
    }
    if let Some(subject) = &query.subject {
        sql.push(" AND subject = ").push_bind(subject.clone());
    }
    if let Some(before) = query.before {
        let before = before.as_bytes().to_vec();
        sql.push(" AND id < ").push_bind(before);
    }
    sql.push(" ORDER BY id DESC LIMIT ")
        .push_bind(int(query.limit));
    sql
}

pub(super) async fn notices(
    db: &SqlitePool,
    limit: usize,
) -> Result<Vec<StoredNotice>, sqlx::Error> {
    const SQL: &str = "SELECT event, body, at FROM aboard_notices ORDER BY event LIMIT ?";
    let found = sqlx::query(SQL).bind(int(limit)).fetch_all(db).await?;
    found.iter().map(row::notice).collect()
}
