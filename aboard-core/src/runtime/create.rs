//! A session is created (specification, section 2.1).

use std::sync::Arc;

use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::flow::FlowCore;
use super::settings::millis;
use super::shared::{fault, logged};
use super::{Body, Flow, Refused, fingerprint};
use crate::protocol::{ErrorCode, Identity, Progress, SessionCreated};
use crate::session::{self, Session, SessionId};
use crate::store::{Creation, CreationKey};

/// A request for a session.
#[derive(Debug)]
#[non_exhaustive]
pub struct CreateRequest<'a> {
    /// The access token; an empty one is one that was rejected.
    pub access_token: Option<&'a str>,
    /// The body.
    pub body: Body,
    /// The idempotency key. It needs an identity: a stranger's key has no
    /// caller that it could be kept for, and is ignored.
    pub key: Option<&'a str>,
}

impl<'a> CreateRequest<'a> {
    /// A request without idempotency key.
    #[must_use]
    pub fn new(access_token: Option<&'a str>, body: Body) -> Self {
        Self {
            access_token,
            body,
            key: None,
        }
    }

    /// With an idempotency key.
    #[must_use]
    pub fn key(mut self, key: Option<&'a str>) -> Self {
        self.key = key;
        self
    }
}

impl<L> Flow<L> {
    /// Creates a session.
    ///
    /// # Errors
    ///
    /// `identity_required`, `invalid_identity`, `verifier_unavailable`;
    /// `malformed_json`, `unsupported_media_type`, `invalid_metadata`;
    /// `idempotency_mismatch`.
    pub async fn create(&self, request: CreateRequest<'_>) -> Result<SessionCreated, Refused> {
        self.core.create(request).await
    }
}

impl FlowCore {
    async fn create(&self, request: CreateRequest<'_>) -> Result<SessionCreated, Refused> {
        let runtime = &self.runtime;
        let settings = runtime.settings();
        let identity = self.identify(request.access_token).await?.map(Arc::new);
        let metadata = metadata(&request.body, settings.metadata_limit)?;
        let now = runtime.now();
        let key = match (&identity, request.key) {
            (Some(identity), Some(key)) => Some(CreationKey {
                scope: scope(self.plan.slug(), identity, key),
                request: fingerprint::of(&request.body),
                now,
                keep_until: now.saturating_add(millis(settings.keep_keys)),
            }),
            _ => None,
        };
        let change = session::create(
            &self.plan,
            SessionId::generate(),
            identity,
            metadata,
            now,
            millis(settings.lifetime),
        );
        let session = change.session.clone();
        let created = runtime.store().create(change, key).await;
        let session = match created.map_err(|error| fault(&error))? {
            Creation::Written => session,
            // It may be gone by now, but not from the answer that was given.
            Creation::Replayed(id) => runtime
                .load(id)
                .await?
                .ok_or_else(|| Refused::new(ErrorCode::SessionNotFound))?,
            Creation::Mismatch => return Err(Refused::new(ErrorCode::IdempotencyMismatch)),
        };
        runtime.purge_now_and_then();
        Ok(self.created(&session))
    }

    async fn identify(&self, token: Option<&str>) -> Result<Option<Identity>, Refused> {
        let settings = self.runtime.settings();
        let (token, verifier) = match (token, &settings.verifier) {
            (None, _) if self.meta.identity_required => {
                return Err(Refused::new(ErrorCode::IdentityRequired));
            }
            (None, _) | (Some(_), None) => return Ok(None),
            (Some(token), Some(verifier)) => (token, verifier),
        };
        if token.is_empty() {
            return Err(Refused::new(ErrorCode::InvalidIdentity));
        }
        let unavailable = |cause: &dyn std::fmt::Display| {
            Refused::referring(ErrorCode::VerifierUnavailable, logged(cause))
        };
        match tokio::time::timeout(settings.verifier_timeout, verifier.verify(token)).await {
            Ok(Ok(Some(identity))) => Ok(Some(identity)),
            Ok(Ok(None)) => Err(Refused::new(ErrorCode::InvalidIdentity)),
            Ok(Err(error)) => {
                let source = std::error::Error::source(&error);
                Err(match source {
                    Some(cause) => unavailable(&format_args!("the verifier: {cause}")),
                    None => unavailable(&"the verifier cannot be reached"),
                })
            }
            Err(_) => Err(unavailable(&"the verifier does not answer")),
        }
    }

    /// The answer that was given when the session was created: all of it
    /// follows from what does not change, so that no token has to be stored.
    fn created(&self, session: &Session) -> SessionCreated {
        let id = session.id.to_string();
        let keys = self.runtime.keys();
        SessionCreated {
            session_token: keys.sign(&id, session.expires_at / 1000),
            session_id: id,
            next: self.plan.ids().next().map(str::to_owned),
            progress: Progress::new(0, self.plan.steps().len()),
            principal: session.identity.as_deref().cloned(),
        }
    }
}

/// The `metadata` of a body, as it is kept; an empty one is none.
fn metadata(body: &Body, limit: usize) -> Result<Option<Arc<RawValue>>, Refused> {
    let invalid = || Refused::new(ErrorCode::InvalidMetadata);
    let members = match body {
        Body::Malformed => return Err(Refused::new(ErrorCode::MalformedJson)),
        Body::NotJson => return Err(Refused::new(ErrorCode::UnsupportedMediaType)),
        Body::Absent => return Ok(None),
        Body::Json(value) => value.as_object().ok_or_else(invalid)?,
    };
    let metadata = match members.get("metadata") {
        None => return Ok(None),
        Some(metadata) => metadata.as_object().ok_or_else(invalid)?,
    };
    if metadata.is_empty() {
        return Ok(None);
    }
    let json = serde_json::value::to_raw_value(metadata).map_err(|error| fault(&error))?;
    if json.get().len() > limit {
        return Err(invalid());
    }
    Ok(Some(json.into()))
}

/// The digest of who uses which key where.
fn scope(flow: &str, identity: &Identity, key: &str) -> [u8; 32] {
    let mut digest = Sha256::new();
    let provider = identity.agent_provider.as_deref().unwrap_or_default();
    for part in [flow, &identity.subject, provider, key] {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}
