//! What a finished flow costs in memory. Alone in its process, which it weighs.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;

use aboard_core::__macro::{FlowDef, StepDef, StepDone};
use aboard_core::plan::Plan;
use aboard_core::protocol::Identity;
use aboard_core::session::{
    Claim, Ended, Judged, Outcome, Request, Rules, Session, SessionId, claim, create, outcome,
};
use aboard_core::store::{MemoryStore, Store};
use serde_json::value::RawValue;

const fn step(id: &'static str) -> StepDef<()> {
    StepDef::new(id, "A step.", |_| {
        Box::pin(async { Ok(StepDone::default()) })
    })
}

static STEPS: &[StepDef<()>] = &[
    step("create_org"),
    step("create_project"),
    step("starter_kit"),
    step("deploy"),
];

#[tokio::test]
async fn a_finished_flow_takes_less_than_two_kibibytes() {
    let Some(before) = resident() else {
        println!("skipped: no /proc/self/statm here");
        return;
    };
    const FLOWS: usize = 20_000;
    let flow = FlowDef::new("default", "Acme", "A flow.", "here", STEPS);
    let plan = Plan::new(&flow.meta, flow.step_metas()).unwrap();
    let store = MemoryStore::new();
    for n in 0..FLOWS {
        finish(&plan, &store, n).await;
    }
    let bytes = (resident().unwrap() - before) / FLOWS;
    println!("{bytes} bytes a flow");
    assert!(bytes < 2048, "{bytes} bytes a flow");
}

async fn finish(plan: &Plan, store: &MemoryStore, n: usize) {
    let json = |text: String| -> Arc<RawValue> { RawValue::from_string(text).unwrap().into() };
    let identity = Identity::new(format!("user_{n}")).with_agent_provider("demo");
    let metadata = json(format!(r#"{{"client":"agent","run":{n}}}"#));
    let id = SessionId::generate();
    let created = create(plan, id, Some(identity.into()), Some(metadata), 0, 1000);
    let mut session: Arc<Session> = created.session.clone();
    assert_eq!(
        store.create(created, None).await.unwrap(),
        aboard_core::store::Creation::Written
    );
    for step in ["create_org", "create_project", "starter_kit", "deploy"] {
        let request = Request {
            step,
            body: &Judged::Fits,
            fingerprint: [1; 16],
            key: None,
        };
        let rules = Rules::default();
        let Claim::Run(change, claimed) = claim(plan, &session, request, &rules, 0) else {
            panic!("not claimed")
        };
        session = change.session.clone();
        let _ = store.commit(change).await.unwrap();
        let output = json(format!(
            r#"{{"id":"{step}_{n}","url":"https://acme.example/{n}"}}"#
        ));
        let done = Outcome::Completed(Some(output));
        let ended = outcome(
            plan,
            &session,
            claimed.place,
            claimed.attempt,
            done,
            &rules,
            0,
        );
        let Ended::Recorded(change) = ended else {
            panic!("not recorded")
        };
        session = change.session.clone();
        let _ = store.commit(change).await.unwrap();
    }
    assert!(session.next.is_none());
}

/// The memory that the process holds, in bytes.
fn resident() -> Option<usize> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
