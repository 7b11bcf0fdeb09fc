//! Step 3: how often.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use affordances_grammar::Rate;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::{Quota, RateLimiter as Governor};

use super::Unreachable;
use super::rate_buckets::Buckets;
use crate::call::BoxFuture;

/// Counts calls per key and says when there were too many.
///
/// The default is in the process's memory. Where several instances run, one
/// that they share takes its place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot count calls",
    label = "does not implement `RateLimiter`",
    note = "write `impl affordances::RateLimiter for` a type of yours, with an `async fn check`",
    note = "how many calls are too many is said by `rate_limit(..)` and by `#[action(rate = \"10/min\")]`",
    note = "see `unusable_service` in affordances::errors"
)]
pub trait RateLimiter: Send + Sync + 'static {
    /// Counts one call of `key` against `rate`: `Some(wait)` when it is one too
    /// many, with the time after which one more is admitted.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] when it cannot be counted now: the call is answered with
    /// 503. A limiter that would rather let calls through answers `Ok(None)`.
    fn check(
        &self,
        key: &str,
        rate: Rate,
    ) -> impl Future<Output = Result<Option<Duration>, Unreachable>> + Send;
}

/// The same trait, for use behind a pointer.
pub(crate) trait DynRateLimiter: Send + Sync {
    fn check<'a>(
        &'a self,
        key: &'a str,
        rate: Rate,
    ) -> BoxFuture<'a, Result<Option<Duration>, Unreachable>>;
}

impl<T: RateLimiter> DynRateLimiter for T {
    fn check<'a>(
        &'a self,
        key: &'a str,
        rate: Rate,
    ) -> BoxFuture<'a, Result<Option<Duration>, Unreachable>> {
        Box::pin(RateLimiter::check(self, key, rate))
    }
}

/// What counts against one rate.
#[derive(Debug)]
struct Limiter {
    governor: Governor<u64, Buckets, DefaultClock, NoOpMiddleware>,
    buckets: Buckets,
}

/// A rate limiter in memory, one bucket a key (GCRA, by `governor`). Its memory
/// is bounded whatever strangers send: past 100,000 keys that are all at work,
/// new ones share buckets.
#[derive(Debug, Default)]
pub struct InMemoryRateLimiter {
    /// One set of buckets per rate that is in use; there are a handful.
    by_rate: Mutex<HashMap<Rate, Arc<Limiter>>>,
    hasher: RandomState,
    clock: DefaultClock,
}

impl InMemoryRateLimiter {
    fn limiter(&self, rate: Rate) -> Option<Arc<Limiter>> {
        let mut by_rate = locked(&self.by_rate);
        if let Some(limiter) = by_rate.get(&rate) {
            return Some(limiter.clone());
        }
        let calls = NonZeroU32::new(rate.calls)?;
        let quota = Quota::with_period(rate.per / calls.get())?.allow_burst(calls);
        let buckets = Buckets::default();
        let limiter = Arc::new(Limiter {
            governor: Governor::new(quota, buckets.clone(), self.clock.clone()),
            buckets,
        });
        by_rate.insert(rate, limiter.clone());
        Some(limiter)
    }

    fn count(&self, key: &str, rate: Rate) -> Option<Duration> {
        let limiter = self.limiter(rate)?;
        if limiter.buckets.wants_sweep() {
            limiter.governor.retain_recent();
        }
        let key = self.hasher.hash_one(key);
        let refusal = limiter.governor.check_key(&key).err()?;
        Some(refusal.wait_time_from(self.clock.now()))
    }
}

impl RateLimiter for InMemoryRateLimiter {
    async fn check(&self, key: &str, rate: Rate) -> Result<Option<Duration>, Unreachable> {
        Ok(self.count(key, rate))
    }
}

/// A lock that a panic elsewhere does not take away: what it guards is a map of
/// numbers, sound after every statement.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn strangers_fill_neither_the_memory_nor_the_budgets_of_those_who_are_known() {
        let limiter = InMemoryRateLimiter::default();
        let rate = Rate::new(2, 3600);
        assert_eq!(limiter.count("known", rate), None);
        for n in 0..110_000 {
            limiter.count(&n.to_string(), rate);
        }
        assert!(limiter.limiter(rate).unwrap().governor.len() <= 101_024);
        assert_eq!(limiter.count("known", rate), None);
        assert!(limiter.count("known", rate).is_some());
    }
}
