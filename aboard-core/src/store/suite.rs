//! What every store must do, written against the trait alone.
//!
//! `store_suite!(open)` makes a test of each case; `open` is an async function
//! that gives a fresh [`Fixture`].

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "a test suite, hidden from the docs"
)]

mod changes;
mod keys;
mod lists;
mod parallel;

pub use changes::*;
pub use keys::*;
pub use lists::*;
pub use parallel::*;

use std::sync::Arc;

use serde_json::value::RawValue;

use super::{Creation, Store};
use crate::call::StepDone;
use crate::plan::Plan;
use crate::protocol::Identity;
use crate::session::{
    Change, Claim, Claimed, Ended, FailureKind, Judged, Millis, Outcome, Request, Rules, Session,
    SessionId, StepFault, claim, create, outcome,
};
use crate::table::{FlowDef, StepDef};

/// Makes a test of each case for the stores that `$open` opens.
#[doc(hidden)]
#[macro_export]
macro_rules! store_suite {
    ($open:path) => {
        $crate::store_suite! { $open:
            a_created_session_is_loaded_as_it_was_written,
            what_is_not_there_is_not_there,
            a_change_and_its_events_are_written_in_order,
            a_change_that_was_decided_on_an_older_version_is_a_conflict,
            a_notice_is_written_with_its_change,
            texts_of_any_kind_survive,
            the_latest_events_can_be_asked_for,
            changes_at_once_are_written_one_after_the_other,
            many_sessions_at_once_end_well,
            a_creation_key_replays_and_expires,
            equal_creations_at_once_make_one_session,
            lists_filter_and_page,
            exactly_what_has_ended_is_purged,
        }
    };
    ($open:path: $($case:ident,)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
        async fn $case() {
            $crate::store::suite::$case($open().await).await;
        })*
    };
}

pub const NOW: Millis = 1_900_000_000_000;
pub const LIFETIME: Millis = 60_000;

#[allow(missing_debug_implementations, reason = "a test fixture")]
/// A store, and what has to live as long as it does (its file, say).
pub struct Fixture<S> {
    pub store: Arc<S>,
    _keep: Box<dyn Send + Sync>,
}

impl<S: Store> Fixture<S> {
    pub fn new(store: S) -> Self {
        Self::keeping(store, ())
    }

    pub fn keeping(store: S, keep: impl Send + Sync + 'static) -> Self {
        Self {
            store: store.into(),
            _keep: Box::new(keep),
        }
    }

    async fn create(&self, change: Change) -> Arc<Session> {
        let session = change.session.clone();
        assert_eq!(
            self.store.create(change, None).await.unwrap(),
            Creation::Written
        );
        session
    }

    async fn load(&self, id: SessionId) -> Arc<Session> {
        self.store.load(id).await.unwrap().unwrap()
    }

    async fn commit(&self, change: Change) -> Arc<Session> {
        let session = change.session.clone();
        let written = self.store.commit(change).await.unwrap();
        assert_eq!(written, super::Commit::Written);
        session
    }

    async fn kinds(&self, id: SessionId) -> Vec<&'static str> {
        let events = self.store.events(id, usize::MAX).await.unwrap();
        events.iter().map(|event| event.kind.as_str()).collect()
    }
}

pub const RULES: fn() -> Rules = || Rules {
    notify: true,
    ..Rules::default()
};

/// `one`, then `two` and `three`, which need only `one`.
pub fn plan() -> Plan {
    const fn step(id: &'static str) -> StepDef<()> {
        StepDef::new(id, "A step.", |_| {
            Box::pin(async { Ok(StepDone::default()) })
        })
    }
    static STEPS: &[StepDef<()>] = &[
        step("one"),
        step("two"),
        step("three").depends_on(&["one"]).stuck_after(1),
    ];
    let flow = FlowDef::new("suite", "Suite", "A flow.", "here", STEPS);
    Plan::new(&flow.meta, flow.step_metas()).unwrap()
}

/// A new session, begun `n` milliseconds after [`NOW`] by subject `user-n`.
pub fn session(n: u64) -> Change {
    let identity = Identity::new(format!("user-{n}")).with_agent_provider("demo");
    let metadata = RawValue::from_string(format!(r#"{{"n":{n}}}"#)).unwrap();
    create(
        &plan(),
        SessionId::generate(),
        Some(identity.into()),
        Some(metadata.into()),
        NOW + n,
        LIFETIME,
    )
}

fn started(session: &Session, step: &str, key: Option<&str>) -> (Change, Claimed) {
    let key = key.map(Arc::from);
    let request = Request {
        step,
        body: &Judged::Fits,
        fingerprint: [7; 16],
        key: key.as_ref(),
    };
    match claim(&plan(), session, request, &RULES(), NOW) {
        Claim::Run(change, claimed) => (change, claimed),
        other => panic!("{other:?}"),
    }
}

fn ended(session: &Session, claimed: &Claimed, of: Outcome) -> Change {
    let Claimed { place, attempt, .. } = *claimed;
    match outcome(&plan(), session, place, attempt, of, &RULES(), NOW) {
        Ended::Recorded(change) => change,
        Ended::Superseded => panic!("superseded"),
    }
}

fn completed(output: &str) -> Outcome {
    let output = RawValue::from_string(output.to_owned()).unwrap();
    Outcome::Completed(Some(output.into()))
}

fn failed() -> Outcome {
    Outcome::Failed(StepFault::new(FailureKind::RunError, "no"))
}

/// Everything about a session, to compare.
fn all_of(session: &Session) -> String {
    format!("{session:?}")
}
