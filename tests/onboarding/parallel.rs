//! Calls at once: B78 to B80.

use serde_json::json;

use crate::support::on_both_stores;

on_both_stores! {
    async fn b78_equal_calls_at_once_run_once(on) {
        let session = on.session().await;
        let calls = (0..8).map(|_| session.flaky("wait"));
        let calls = futures_util::future::join_all(calls);
        let release = async {
            on.began("flaky", 1).await;
            on.app.gate.add_permits(8);
        };
        let (answers, ()) = tokio::join!(calls, release);
        for answer in &answers {
            assert_eq!(answer.ok(), answers[0].ok());
        }
        assert_eq!(on.runs("flaky"), 1);
    }

    async fn b79_different_steps_at_once_are_both_kept(on) {
        let session = on.session().await;
        let slow = session.flaky("wait");
        let fast = async {
            on.began("flaky", 1).await;
            session.call("auth", json!({})).await.ok();
            session.call("create_org", json!({ "name": "x" })).await.ok();
            on.app.gate.add_permits(1);
        };
        let (slow, ()) = tokio::join!(slow, fast);
        assert_eq!(slow.ok()["progress"]["completed"], 3);
        let pair = tokio::join!(session.call("pick_plan", json!({})), session.call("invite", json!({})));
        pair.0.ok();
        pair.1.ok();
        assert_eq!(session.view().await["progress"], json!({ "completed": 5, "total": 6 }));
    }

    async fn b80_revocation_wins_over_a_running_step(on) {
        let session = on.session().await;
        let call = session.flaky("wait");
        let revoke = async {
            on.began("flaky", 1).await;
            session.revoke(&session.client()).await.ok();
            on.app.gate.add_permits(1);
        };
        let (answer, ()) = tokio::join!(call, revoke);
        assert!([200, 403].contains(&answer.status.as_u16()), "{}", answer.text());
        assert_eq!(session.view().await["status"], "abandoned");
        assert_eq!(session.flaky("ok").await.error(403), "session_revoked");
    }
}
