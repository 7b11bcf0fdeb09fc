//! A session is abandoned (specification, section 4).

use super::{Change, Millis, NewEvent, RevokedBy, Session, SessionEvent};
use crate::protocol::SessionStatus;

/// Abandons a session, a completed one too; `None` when it is abandoned already.
#[must_use]
pub fn revoke(session: &Session, by: RevokedBy, now: Millis) -> Option<Change> {
    if session.is_revoked() {
        return None;
    }
    let mut next = session.successor();
    next.status = SessionStatus::Abandoned;
    let at = next.event_time(now);
    Some(Change {
        session: next.into(),
        events: vec![NewEvent {
            event: SessionEvent::Revoked { by },
            at,
        }],
        notices: Vec::new(),
    })
}
