//! Where the rate limiter keeps its buckets: a bounded number of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::ShrinkableKeyedStateStore;

use super::rate::locked;

/// With this many keys, those that are at rest are forgotten for the first time.
const SWEEP_AT: usize = 10_000;
/// Past this many keys that are all at work, new ones share buckets.
const MOST_KEYS: usize = 100_000;
/// How many buckets they share.
const SHARED: u64 = 1_024;
/// A sweep looks at every key, so it is not done more often than this.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// The buckets of one rate, by the hash of the key. A clone is another handle to
/// the same ones: the limiter that owns one does not lend it.
#[derive(Debug, Clone, Default)]
pub(super) struct Buckets(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    own: HashMap<u64, Nanos>,
    shared: HashMap<u64, Nanos>,
    /// Doubles with what a sweep leaves, so that sweeping costs each call a
    /// constant.
    sweep_at: usize,
    swept: Option<Instant>,
}

impl Buckets {
    /// Whether it is time to forget the keys that are at rest.
    pub(super) fn wants_sweep(&self) -> bool {
        let mut inner = locked(&self.0);
        let due = inner.own.len() >= inner.sweep_at.max(SWEEP_AT)
            && inner
                .swept
                .is_none_or(|swept| swept.elapsed() >= SWEEP_EVERY);
        if due {
            inner.swept = Some(Instant::now());
        }
        due
    }
}

impl StateStore for Buckets {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let Inner { own, shared, .. } = &mut *locked(&self.0);
        // Whoever has a bucket keeps it; only those who come late share.
        let has_room = own.len() < MOST_KEYS || own.contains_key(key);
        let (buckets, key) = if has_room {
            (own, *key)
        } else {
            (shared, key % SHARED)
        };
        let (admitted, state) = decide(buckets.get(&key).copied())?;
        buckets.insert(key, state);
        Ok(admitted)
    }
}

impl ShrinkableKeyedStateStore<u64> for Buckets {
    fn retain_recent(&self, drop_below: Nanos) {
        let inner = &mut *locked(&self.0);
        inner.own.retain(|_, state| *state > drop_below);
        inner.shared.retain(|_, state| *state > drop_below);
        inner.sweep_at = (inner.own.len() * 2).min(MOST_KEYS);
    }

    fn len(&self) -> usize {
        let inner = locked(&self.0);
        inner.own.len() + inner.shared.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(buckets: &Buckets, key: u64, state: u64) {
        let admit = |_| Ok::<_, ()>(((), Nanos::new(state)));
        buckets.measure_and_replace(&key, admit).unwrap();
    }

    #[test]
    fn full_buckets_recover_once_their_keys_are_at_rest() {
        let buckets = Buckets::default();
        for key in 0..MOST_KEYS as u64 + 500 {
            count(&buckets, key, 10);
        }
        assert!(buckets.len() > MOST_KEYS && buckets.wants_sweep());
        buckets.retain_recent(Nanos::new(5));
        assert!(buckets.len() > MOST_KEYS, "none is at rest");
        assert!(!buckets.wants_sweep(), "not again at once");
        locked(&buckets.0).swept = None;
        assert!(buckets.wants_sweep(), "but again later");
        buckets.retain_recent(Nanos::new(10));
        assert!(buckets.is_empty());
    }
}
