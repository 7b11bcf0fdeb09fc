//! A session begins.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::{Change, Millis, NewEvent, Session, SessionEvent, SessionId};
use crate::plan::Plan;
use crate::protocol::{Identity, SessionStatus};

/// A new session of the planned flow, which ends `lifetime` from now.
#[must_use]
pub fn create(
    plan: &Plan,
    id: SessionId,
    identity: Option<Arc<Identity>>,
    metadata: Option<Arc<RawValue>>,
    now: Millis,
    lifetime: Millis,
) -> Change {
    let created = SessionEvent::Created {
        identity: identity.clone(),
        metadata: metadata.clone(),
    };
    let mut session = Session {
        id,
        flow: plan.slug().clone(),
        version: 1,
        status: SessionStatus::Active,
        identity,
        metadata,
        created_at: now,
        expires_at: now.saturating_add(lifetime),
        last_event_at: now,
        next: None,
        steps: Vec::new(),
    };
    session.next = session.next_step(plan);
    Change {
        session: session.into(),
        events: vec![NewEvent {
            event: created,
            at: now,
        }],
        notices: Vec::new(),
    }
}
