//! Sessions in the process's memory.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Commit, Creation, CreationKey, Query, Store, StoreError, StoredNotice, logged};
use crate::protocol::Event;
use crate::session::{Change, Fingerprint, Millis, NewEvent, Session, SessionId};

/// Sessions wait for each other only where they share one of these.
const SHARDS: usize = 64;
/// The sessions that are kept unless another number is given.
const MOST_SESSIONS: usize = 250_000;

/// Keeps sessions in memory: a finished flow of a handful of steps takes less
/// than 2 KiB. Gone with the process, and not shared with another.
///
/// Its memory is bounded: once it is full, new sessions are refused until old
/// ones have ended.
pub struct MemoryStore {
    shards: Box<[Mutex<HashMap<SessionId, Entry>>]>,
    /// What lists and purges walk; written when a session begins and ends.
    index: Mutex<Index>,
    notices: Mutex<Vec<StoredNotice>>,
    next_event: AtomicU64,
    sessions: AtomicUsize,
    most_sessions: usize,
}

struct Entry {
    session: Arc<Session>,
    log: Vec<Logged>,
}

struct Logged {
    id: u64,
    event: NewEvent,
}

#[derive(Default)]
struct Index {
    /// In the order of creation.
    by_id: BTreeSet<SessionId>,
    /// In the order in which they end.
    by_end: BTreeSet<(Millis, SessionId)>,
    keys: HashMap<[u8; 32], Key>,
    /// The keys in the order in which they expire.
    keys_by_end: BTreeSet<(Millis, [u8; 32])>,
}

struct Key {
    session: SessionId,
    request: Fingerprint,
    keep_until: Millis,
}

impl MemoryStore {
    /// An empty store for at most 250,000 sessions.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(MOST_SESSIONS)
    }

    /// An empty store for at most `sessions` sessions.
    #[must_use]
    pub fn with_capacity(sessions: usize) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            index: Mutex::default(),
            notices: Mutex::default(),
            next_event: AtomicU64::new(1),
            sessions: AtomicUsize::new(0),
            most_sessions: sessions,
        }
    }

    fn shard(&self, id: SessionId) -> MutexGuard<'_, HashMap<SessionId, Entry>> {
        locked(&self.shards[id.part_of(SHARDS)])
    }

    /// Appends events, under the lock of their session's shard, and hands the
    /// notices on.
    fn append(&self, log: &mut Vec<Logged>, change: Change) {
        let first = self
            .next_event
            .fetch_add(change.events.len() as u64, Relaxed);
        // A log is short: what a growing vector keeps in reserve would be most of it.
        log.reserve_exact(change.events.len());
        if !change.notices.is_empty() {
            let notices = change.notices.into_iter().map(|notice| StoredNotice {
                event: first + notice.event as u64,
                at: change.events[notice.event].at,
                body: notice.body,
            });
            locked(&self.notices).extend(notices);
        }
        let ids = first..;
        log.extend(
            ids.zip(change.events)
                .map(|(id, event)| Logged { id, event }),
        );
    }

    fn create(&self, change: Change, key: Option<CreationKey>) -> Result<Creation, StoreError> {
        let session = change.session.clone();
        // Held until the session is there: a second request with the same key
        // must not see half of the first.
        let mut index = locked(&self.index);
        if let Some(key) = key {
            match index.keys.get(&key.scope) {
                Some(known) if known.keep_until > key.now => {
                    return Ok(if known.request == key.request {
                        Creation::Replayed(known.session)
                    } else {
                        Creation::Mismatch
                    });
                }
                _ => {}
            }
        }
        if self.sessions.fetch_add(1, Relaxed) >= self.most_sessions {
            self.sessions.fetch_sub(1, Relaxed);
            return Err(StoreError::new(format!(
                "it is full: it holds {} sessions",
                self.most_sessions
            )));
        }
        if let Some(key) = key {
            index.forget_key(&key.scope);
            let known = Key {
                session: session.id,
                request: key.request,
                keep_until: key.keep_until,
            };
            index.keys_by_end.insert((key.keep_until, key.scope));
            index.keys.insert(key.scope, known);
        }
        index.by_id.insert(session.id);
        index.by_end.insert((session.expires_at, session.id));
        let mut entry = Entry {
            session: session.clone(),
            log: Vec::new(),
        };
        let mut shard = self.shard(session.id);
        self.append(&mut entry.log, change);
        shard.insert(session.id, entry);
        Ok(Creation::Written)
    }

    fn commit(&self, change: Change) -> Commit {
        let id = change.session.id;
        let mut shard = self.shard(id);
        match shard.get_mut(&id) {
            Some(entry) if entry.session.version + 1 == change.session.version => {
                entry.session = change.session.clone();
                self.append(&mut entry.log, change);
                Commit::Written
            }
            _ => Commit::Conflict,
        }
    }

    fn events(&self, id: SessionId, last: usize) -> Vec<Event> {
        let shard = self.shard(id);
        let log = shard.get(&id).map_or(&[][..], |entry| &entry.log);
        let latest = &log[log.len().saturating_sub(last)..];
        latest.iter().map(|logged| logged.to_event(id)).collect()
    }

    fn list(&self, query: &Query) -> Vec<Arc<Session>> {
        let mut found = Vec::new();
        let mut before = query.before;
        // A stretch at a time, so that creations need not wait for a long walk.
        while found.len() < query.limit {
            let stretch: Vec<SessionId> = {
                let index = locked(&self.index);
                let older: &mut dyn Iterator<Item = &SessionId> = match before {
                    Some(before) => &mut index.by_id.range(..before).rev(),
                    None => &mut index.by_id.iter().rev(),
                };
                older.take(1000).copied().collect()
            };
            let Some(last) = stretch.last() else { break };
            before = Some(*last);
            let sessions = stretch.into_iter().filter_map(|id| {
                let session = self.shard(id).get(&id)?.session.clone();
                query.fits(&session).then_some(session)
            });
            found.extend(sessions.take(query.limit - found.len()));
        }
        found
    }

    fn purge(&self, before: Millis, now: Millis, limit: usize) -> usize {
        let mut index = locked(&self.index);
        let expired = index.keys_by_end.iter().take_while(|(end, _)| *end <= now);
        let expired: Vec<[u8; 32]> = expired.take(limit).map(|(_, scope)| *scope).collect();
        for scope in &expired {
            index.forget_key(scope);
        }
        let mut purged = 0;
        while purged < limit {
            match index.by_end.first() {
                Some(&(end, id)) if end <= before => {
                    index.by_end.pop_first();
                    index.by_id.remove(&id);
                    self.shard(id).remove(&id);
                    self.sessions.fetch_sub(1, Relaxed);
                    purged += 1;
                }
                _ => break,
            }
        }
        purged
    }
}

impl Index {
    fn forget_key(&mut self, scope: &[u8; 32]) {
        if let Some(key) = self.keys.remove(scope) {
            self.keys_by_end.remove(&(key.keep_until, *scope));
        }
    }
}

impl Logged {
    fn to_event(&self, session: SessionId) -> Event {
        let NewEvent { event, at } = &self.event;
        let (step, data) = (event.step(), event.data());
        let step = step.map(|step| &**step);
        logged(self.id, session, event.kind(), step, data.as_deref(), *at)
    }
}

impl Query {
    fn fits(&self, session: &Session) -> bool {
        let subject = || session.identity.as_ref().map(|identity| &*identity.subject);
        session.flow == self.flow
            && self.status.is_none_or(|status| session.status == status)
            && (self.step.is_none() || session.next.as_deref() == self.step.as_deref())
            && (self.subject.is_none() || subject() == self.subject.as_deref())
    }
}

impl Store for MemoryStore {
    async fn create(
        &self,
        change: Change,
        key: Option<CreationKey>,
    ) -> Result<Creation, StoreError> {
        self.create(change, key)
    }

    async fn load(&self, id: SessionId) -> Result<Option<Arc<Session>>, StoreError> {
        Ok(self.shard(id).get(&id).map(|entry| entry.session.clone()))
    }

    async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        Ok(self.commit(change))
    }

    async fn events(&self, id: SessionId, last: usize) -> Result<Vec<Event>, StoreError> {
        Ok(self.events(id, last))
    }

    async fn list(&self, query: Query) -> Result<Vec<Arc<Session>>, StoreError> {
        Ok(self.list(&query))
    }

    async fn notices(&self, limit: usize) -> Result<Vec<StoredNotice>, StoreError> {
        Ok(locked(&self.notices).iter().take(limit).cloned().collect())
    }

    async fn purge(&self, before: Millis, now: Millis, limit: usize) -> Result<usize, StoreError> {
        Ok(self.purge(before, now, limit))
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("sessions", &self.sessions)
            .finish_non_exhaustive()
    }
}

/// No lock is held while foreign code runs, so a poisoned one guards sound data.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::suite::{self, Fixture};

    async fn open() -> Fixture<MemoryStore> {
        Fixture::new(MemoryStore::new())
    }

    crate::store_suite!(open);

    #[tokio::test]
    async fn a_full_store_refuses_sessions_until_others_have_ended() {
        let store = MemoryStore::with_capacity(2);
        let create = |n| store.create(suite::session(n), None);
        assert!(create(1).is_ok() && create(2).is_ok());
        assert!(create(3).unwrap_err().to_string().contains("full"));
        assert_eq!(store.purge(suite::NOW + 1 + suite::LIFETIME, 0, 10), 1);
        assert!(create(4).is_ok());
    }
}
