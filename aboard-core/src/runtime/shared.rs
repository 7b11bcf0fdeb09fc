//! What all flows of an app share.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use affordances_core::engine::__shared::reference;
use subtle::Choice;
use tokio::sync::Notify;
use tokio_util::task::TaskTracker;

use super::Refused;
use super::settings::{Settings, SettingsFault, millis};
use crate::secret::SecretDigest;
use crate::session::{Millis, Rules, Session, SessionId};
use crate::store::{DynStore, StoreError, StoredNotice};
use crate::token::TokenKeys;

/// Calls that wait for a step are woken with those of other sessions of the same
/// number: a wake-up is a hint, what it is worth is read from the store.
const WAKES: usize = 64;
/// How often old sessions are looked for, at most.
const PURGE_EVERY: Millis = 60_000;
/// How many are removed at once.
const PURGE_BATCH: usize = 500;

/// Onboarding at run time: store, keys and verifier, for any number of
/// [flows](super::Flow). Cloning is cheap and shares it.
#[derive(Clone)]
pub struct Runtime(Arc<Inner>);

struct Inner {
    settings: Settings,
    store: Arc<dyn DynStore>,
    keys: TokenKeys,
    rules: Rules,
    tasks: TaskTracker,
    wakes: [Notify; WAKES],
    last_purge: AtomicU64,
}

impl Runtime {
    /// Starts.
    ///
    /// # Errors
    ///
    /// When the settings are not enough, or contradict each other.
    pub fn new(settings: Settings) -> Result<Self, SettingsFault> {
        let missing = |what: &str| SettingsFault(what.to_owned());
        let store = settings.store.clone().ok_or_else(|| {
            missing(
                "sessions need a store:\n  give one such as `SqliteStore::open(\"onboarding.db\")`, \
                 or `MemoryStore::new()` for sessions that a restart forgets",
            )
        })?;
        let keys = settings.keys.clone().ok_or_else(|| {
            missing(
                "session tokens need a secret that signs them:\n  make one with \
                 `openssl rand -base64 32`",
            )
        })?;
        if settings.lease.is_zero() || settings.lifetime.is_zero() {
            return Err(SettingsFault(
                "`lease` and `lifetime` must not be 0:\n  nothing could ever be done".to_owned(),
            ));
        }
        Ok(Self(Arc::new(Inner {
            rules: settings.rules(),
            settings,
            store,
            keys,
            tasks: TaskTracker::new(),
            wakes: [const { Notify::const_new() }; WAKES],
            last_purge: AtomicU64::new(0),
        })))
    }

    /// What the app has decided at start.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Waits until every step that is running has ended and is recorded. To be
    /// awaited after the server has stopped taking requests.
    pub async fn drained(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// Notices that an agent is stuck and that were not delivered yet, oldest
    /// first. Written only where [`Settings::notify`] says so.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    pub async fn notices(&self, limit: usize) -> Result<Vec<StoredNotice>, StoreError> {
        self.0.store.notices(limit).await
    }

    pub(crate) fn store(&self) -> &dyn DynStore {
        &*self.0.store
    }

    pub(crate) fn keys(&self) -> &TokenKeys {
        &self.0.keys
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.0.rules
    }

    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    pub(crate) fn now(&self) -> Millis {
        (self.0.settings.clock)()
    }

    /// What wakes the calls that wait for a step of this session.
    pub(crate) fn wake(&self, id: SessionId) -> &Notify {
        &self.0.wakes[id.part_of(WAKES)]
    }

    /// The session that this token is for.
    pub(crate) fn authenticate(&self, token: Option<&str>) -> Option<SessionId> {
        let sid = self.0.keys.verify(token?, self.now() / 1000)?;
        SessionId::parse(&sid)
    }

    pub(crate) fn is_admin(&self, token: Option<&str>) -> bool {
        let (Some(admin), Some(token)) = (&self.0.settings.admin, token) else {
            return false;
        };
        let is: Choice = admin.is(&SecretDigest::of(token));
        is.into()
    }

    pub(crate) async fn load(&self, id: SessionId) -> Result<Option<Arc<Session>>, Refused> {
        let loaded = self.0.store.load(id).await;
        loaded.map_err(|error| fault(&error))
    }

    /// Looks for sessions that ended long ago, now and then, beside a request
    /// that adds one.
    pub(crate) fn purge_now_and_then(&self) {
        let now = self.now();
        let last = self.0.last_purge.load(Relaxed);
        if now.saturating_sub(last) < PURGE_EVERY {
            return;
        }
        let won = self
            .0
            .last_purge
            .compare_exchange(last, now, Relaxed, Relaxed);
        if won.is_err() {
            return;
        }
        let runtime = self.clone();
        self.0.tasks.spawn(async move {
            if let Err(error) = runtime.purge().await {
                tracing::warn!(%error, "old sessions are not removed");
            }
        });
    }

    /// Removes every session that ended longer ago than it is to be kept. Says
    /// how many there were. The runtime does so now and then by itself.
    ///
    /// # Errors
    ///
    /// When the store is out of reach.
    pub async fn purge(&self) -> Result<usize, StoreError> {
        let settings = &self.0.settings;
        let now = self.now();
        let before = now.saturating_sub(millis(settings.retention));
        let mut purged = 0;
        loop {
            let batch = self.0.store.purge(before, now, PURGE_BATCH).await?;
            purged += batch;
            if batch < PURGE_BATCH {
                return Ok(purged);
            }
        }
    }
}

/// A fault of the server: logged with its cause under a reference, which is all
/// that the caller learns.
pub(crate) fn fault(cause: &(dyn Error + 'static)) -> Refused {
    Refused::internal(logged(cause))
}

/// Logs the cause of a fault; the reference under which it stands there.
pub(crate) fn logged(cause: impl fmt::Display) -> String {
    let reference = reference();
    tracing::error!(reference, %cause, "an onboarding request has failed");
    reference
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Runtime").field(&self.0.settings).finish()
    }
}
