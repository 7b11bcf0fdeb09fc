//! Rows and what they stand for.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::protocol::{Event, EventType, SessionStatus};
use crate::session::{Millis, Session, SessionId};
use crate::store::{StoredNotice, logged};

/// The columns that [`session`] reads.
macro_rules! session_columns {
    () => {
        "id, flow, version, status, identity, metadata, created_at, expires_at, last_event_at, \
         next_step, steps"
    };
}
pub(super) use session_columns;

pub(super) fn session(row: &SqliteRow) -> Result<Session, sqlx::Error> {
    let status: &str = row.try_get("status")?;
    let next: Option<&str> = row.try_get("next_step")?;
    Ok(Session {
        id: id(row.try_get("id")?)?,
        flow: row.try_get::<&str, _>("flow")?.into(),
        version: number(row, "version")?,
        status: SessionStatus::parse(status).ok_or_else(|| unreadable("status"))?,
        identity: json(row, "identity")?,
        metadata: json(row, "metadata")?,
        created_at: number(row, "created_at")?,
        expires_at: number(row, "expires_at")?,
        last_event_at: number(row, "last_event_at")?,
        next: next.map(Arc::from),
        steps: json(row, "steps")?.ok_or_else(|| unreadable("steps"))?,
    })
}

pub(super) fn event(row: &SqliteRow, session: SessionId) -> Result<Event, sqlx::Error> {
    Ok(logged(
        number(row, "id")?,
        session,
        EventType::parse(row.try_get("type")?),
        row.try_get("step")?,
        row.try_get("data")?,
        number(row, "at")?,
    ))
}

pub(super) fn notice(row: &SqliteRow) -> Result<StoredNotice, sqlx::Error> {
    Ok(StoredNotice {
        event: number(row, "event")?,
        body: row.try_get("body")?,
        at: number(row, "at")?,
    })
}

pub(super) fn id(bytes: &[u8]) -> Result<SessionId, sqlx::Error> {
    let bytes = bytes.try_into().map_err(|_| unreadable("id"))?;
    Ok(SessionId::from_bytes(bytes))
}

pub(super) fn number(row: &SqliteRow, column: &str) -> Result<Millis, sqlx::Error> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| unreadable(column))
}

fn json<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<Option<T>, sqlx::Error> {
    let text: Option<&str> = row.try_get(column)?;
    let read = |text| {
        serde_json::from_str(text).map_err(|error| sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: error.into(),
        })
    };
    text.map(read).transpose()
}

fn unreadable(column: &str) -> sqlx::Error {
    sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: "this version did not write it".into(),
    }
}
