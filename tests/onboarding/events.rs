//! Events: B76, B96 to B100.

use serde_json::{Value, json};

use crate::support::on_both_stores;

async fn log(session: &crate::support::fixture::Session<'_>) -> Vec<Value> {
    session.view().await["events"].as_array().unwrap().clone()
}

on_both_stores! {
    async fn b76_a_session_completes_once(on) {
        let session = on.session().await;
        session.complete().await;
        session.call("finish", json!({})).await.ok();
        let events = session.events().await;
        assert_eq!(events.iter().filter(|event| *event == "session.completed").count(), 1);
        assert_eq!(events.last().unwrap(), "session.completed");
    }

    async fn b96_b100_all_seven_in_order(on) {
        let session = on.session().await;
        for _ in 0..3 {
            session.flaky("fail").await;
        }
        session.complete().await;
        session.revoke(&session.client()).await.ok();
        assert_eq!(session.events().await, [
            "session.created",
            "step.started flaky", "step.failed flaky",
            "step.started flaky", "step.failed flaky",
            "step.started flaky", "step.failed flaky", "agent.stuck flaky",
            "step.started auth", "step.completed auth",
            "step.started create_org", "step.completed create_org",
            "step.started pick_plan", "step.completed pick_plan",
            "step.started invite", "step.completed invite",
            "step.started finish", "step.completed finish",
            "step.started flaky", "step.completed flaky",
            "session.completed",
            "session.revoked",
        ]);
    }

    async fn b97_the_shape_of_an_event(on) {
        let session = on.session().await;
        session.flaky("fail").await;
        for event in log(&session).await {
            let members = event.as_object().unwrap();
            let known = ["id", "sessionId", "type", "stepId", "data", "at"];
            assert!(members.keys().all(|name| known.contains(&name.as_str())), "{event}");
            assert_eq!(event["sessionId"], session.id.as_str());
            assert!(event["at"].as_u64().unwrap() > 1_600_000_000_000, "milliseconds");
            let of_step = event["type"].as_str().unwrap().starts_with("step.");
            assert_eq!(members.contains_key("stepId"), of_step);
        }
    }

    async fn b98_ids_are_unique_and_ordered(on) {
        let (one, two) = (on.session().await, on.session().await);
        let _ = tokio::join!(one.complete(), two.complete());
        let mut seen = std::collections::BTreeSet::new();
        for session in [&one, &two] {
            let events = log(session).await;
            let id = |event: &Value| event["id"].to_string();
            assert!(events.iter().all(|event| seen.insert(id(event))));
            let at: Vec<u64> = events.iter().map(|event| event["at"].as_u64().unwrap()).collect();
            assert!(at.is_sorted());
        }
    }

    async fn b99_no_request_changes_an_event(on) {
        let session = on.session().await;
        session.call("auth", json!({})).await.ok();
        let before = log(&session).await;
        let path = format!("/api/onboarding/sessions/{}", session.id);
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            let reply = on.admin().send(method, &path, &[], "{}").await;
            assert_eq!(reply.error(405), "method_not_allowed");
        }
        session.call("auth", json!({})).await.ok();
        assert_eq!(log(&session).await, before);
    }
}
