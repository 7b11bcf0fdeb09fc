//! What an app decides at start.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::secret::SecretDigest;
use crate::session::{Millis, Rules};
use crate::store::{DynStore, Store};
use crate::token::TokenKeys;
use crate::verifier::{DynVerifier, Verifier};

/// The shortest admin token that is accepted, in bytes.
const SHORTEST_ADMIN_TOKEN: usize = 16;

/// Everything about onboarding that is decided at start, for all flows. Each
/// default is safe.
#[derive(Clone)]
#[non_exhaustive]
pub struct Settings {
    pub(crate) store: Option<Arc<dyn DynStore>>,
    pub(crate) keys: Option<TokenKeys>,
    pub(crate) verifier: Option<Arc<dyn DynVerifier>>,
    pub(crate) admin: Option<SecretDigest>,
    /// How long a session lives, and its token.
    pub lifetime: Duration,
    /// How long a session is kept after its end.
    pub retention: Duration,
    /// How long a caller waits for a step.
    pub timeout: Duration,
    /// How long a step may run; longer than anybody waits for it.
    pub run_limit: Duration,
    /// How long the verifier may take.
    pub verifier_timeout: Duration,
    /// How long a claim holds unless it is extended: after a process died, its
    /// steps can be called again this much later.
    pub lease: Duration,
    /// How long idempotency keys are kept.
    pub keep_keys: Duration,
    /// How often a step may be tried in one session.
    pub most_attempts: u32,
    /// The largest `metadata`, in bytes of JSON.
    pub metadata_limit: usize,
    /// Whether notices that an agent is stuck are written for delivery.
    pub notify: bool,
    /// The time, in milliseconds since the epoch.
    pub clock: fn() -> Millis,
}

impl Settings {
    /// Sessions in this store, their tokens signed by these keys. Flows whose
    /// sessions take an access token need a [`verifier`](Self::verifier).
    #[must_use]
    pub fn new(store: impl Store, keys: TokenKeys) -> Self {
        let mut settings = Self::default();
        settings.store(store);
        settings.keys(keys);
        settings
    }

    /// Keeps sessions there.
    pub fn store(&mut self, store: impl Store) {
        self.store = Some(Arc::new(store));
    }

    /// Signs and verifies session tokens.
    pub fn keys(&mut self, keys: TokenKeys) {
        self.keys = Some(keys);
    }

    /// Verifies access tokens.
    pub fn verifier(&mut self, verifier: impl Verifier) {
        self.verifier = Some(Arc::new(verifier));
    }

    /// The token that opens the operators' endpoints.
    ///
    /// # Errors
    ///
    /// [`SettingsFault`] for one of fewer than 16 bytes.
    pub fn admin_token(&mut self, token: &str) -> Result<(), SettingsFault> {
        if token.len() < SHORTEST_ADMIN_TOKEN {
            return Err(SettingsFault(format!(
                "the admin token must have at least {SHORTEST_ADMIN_TOKEN} bytes, not {}:\n  \
                 make one with `openssl rand -base64 32`",
                token.len()
            )));
        }
        self.admin = Some(SecretDigest::of(token));
        Ok(())
    }

    pub(crate) fn rules(&self) -> Rules {
        Rules {
            lease: millis(self.lease),
            most_attempts: self.most_attempts,
            keep_keys: millis(self.keep_keys),
            notify: self.notify,
        }
    }
}

impl Default for Settings {
    /// Neither store nor keys, which a runtime needs.
    fn default() -> Self {
        Self {
            store: None,
            keys: None,
            verifier: None,
            admin: None,
            lifetime: Duration::from_secs(24 * 60 * 60),
            retention: Duration::from_secs(7 * 24 * 60 * 60),
            timeout: Duration::from_secs(30),
            run_limit: Duration::from_secs(10 * 60),
            verifier_timeout: Duration::from_secs(10),
            lease: Duration::from_secs(60),
            keep_keys: Duration::from_secs(24 * 60 * 60),
            most_attempts: 1000,
            metadata_limit: 16 * 1024,
            notify: false,
            clock: system_time,
        }
    }
}

pub(crate) fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}

fn system_time() -> Millis {
    // A clock before 1970 is a clock that was never set.
    millis(
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default(),
    )
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("keys", &self.keys)
            .field("lifetime", &self.lifetime)
            .field("timeout", &self.timeout)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}

/// A fault of the settings, with what mends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFault(pub(crate) String);

impl fmt::Display for SettingsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SettingsFault {}
