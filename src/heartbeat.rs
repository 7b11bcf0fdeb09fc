//! One timer that ends before all others, while there are requests.
//!
//! Every request is timed: its body, its handler. When a timer is started that
//! ends before those that are running, tokio wakes the thread that sleeps until the
//! next one, which costs two system calls; and where requests come one by one, each
//! is the first to start one. Beside a timer that ends sooner it costs nothing.
//!
//! Nothing but speed depends on it.

use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Shorter than what requests are given.
const BEAT: Duration = Duration::from_secs(1);

thread_local! {
    /// A thread has its own: a process may have many runtimes, each on threads of
    /// its own, and threads need not share a cache line for it.
    static HEARTBEAT: LazyCell<Arc<Heartbeat>> = LazyCell::new(Arc::default);
}

#[derive(Default)]
struct Heartbeat {
    /// Whether there was a request since the last beat.
    needed: AtomicBool,
    beats: AtomicBool,
}

/// Keeps the timer running for as long as there are requests. To be called by each,
/// before it is timed.
pub(crate) fn keep() {
    // Fails while the thread ends, when nothing is served any more.
    let _ = HEARTBEAT.try_with(|heartbeat| {
        heartbeat.needed.store(true, Relaxed);
        if !heartbeat.beats.swap(true, Relaxed) {
            tokio::spawn(beat(Beating(Arc::clone(heartbeat))));
        }
    });
}

async fn beat(beating: Beating) {
    while beating.0.needed.swap(false, Relaxed) {
        tokio::time::sleep(BEAT).await;
    }
}

/// Ends with the task, also where its runtime ends first.
struct Beating(Arc<Heartbeat>);

impl Drop for Beating {
    fn drop(&mut self) {
        self.0.beats.store(false, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beats() -> bool {
        HEARTBEAT.with(|heartbeat| heartbeat.beats.load(Relaxed))
    }

    fn runtime() -> tokio::runtime::Runtime {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().start_paused(true).build().unwrap()
    }

    #[test]
    fn it_beats_while_there_are_requests() {
        runtime().block_on(async {
            for _ in 0..3 {
                keep();
                tokio::time::sleep(BEAT).await;
                assert!(beats());
            }
            tokio::time::sleep(2 * BEAT).await;
            assert!(!beats());
        });
    }

    #[test]
    fn it_begins_anew_on_another_runtime() {
        runtime().block_on(async { keep() });
        assert!(!beats(), "the runtime that it was on is gone");
        runtime().block_on(async {
            keep();
            assert!(beats());
        });
    }
}
