//! A step costs the same however many sessions are stored: with ten thousand here,
//! with a million by `cargo xtask scale`, which also holds the times against each
//! other.
#![cfg(feature = "sqlite")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test, and a measurement that prints"
)]

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use aboard_core::__macro::{FlowDef, StepDef, StepDone, StepReturn, StepTypes};
use aboard_core::runtime::{
    Body, CreateRequest, Flow, ListRequest, Runtime, Settings, StepRequest,
};
use aboard_core::store::{Durability, MemoryStore, SqliteOptions, Store};
use aboard_core::token::TokenKeys;

/// How many sessions are stored at last; where it is set, times count.
const SESSIONS: &str = "ABOARD_SESSIONS";
/// With how many sessions a step is timed first.
const FEW: usize = 10_000;
const CALLERS: usize = 64;
const BATCHES: usize = 9;
/// Steps in a batch, of which the slowest hundredth counts.
const STEPS: usize = 1_000;
/// How much slower a step may be among many sessions.
const GROWTH: f64 = 1.3;
const ADMIN: &str = "an admin token that nobody can guess";

const fn step(id: &'static str) -> StepDef<()> {
    StepDef::new(id, "A step.", |_| {
        Box::pin(async { Ok(StepDone::default()) })
    })
}

static FLOW: FlowDef<()> = {
    static STEPS: &[StepDef<()>] = &[step("create_org"), step("create_project"), step("deploy")];
    const TYPES: StepTypes = (<() as StepReturn<_>>::schema, &[]);
    FlowDef::new("default", "Acme", "A flow.", "here", STEPS)
        .identity_optional()
        .types(&[TYPES; 3])
};

#[tokio::test]
async fn memory_does_not_slow_down() {
    scale("memory", MemoryStore::with_capacity(usize::MAX)).await;
}

#[tokio::test]
async fn sqlite_does_not_slow_down() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions::new().durability(Durability::ProcessCrash);
    let store = options.open(folder.path().join("sessions.db")).await;
    scale("SQLite", store.unwrap()).await;
}

async fn scale(name: &str, store: impl Store) {
    let many = env::var(SESSIONS).ok().map(|many| many.parse().unwrap());
    let mut settings = Settings::new(store, TokenKeys::new([7; 32]).unwrap());
    settings.admin_token(ADMIN).unwrap();
    let runtime = Runtime::new(settings).unwrap();
    let flow = Arc::new(Flow::new(&runtime, &FLOW, "https://acme.example").unwrap());
    let mut stored = 0;
    let mut times = Vec::new();
    for sessions in [Some(1_000), Some(FEW), many].into_iter().flatten() {
        fill(&flow, &mut stored, sessions).await;
        // Without the clock, one batch shows that it works.
        let batches = if many.is_some() { BATCHES } else { 1 };
        let time = slowest_hundredth(&flow, &mut stored, batches).await;
        println!("{name}: {time:?} for a step at the 99th percentile, {sessions} sessions stored");
        times.push(time);
    }
    // Whoever looks at the list gets a page of it, and the way to the next.
    let page = flow
        .list(Some(ADMIN), ListRequest::default())
        .await
        .unwrap();
    assert!(page.sessions.len() < 1_000 && page.next_cursor.is_some());
    if many.is_some() {
        let growth = times[2].as_secs_f64() / times[1].as_secs_f64();
        println!("{name}: {growth:.2} times as slow");
        assert!(growth <= GROWTH, "{name}: {growth:.2} times as slow");
    }
}

/// Creates sessions, by many callers at once.
async fn fill(flow: &Arc<Flow<()>>, stored: &mut usize, sessions: usize) {
    let left = Arc::new(AtomicUsize::new(sessions.saturating_sub(*stored)));
    *stored = sessions.max(*stored);
    let callers = (0..CALLERS).map(|_| {
        let (flow, left) = (flow.clone(), left.clone());
        tokio::spawn(async move {
            while left
                .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1))
                .is_ok()
            {
                create(&flow).await;
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
}

async fn create(flow: &Flow<()>) -> String {
    let created = flow.create(CreateRequest::new(None, Body::read(b"{}")));
    created.await.unwrap().session_token
}

/// Of each batch the slowest hundredth, and of those the median: a machine that does
/// something else for a moment makes one batch slow.
async fn slowest_hundredth(flow: &Flow<()>, stored: &mut usize, batches: usize) -> Duration {
    let mut slowest = Vec::new();
    for _ in 0..batches {
        let mut times = Vec::with_capacity(STEPS + 3);
        while times.len() < STEPS {
            let token = create(flow).await;
            *stored += 1;
            for step in flow.plan().ids() {
                let request = StepRequest::new(Some(&token), step, Body::Absent);
                let (parts, ()) = http::Request::new(()).into_parts();
                let begin = Instant::now();
                let answer = flow.call(request, parts, ()).await;
                times.push(begin.elapsed());
                answer.unwrap();
            }
        }
        times.sort();
        slowest.push(times[times.len() * 99 / 100]);
    }
    slowest.sort();
    slowest[batches / 2]
}
