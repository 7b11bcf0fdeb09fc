//! What operators and holders of a session's token may do beside steps:
//! revocation (specification, section 4), lists, one session.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;

use super::flow::FlowCore;
use super::shared::fault;
use super::{Flow, Refused};
use crate::protocol::{
    ErrorBody, ErrorCode, Event, Revoked, SessionList, SessionStatus, SessionView, StepState,
    StepView,
};
use crate::session::{Millis, RevokedBy, Session, SessionId, Standing, revoke};
use crate::store::Query;

/// The sessions of a page unless a number is given, and the most that a page has.
const PAGE: (usize, usize) = (50, 100);
/// The latest events that a session of a list shows.
const LISTED_EVENTS: usize = 100;

/// What a list is to show; every member is optional.
#[derive(Debug, Clone, Copy, Default)]
#[allow(
    clippy::exhaustive_structs,
    reason = "made with `..Default::default()`"
)]
pub struct ListRequest<'a> {
    /// How many sessions: 1 to 100, 50 unless given.
    pub limit: Option<&'a str>,
    /// Where to go on: the `nextCursor` of the page before.
    pub cursor: Option<&'a str>,
    /// Only those that stand there.
    pub status: Option<&'a str>,
    /// Only those whose next step is this one.
    pub step: Option<&'a str>,
    /// Only those on behalf of this subject.
    pub subject: Option<&'a str>,
}

impl<L> Flow<L> {
    /// Abandons a session. It takes the session's own token or the operators'.
    ///
    /// # Errors
    ///
    /// `unauthorized`, whether or not there is such a session; for an operator
    /// `session_not_found`.
    pub async fn revoke(&self, id: &str, credential: Option<&str>) -> Result<Revoked, Refused> {
        self.core.revoke(id, credential).await
    }

    /// Lists the flow's sessions, newest first.
    ///
    /// # Errors
    ///
    /// `unauthorized` without the operators' token, `invalid_query`.
    pub async fn list(
        &self,
        credential: Option<&str>,
        request: ListRequest<'_>,
    ) -> Result<SessionList, Refused> {
        self.core.list(credential, request).await
    }

    /// One session with all of its log.
    ///
    /// # Errors
    ///
    /// `unauthorized` without the operators' token, `session_not_found`.
    pub async fn session(
        &self,
        id: &str,
        credential: Option<&str>,
    ) -> Result<SessionView, Refused> {
        self.core.session(id, credential).await
    }
}

impl FlowCore {
    async fn revoke(&self, id: &str, credential: Option<&str>) -> Result<Revoked, Refused> {
        let named = SessionId::parse(id);
        let by = if self.runtime.is_admin(credential) {
            RevokedBy::Admin
        } else {
            let own = self.runtime.authenticate(credential);
            if own.is_none() || own != named {
                return Err(Refused::new(ErrorCode::Unauthorized));
            }
            RevokedBy::Agent
        };
        loop {
            let session = self.find(named).await?;
            let change = revoke(&session, by, self.runtime.now());
            let written = match change {
                Some(change) => self.commit(change).await?,
                None => true,
            };
            if written {
                self.runtime.wake(session.id).notify_waiters();
                return Ok(Revoked::new(session.id.to_string()));
            }
        }
    }

    /// The session of this id, if this flow has it.
    async fn find(&self, id: Option<SessionId>) -> Result<Arc<Session>, Refused> {
        let not_found = || Refused::new(ErrorCode::SessionNotFound);
        let session = self.reload(id.ok_or_else(not_found)?).await?;
        if session.flow == *self.plan.slug() {
            Ok(session)
        } else {
            Err(not_found())
        }
    }

    async fn session(&self, id: &str, credential: Option<&str>) -> Result<SessionView, Refused> {
        self.demand_admin(credential)?;
        let session = self.find(SessionId::parse(id)).await?;
        self.view(&session, usize::MAX).await
    }

    async fn list(
        &self,
        credential: Option<&str>,
        request: ListRequest<'_>,
    ) -> Result<SessionList, Refused> {
        self.demand_admin(credential)?;
        let mut query = self.query(request)?;
        let limit = query.limit;
        // One more, to know whether there is another page.
        query.limit += 1;
        let found = self.runtime.store().list(query).await;
        let mut found = found.map_err(|error| fault(&error))?;
        let more = found.len() > limit;
        found.truncate(limit);
        let cursor = found
            .last()
            .filter(|_| more)
            .map(|session| cursor(session.id));
        let mut sessions = Vec::with_capacity(found.len());
        for session in &found {
            sessions.push(self.view(session, LISTED_EVENTS).await?);
        }
        Ok(SessionList::new(sessions, cursor))
    }

    fn demand_admin(&self, credential: Option<&str>) -> Result<(), Refused> {
        if self.runtime.is_admin(credential) {
            Ok(())
        } else {
            Err(Refused::new(ErrorCode::Unauthorized))
        }
    }

    fn query(&self, request: ListRequest<'_>) -> Result<Query, Refused> {
        let (usual, most) = PAGE;
        let limit = match request.limit {
            None => usual,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| (1..=most).contains(limit))
                .ok_or_else(|| invalid("`limit` must be a number from 1 to 100."))?,
        };
        let mut query = Query::new(self.plan.slug().clone(), limit);
        if let Some(word) = request.status {
            let status = SessionStatus::parse(word);
            query.status = Some(status.ok_or_else(|| {
                invalid("`status` must be one of `active`, `completed` and `abandoned`.")
            })?);
        }
        if let Some(text) = request.cursor {
            query.before =
                Some(read_cursor(text).ok_or_else(|| {
                    invalid("`cursor` must be the `nextCursor` of the page before.")
                })?);
        }
        query.step = request.step.map(str::to_owned);
        query.subject = request.subject.map(str::to_owned);
        Ok(query)
    }

    async fn view(&self, session: &Session, last: usize) -> Result<SessionView, Refused> {
        let events = self.runtime.store().events(session.id, last).await;
        let events: Vec<Event> = events.map_err(|error| fault(&error))?;
        let now = self.runtime.now();
        let steps = self.plan.ids().map(|id| step_view(session, id, now));
        let metadata = session.metadata.as_deref();
        let metadata = metadata.and_then(|json| serde_json::from_str(json.get()).ok());
        Ok(SessionView {
            session_id: session.id.to_string(),
            slug: session.flow.to_string(),
            status: session.status,
            principal: session.identity.as_deref().cloned(),
            metadata: metadata.unwrap_or_default(),
            progress: session.progress(&self.plan),
            steps: steps.collect(),
            created_at: session.created_at,
            events,
        })
    }
}

fn step_view(session: &Session, id: &str, now: Millis) -> StepView {
    let mut view = StepView {
        id: id.to_owned(),
        status: StepState::Pending,
        attempts: 0,
        stuck: false,
        error: None,
        output: None,
    };
    let Some(record) = session.step(id) else {
        return view;
    };
    view.attempts = record.attempts;
    view.stuck = record.stuck;
    match &record.standing {
        Standing::Pending => {}
        Standing::Running(running) if now < running.lease_until => {
            view.status = StepState::Running;
        }
        Standing::Running(_) => {
            view.status = StepState::Failed;
            view.error = Some("interrupted".to_owned());
        }
        Standing::Failed(failed) => {
            view.status = StepState::Failed;
            view.error = Some(failed.error.to_string());
        }
        Standing::Completed(done) => {
            view.status = StepState::Completed;
            let output = done.output.as_deref();
            view.output = output.and_then(|json| serde_json::from_str(json.get()).ok());
        }
    }
    view
}

fn invalid(message: &str) -> Refused {
    let code = ErrorCode::InvalidQuery;
    Refused::error(code, ErrorBody::new(code).message(message))
}

fn cursor(id: SessionId) -> String {
    BASE64URL.encode(id.as_bytes())
}

fn read_cursor(text: &str) -> Option<SessionId> {
    let mut bytes = [0; 16];
    match BASE64URL.decode_slice(text, &mut bytes) {
        Ok(16) => Some(SessionId::from_bytes(bytes)),
        _ => None,
    }
}
