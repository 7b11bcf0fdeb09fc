//! Steps in vain.

use super::*;

#[tokio::test]
async fn b65_an_input_that_does_not_fit() {
    let on = Fixture::new();
    let created = on.create().await;
    let answer = on.call(&created.session_token, "flaky", json!({})).await;
    assert_eq!(
        body(answer),
        json!({ "ok": false, "status": "failed", "error": "input_invalid",
            "issues": [{ "path": "/mode", "message": "is required", "keyword": "required" }],
            "attempts": 1, "next": "flaky" })
    );
    assert_eq!(on.runs(), 0);
}

#[tokio::test]
async fn b67_b68_a_run_that_fails_says_what_its_author_wrote() {
    let on = Fixture::new();
    on.app.gate.add_permits(1);
    let created = on.create().await;
    let call = |with| on.call(&created.session_token, "flaky", mode(with));
    assert_eq!(
        body(call("fail").await),
        json!({ "ok": false, "status": "failed", "error": "upstream refused", "attempts": 1, "next": "flaky" })
    );
    assert_eq!(
        body(call("field").await),
        json!({ "ok": false, "status": "failed", "error": "input_invalid",
            "issues": [{ "path": "/mode", "message": "is out of fashion" }],
            "attempts": 2, "next": "flaky" })
    );
    // The third makes the agent stuck, and is told no more than a reference.
    assert_eq!(
        body(call("opaque").await),
        json!({ "ok": false, "status": "failed", "error": "step_failed", "attempts": 3,
            "next": "flaky", "referred": true })
    );
    assert_eq!(on.runtime.notices(10).await.unwrap().len(), 1);
    assert_eq!(
        on.kinds(&created.session_id).await,
        [
            "session.created",
            "step.started",
            "step.failed",
            "step.started",
            "step.failed",
            "step.started",
            "step.failed",
            "agent.stuck"
        ]
    );
    let session = on
        .flow
        .session(&created.session_id, Some(ADMIN))
        .await
        .unwrap();
    assert!(!serde_json::to_string(&session).unwrap().contains("digit"));
    let step = &session.steps[4];
    assert_eq!(
        (step.attempts, step.stuck, step.error.as_deref()),
        (3, true, Some("step_failed"))
    );
}

#[tokio::test]
async fn b69_b70_an_output_that_is_not_as_promised() {
    let on = Fixture::new();
    let created = on.create().await;
    let call = |with| on.call(&created.session_token, "flaky", mode(with));
    for _ in 0..3 {
        assert_eq!(
            body(call("bad_output").await),
            json!({ "error": "step_output_invalid", "referred": true })
        );
    }
    let kinds = on.kinds(&created.session_id).await;
    assert!(!kinds.contains(&"agent.stuck"));
    assert_eq!(
        kinds.iter().filter(|kind| **kind == "step.failed").count(),
        3
    );
    assert!(call("ok").await.is_ok());
}

#[tokio::test]
async fn b87_a_panic_is_recorded_and_the_server_lives() {
    let on = Fixture::new();
    let created = on.create().await;
    let call = |with| on.call(&created.session_token, "flaky", mode(with));
    assert_eq!(
        body(call("panic").await),
        json!({ "error": "internal", "referred": true })
    );
    let session = on
        .flow
        .session(&created.session_id, Some(ADMIN))
        .await
        .unwrap();
    assert_eq!(
        session.events.last().unwrap().data.as_ref().unwrap()["error"],
        "internal"
    );
    assert!(!serde_json::to_string(&session).unwrap().contains("secret"));
    assert_eq!(session.steps[4].attempts, 1);
    assert!(call("ok").await.is_ok());
}

#[tokio::test]
async fn a_caller_waits_no_longer_than_the_timeout_and_the_step_ends_all_the_same() {
    let mut settings = settings(MemoryStore::new());
    settings.timeout = Duration::from_millis(30);
    let on = Fixture::with(settings);
    let created = on.create().await;
    let token = &created.session_token;
    let answer = on.call(token, "flaky", mode("wait")).await;
    assert_eq!(
        body(answer),
        json!({ "error": "internal", "referred": true })
    );
    // Nor does one that waits for it.
    let answer = on.call(token, "flaky", mode("wait")).await;
    assert_eq!(code(answer), ErrorCode::Internal);
    assert_eq!(on.runs(), 1);
    on.app.gate.add_permits(1);
    on.runtime.drained().await;
    let answer = on.call(token, "flaky", mode("wait")).await.unwrap();
    assert_eq!(
        answer.output.unwrap().get(),
        r#"{"orgId":"1","name":"waited"}"#
    );
}

#[tokio::test]
async fn a_step_that_never_ends_is_given_up() {
    let mut settings = settings(MemoryStore::new());
    settings.run_limit = Duration::from_millis(30);
    let on = Fixture::with(settings);
    let created = on.create().await;
    let answer = on.call(&created.session_token, "flaky", mode("wait")).await;
    assert_eq!(
        body(answer),
        json!({ "error": "internal", "referred": true })
    );
    assert_eq!(
        on.kinds(&created.session_id).await.last(),
        Some(&"step.failed")
    );
    assert!(
        on.call(&created.session_token, "flaky", mode("ok"))
            .await
            .is_ok()
    );
}
