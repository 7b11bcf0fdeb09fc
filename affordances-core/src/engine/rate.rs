//! Step 3: how often.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use affordances_grammar::Rate;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter as Governor};

use crate::call::BoxFuture;

/// Counts calls per key and says when there were too many.
///
/// The default is in the process's memory. Where several instances run, one
/// that they share takes its place.
pub trait RateLimiter: Send + Sync + 'static {
    /// Counts one call of `key` against `rate`: `Some(wait)` when it is one too
    /// many, with the time after which one more is admitted.
    fn check<'a>(&'a self, key: &'a str, rate: Rate) -> BoxFuture<'a, Option<Duration>>;
}

/// With this many keys, those that are at rest are forgotten for the first time.
const SWEEP_AT: usize = 10_000;
/// Past this many keys that are all at work, new ones share buckets: memory
/// stays bounded whatever strangers send.
const MOST_KEYS: usize = 100_000;

/// The buckets of one rate, by the hash of the key.
#[derive(Debug)]
struct Buckets {
    governor: DefaultKeyedRateLimiter<u64>,
    /// Doubles with what a sweep leaves, so that sweeping costs each call a
    /// constant.
    sweep_at: AtomicUsize,
}

impl Buckets {
    fn new(rate: Rate) -> Option<Self> {
        let calls = NonZeroU32::new(rate.calls)?;
        let quota = Quota::with_period(rate.per / calls.get())?.allow_burst(calls);
        Some(Self {
            governor: Governor::keyed(quota),
            sweep_at: AtomicUsize::new(SWEEP_AT),
        })
    }

    fn count(&self, mut key: u64, clock: &DefaultClock) -> Option<Duration> {
        let keys = self.governor.len();
        if keys >= self.sweep_at.load(Relaxed) {
            self.governor.retain_recent();
            let left = self.governor.len();
            self.sweep_at.store((left * 2).max(SWEEP_AT), Relaxed);
        }
        if keys >= MOST_KEYS {
            key %= 1024;
        }
        let refusal = self.governor.check_key(&key).err()?;
        Some(refusal.wait_time_from(clock.now()))
    }
}

/// A rate limiter in memory, one bucket a key (GCRA, by `governor`).
#[derive(Debug, Default)]
pub struct InMemoryRateLimiter {
    /// One set of buckets per rate that is in use; there are a handful.
    by_rate: Mutex<HashMap<Rate, Arc<Buckets>>>,
    hasher: RandomState,
    clock: DefaultClock,
}

impl InMemoryRateLimiter {
    fn buckets(&self, rate: Rate) -> Option<Arc<Buckets>> {
        let mut by_rate = self.by_rate.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(buckets) = by_rate.get(&rate) {
            return Some(buckets.clone());
        }
        let buckets = Arc::new(Buckets::new(rate)?);
        by_rate.insert(rate, buckets.clone());
        Some(buckets)
    }

    fn count(&self, key: &str, rate: Rate) -> Option<Duration> {
        self.buckets(rate)?
            .count(self.hasher.hash_one(key), &self.clock)
    }
}

impl RateLimiter for InMemoryRateLimiter {
    fn check<'a>(&'a self, key: &'a str, rate: Rate) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(std::future::ready(self.count(key, rate)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a108_a_key_has_its_own_budget() {
        let limiter = InMemoryRateLimiter::default();
        let rate = Rate::new(3, 60);
        for _ in 0..3 {
            assert_eq!(limiter.count("a", rate), None);
        }
        let wait = limiter.count("a", rate).unwrap();
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(20));
        assert_eq!(limiter.count("b", rate), None);
    }

    #[test]
    fn strangers_cannot_fill_the_memory() {
        let limiter = InMemoryRateLimiter::default();
        let rate = Rate::new(1, 3600);
        for n in 0..MOST_KEYS + 5_000 {
            limiter.count(&n.to_string(), rate);
        }
        assert!(limiter.buckets(rate).unwrap().governor.len() <= MOST_KEYS + 1024);
    }
}
