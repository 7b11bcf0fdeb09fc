//! Two hundred agents at once on both flows: no 5xx, no lost update, and the log
//! replayed equals the state.

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use futures_util::stream;
use serde_json::{Value, json};

use crate::support::fixture::Session;
use crate::support::on_both_stores;

const AGENTS: usize = 200;

/// What a log says, replayed: per step its standing and its attempts.
fn replayed(events: &[Value]) -> BTreeMap<String, (String, u64)> {
    let mut steps = BTreeMap::new();
    for event in events {
        let Some(id) = event["stepId"].as_str() else {
            continue;
        };
        let (status, attempts) = steps
            .entry(id.to_owned())
            .or_insert(("pending".to_owned(), 0));
        match event["type"].as_str().unwrap() {
            "step.started" => {
                *status = "running".to_owned();
                *attempts += 1;
            }
            "step.completed" => *status = "completed".to_owned(),
            "step.failed" => *status = "failed".to_owned(),
            _ => {}
        }
    }
    steps
}

/// A session's log, replayed, is its state.
pub(crate) fn log_agrees(view: &Value) {
    let log = replayed(view["events"].as_array().unwrap());
    for step in view["steps"].as_array().unwrap() {
        let id = step["id"].as_str().unwrap();
        let (status, attempts) = log.get(id).cloned().unwrap_or(("pending".to_owned(), 0));
        assert_eq!(
            (&step["status"], &step["attempts"]),
            (&json!(status), &json!(attempts)),
            "{id}"
        );
    }
}

/// One agent's run: with a mistake, a step asked for twice, two steps at once.
async fn default_flow(session: &Session<'_>) {
    let start = session.call("create_org", json!({ "name": "x" })).await;
    assert_eq!(start.error(409), "unmet_dependencies");
    let twice = tokio::join!(
        session.call("auth", json!({})),
        session.call("auth", json!({}))
    );
    assert_eq!(
        (
            twice.0.ok()["status"].clone(),
            twice.1.ok()["status"].clone()
        ),
        (json!("completed"), json!("completed"))
    );
    assert_eq!(
        session.call("create_org", json!({})).await.error(422),
        "input_invalid"
    );
    session
        .call("create_org", json!({ "name": "x" }))
        .await
        .ok();
    let both = tokio::join!(
        session.call("pick_plan", json!({})),
        session.call("invite", json!([])),
        session.flaky("fail")
    );
    both.0.ok();
    both.1.ok();
    assert_eq!(both.2.error(422), "upstream refused");
    session.call("finish", json!({})).await.ok();
    assert!(session.flaky("ok").await.ok()["next"].is_null());
}

on_both_stores! {
    async fn two_hundred_agents_lose_nothing(on) {
        let on = &on;
        let runs = stream::iter(0..AGENTS).map(|number| async move {
            if number % 2 == 0 {
                let session = on.session().await;
                default_flow(&session).await;
                session
            } else {
                let session = on.mini().await;
                assert_eq!(session.call("only", json!(false)).await.error(422), "not fine");
                session.call("only", json!(true)).await.ok();
                session
            }
        });
        let sessions: Vec<_> = runs.buffer_unordered(AGENTS).collect().await;
        for session in &sessions {
            let view = session.view().await;
            assert_eq!(view["status"], "completed");
            log_agrees(&view);
        }
        let agents = u32::try_from(AGENTS / 2).unwrap();
        assert_eq!(on.runs("auth"), agents, "equal calls ran once");
        assert_eq!(on.runs("flaky"), 2 * agents);
        assert_eq!(on.runs("create_org"), agents);
    }
}
