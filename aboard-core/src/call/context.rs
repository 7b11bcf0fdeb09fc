//! What a step knows about the session that calls it.

use std::sync::{Arc, OnceLock};

use affordances_core::__macro::{
    Anyone, Declares, ExtractFn, FromCall, Nothing, Receives, Recognises,
};
use affordances_core::engine::Failure;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::protocol::Identity;

/// The session and the attempt that a step runs in, taken as `&StepContext`.
///
/// ```
/// use aboard_core::StepContext;
/// use aboard_core::protocol::Identity;
///
/// async fn create_org(cx: &StepContext) {
///     let owner = cx.identity().map(|identity| identity.subject.as_str());
///     // hand `cx.attempt_key()` to whoever charges money
/// }
///
/// // In a unit test:
/// let cx = StepContext::new("session-1").with_identity(Identity::new("user_1"));
/// ```
#[derive(Debug, Clone)]
pub struct StepContext {
    session_id: Arc<str>,
    identity: Option<Arc<Identity>>,
    metadata: Metadata,
    attempt: u32,
    attempt_key: Arc<str>,
}

/// The session's metadata: text until somebody asks.
#[derive(Debug, Clone)]
struct Metadata {
    json: Option<Arc<RawValue>>,
    parsed: OnceLock<Map<String, Value>>,
}

impl StepContext {
    /// The first attempt in a session without identity or metadata.
    #[must_use]
    pub fn new(session_id: impl Into<Arc<str>>) -> Self {
        let session_id = session_id.into();
        Self {
            attempt_key: session_id.clone(),
            session_id,
            identity: None,
            metadata: Metadata {
                json: None,
                parsed: OnceLock::new(),
            },
            attempt: 1,
        }
    }

    /// On whose behalf the session runs.
    #[must_use]
    pub fn with_identity(mut self, identity: impl Into<Arc<Identity>>) -> Self {
        self.identity = Some(identity.into());
        self
    }

    /// What the agent said about itself.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Map<String, Value>) -> Self {
        self.metadata.parsed = OnceLock::from(metadata);
        self
    }

    /// Which attempt this is, and its key.
    #[must_use]
    pub fn with_attempt(mut self, number: u32, key: impl Into<Arc<str>>) -> Self {
        self.attempt = number;
        self.attempt_key = key.into();
        self
    }

    /// The metadata as it is stored.
    pub(crate) fn with_metadata_json(mut self, json: Option<Arc<RawValue>>) -> Self {
        self.metadata.json = json;
        self
    }

    /// The session's id.
    #[must_use]
    pub fn session_id(&self) -> &str {
        &self.session_id
    }

    /// On whose behalf the session runs, where that is known.
    #[must_use]
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_deref()
    }

    /// What the agent said about itself when it created the session. It is not
    /// verified.
    #[must_use]
    pub fn metadata(&self) -> &Map<String, Value> {
        self.metadata.parsed.get_or_init(|| {
            let json = self.metadata.json.as_deref();
            json.and_then(|json| serde_json::from_str(json.get()).ok())
                .unwrap_or_default()
        })
    }

    /// How often the step was tried in this session, this time included.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// A key for whatever the step does elsewhere: new for each attempt, but
    /// the same where an attempt is repeated because the process that made it
    /// died before its outcome was recorded. A payment that takes an
    /// idempotency key is made once with it.
    #[must_use]
    pub fn attempt_key(&self) -> &str {
        &self.attempt_key
    }
}

/// As the context of a step.
#[derive(Debug)]
pub enum ViaStep {}

#[diagnostic::do_not_recommend]
impl<'c, L> FromCall<'c, L, ViaStep> for &'c StepContext {
    type Needs = Nothing;
    type Who = Anyone;
    type What = StepContext;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<StepContext>,
    {
        |cx| {
            let told = cx.told.and_then(|told| told.downcast_ref::<StepContext>());
            let context = told
                .ok_or_else(|| Failure::internal("the context of a step exists in steps alone"));
            Box::pin(std::future::ready(context))
        }
    }
}
