//! What is written, inside a transaction that the writer has begun.

use sqlx::{Row as _, SqliteConnection};

use super::{int, row};
use crate::session::{Change, Millis, NewEvent, SessionEvent, SessionId};
use crate::store::{Commit, Creation, CreationKey};

/// Writes a new session, unless its key is known.
pub(super) async fn create(
    db: &mut SqliteConnection,
    change: &Change,
    key: Option<&CreationKey>,
) -> Result<Creation, sqlx::Error> {
    if let Some(key) = key {
        if let Some(known) = known(db, key).await? {
            return Ok(known);
        }
        remember(db, key, change.session.id).await?;
    }
    const SQL: &str = "INSERT INTO aboard_sessions (id, flow, version, status, subject, identity, \
                       metadata, created_at, expires_at, last_event_at, next_step, steps) \
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let session = &*change.session;
    let identity = session.identity.as_deref();
    sqlx::query(SQL)
        .bind(&session.id.as_bytes()[..])
        .bind(&*session.flow)
        .bind(int(session.version))
        .bind(session.status.as_str())
        .bind(identity.map(|identity| &*identity.subject))
        .bind(identity.map(json).transpose()?)
        .bind(session.metadata.as_deref().map(|metadata| metadata.get()))
        .bind(int(session.created_at))
        .bind(int(session.expires_at))
        .bind(int(session.last_event_at))
        .bind(session.next.as_deref())
        .bind(json(&session.steps)?)
        .execute(&mut *db)
        .await?;
    log(db, change).await?;
    Ok(Creation::Written)
}

/// Writes a change if the version is the one that it was decided on.
pub(super) async fn commit(
    db: &mut SqliteConnection,
    change: &Change,
) -> Result<Commit, sqlx::Error> {
    let session = &*change.session;
    let steps = json(&session.steps)?;
    // A claim moves nothing that an index knows.
    let written = if moves(&change.events) {
        const SQL: &str = "UPDATE aboard_sessions SET version = ?, last_event_at = ?, steps = ?, \
                           status = ?, next_step = ? WHERE id = ? AND version = ?";
        sqlx::query(SQL)
            .bind(int(session.version))
            .bind(int(session.last_event_at))
            .bind(steps)
            .bind(session.status.as_str())
            .bind(session.next.as_deref())
            .bind(&session.id.as_bytes()[..])
            .bind(int(session.version) - 1)
            .execute(&mut *db)
            .await?
    } else {
        const SQL: &str = "UPDATE aboard_sessions SET version = ?, last_event_at = ?, steps = ? \
                           WHERE id = ? AND version = ?";
        sqlx::query(SQL)
            .bind(int(session.version))
            .bind(int(session.last_event_at))
            .bind(steps)
            .bind(&session.id.as_bytes()[..])
            .bind(int(session.version) - 1)
            .execute(&mut *db)
            .await?
    };
    if written.rows_affected() == 0 {
        return Ok(Commit::Conflict);
    }
    log(db, change).await?;
    Ok(Commit::Written)
}

/// Whether status or next step may have changed.
fn moves(events: &[NewEvent]) -> bool {
    events.iter().any(|event| match event.event {
        SessionEvent::Created { .. }
        | SessionEvent::Completed { .. }
        | SessionEvent::SessionCompleted
        | SessionEvent::Revoked { .. } => true,
        SessionEvent::Started { .. } | SessionEvent::Failed { .. } | SessionEvent::Stuck { .. } => {
            false
        }
    })
}

/// Appends the events of a change, and hands its notices on.
async fn log(db: &mut SqliteConnection, change: &Change) -> Result<(), sqlx::Error> {
    const SQL: [&str; 3] = [
        "INSERT INTO aboard_events (session, type, step, data, at) VALUES (?, ?, ?, ?, ?)",
        "INSERT INTO aboard_events (session, type, step, data, at) VALUES (?, ?, ?, ?, ?), \
         (?, ?, ?, ?, ?)",
        "INSERT INTO aboard_events (session, type, step, data, at) VALUES (?, ?, ?, ?, ?), \
         (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)",
    ];
    let session = change.session.id;
    let mut ids = Vec::with_capacity(change.events.len());
    for events in change.events.chunks(SQL.len()) {
        let mut insert = sqlx::query(SQL[events.len() - 1]);
        for NewEvent { event, at } in events {
            insert = insert
                .bind(&session.as_bytes()[..])
                .bind(event.kind().as_str())
                .bind(event.step().map(|step| &**step))
                .bind(event.data())
                .bind(int(*at));
        }
        let last = insert.execute(&mut *db).await?.last_insert_rowid();
        // One statement gives consecutive ids.
        ids.extend(last - int(events.len()) + 1..=last);
    }
    for notice in &change.notices {
        sqlx::query("INSERT INTO aboard_notices (event, body, at) VALUES (?, ?, ?)")
            .bind(ids.get(notice.event))
            .bind(&notice.body)
            .bind(int(change.events[notice.event].at))
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// What a creation key stands for, unless it is new or has expired.
async fn known(
    db: &mut SqliteConnection,
    key: &CreationKey,
) -> Result<Option<Creation>, sqlx::Error> {
    const SQL: &str = "SELECT request, session FROM aboard_creation_keys \
                       WHERE scope = ? AND keep_until > ?";
    let found = sqlx::query(SQL)
        .bind(&key.scope[..])
        .bind(int(key.now))
        .fetch_optional(db)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let request: &[u8] = found.try_get("request")?;
    Ok(Some(if *request == key.request {
        Creation::Replayed(row::id(found.try_get("session")?)?)
    } else {
        Creation::Mismatch
    }))
}

async fn remember(
    db: &mut SqliteConnection,
    key: &CreationKey,
    session: SessionId,
) -> Result<(), sqlx::Error> {
    const SQL: &str = "INSERT OR REPLACE INTO aboard_creation_keys \
                       (scope, request, session, keep_until) VALUES (?, ?, ?, ?)";
    sqlx::query(SQL)
        .bind(&key.scope[..])
        .bind(&key.request[..])
        .bind(&session.as_bytes()[..])
        .bind(int(key.keep_until))
        .execute(db)
        .await?;
    Ok(())
}

/// Removes what has ended. Says how many sessions there were.
pub(super) async fn purge(
    db: &mut SqliteConnection,
    before: Millis,
    now: Millis,
    limit: usize,
) -> Result<usize, sqlx::Error> {
    const ENDED: [&str; 2] = [
        "DELETE FROM aboard_events WHERE session IN (SELECT id FROM aboard_sessions \
         WHERE expires_at <= ? ORDER BY expires_at, rowid LIMIT ?)",
        "DELETE FROM aboard_sessions WHERE id IN (SELECT id FROM aboard_sessions \
         WHERE expires_at <= ? ORDER BY expires_at, rowid LIMIT ?)",
    ];
    let mut purged = 0;
    for sql in ENDED {
        let delete = sqlx::query(sql).bind(int(before)).bind(int(limit));
        purged = delete.execute(&mut *db).await?.rows_affected();
    }
    const KEYS: &str = "DELETE FROM aboard_creation_keys WHERE scope IN (SELECT scope \
                        FROM aboard_creation_keys WHERE keep_until <= ? ORDER BY keep_until LIMIT ?)";
    let delete = sqlx::query(KEYS).bind(int(now)).bind(int(limit));
    delete.execute(&mut *db).await?;
    Ok(usize::try_from(purged).unwrap_or(usize::MAX))
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
