//! Stuck detection: B66, B70, B102, B105.

use serde_json::json;

use crate::support::on_both_stores;

async fn stuck(session: &crate::support::fixture::Session<'_>) -> usize {
    let events = session.events().await;
    events
        .iter()
        .filter(|event| event.starts_with("agent.stuck"))
        .count()
}

on_both_stores! {
    async fn b66_an_invalid_body_counts(on) {
        let session = on.session().await;
        for failures in 1..=3 {
            session.flaky("no such mode").await;
            assert_eq!(stuck(&session).await, usize::from(failures == 3));
        }
    }

    async fn b70_an_invalid_output_does_not(on) {
        let session = on.session().await;
        session.flaky("bad_output").await;
        session.flaky("bad_output").await;
        session.flaky("fail").await;
        assert_eq!(stuck(&session).await, 0);
        session.flaky("panic").await;
        session.flaky("opaque").await;
        assert_eq!(stuck(&session).await, 1, "run errors and panics count");
        assert_eq!(session.view().await["steps"][5]["attempts"], 5);
    }

    async fn b102_a_step_may_have_a_threshold_of_its_own(on) {
        let session = on.mini().await;
        session.call("only", json!(false)).await;
        assert_eq!(stuck(&session).await, 1);
        assert_eq!(session.view().await["steps"][0]["stuck"], true);
    }

    async fn b105_once_per_crossing(on) {
        let session = on.session().await;
        for _ in 0..6 {
            session.flaky("fail").await;
        }
        assert_eq!(stuck(&session).await, 1);
        session.flaky("ok").await.ok();
        assert_eq!(stuck(&session).await, 1);
    }
}
