//! Calls at once, and processes that die.

use super::*;
use crate::session::{Claim, Judged, Request, SessionId, claim};
use crate::store::Commit;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b78_equal_calls_at_once_run_once() {
    let on = Arc::new(Fixture::new());
    let token = on.create().await.session_token;
    let mut tasks = vec![on.begin(&token, mode("wait")).await];
    tasks.extend((0..10).map(|_| on.beside(&token, mode("wait"))));
    tokio::time::sleep(Duration::from_millis(20)).await;
    on.app.gate.add_permits(100);
    for task in tasks {
        let answer = task.await.unwrap().unwrap();
        assert_eq!(
            answer.output.unwrap().get(),
            r#"{"orgId":"1","name":"waited"}"#
        );
    }
    assert_eq!(on.runs(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_calls_fail_together_and_another_has_its_own_turn() {
    let on = Arc::new(Fixture::new());
    let token = on.create().await.session_token;
    let mut tasks = vec![on.begin(&token, mode("fail")).await];
    tasks.extend((0..5).map(|_| on.beside(&token, mode("fail"))));
    let other = on.beside(&token, mode("ok"));
    tokio::time::sleep(Duration::from_millis(20)).await;
    on.app.gate.add_permits(1);
    for task in tasks {
        // The other may have completed the step before a waiting call looked.
        match task.await.unwrap() {
            Err(Refused::Step(failed)) => {
                assert_eq!((&*failed.error, failed.attempts), ("upstream refused", 1));
            }
            answer => assert_eq!(answer.unwrap().next.as_deref(), Some("auth")),
        }
    }
    assert!(other.await.unwrap().is_ok());
    assert_eq!(on.runs(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_calls_in_two_processes_run_once() {
    let one = Arc::new(Fixture::new());
    let two = Arc::new(one.another());
    let token = one.create().await.session_token;
    let first = one.begin(&token, mode("wait")).await;
    let second = two.beside(&token, mode("wait"));
    tokio::time::sleep(Duration::from_millis(30)).await;
    one.app.gate.add_permits(2);
    let (first, second) = (
        first.await.unwrap().unwrap(),
        second.await.unwrap().unwrap(),
    );
    assert_eq!(
        serde_json::to_value(first).unwrap(),
        serde_json::to_value(second).unwrap()
    );
    assert_eq!(one.runs(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b79_different_steps_at_once_are_all_kept() {
    let on = Arc::new(Fixture::new());
    let created = on.create().await;
    let token = created.session_token.as_str();
    let slow = on.begin(token, mode("wait")).await;
    on.call(token, "auth", json!({})).await.unwrap();
    on.call(token, "create_org", json!({ "name": "x" }))
        .await
        .unwrap();
    let (plan, invite) = tokio::join!(
        on.call(token, "pick_plan", json!({})),
        on.call(token, "invite", json!({})),
    );
    assert!(plan.is_ok() && invite.is_ok());
    on.app.gate.add_permits(1);
    let last = slow.await.unwrap().unwrap();
    assert_eq!((last.progress.completed, last.next), (5, None));
    let kinds = on.kinds(&created.session_id).await;
    assert_eq!(
        kinds
            .iter()
            .filter(|kind| **kind == "session.completed")
            .count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn b80_a_revocation_during_a_run_wins() {
    let on = Arc::new(Fixture::new());
    let created = on.create().await;
    let token = created.session_token.as_str();
    let running = on.begin(token, mode("wait")).await;
    let waiting = on.beside(token, mode("wait"));
    on.flow
        .revoke(&created.session_id, Some(token))
        .await
        .unwrap();
    assert_eq!(code(waiting.await.unwrap()), ErrorCode::SessionRevoked);
    on.app.gate.add_permits(1);
    assert_eq!(code(running.await.unwrap()), ErrorCode::SessionRevoked);
    let session = on
        .flow
        .session(&created.session_id, Some(ADMIN))
        .await
        .unwrap();
    assert_eq!(session.status, crate::protocol::SessionStatus::Abandoned);
    assert_eq!(
        on.kinds(&created.session_id).await,
        [
            "session.created",
            "step.started",
            "session.revoked",
            "step.completed"
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_away_leaves_nothing_half_done() {
    let on = Arc::new(Fixture::new());
    let created = on.create().await;
    let running = on.begin(&created.session_token, mode("wait")).await;
    running.abort();
    on.app.gate.add_permits(1);
    on.runtime.drained().await;
    assert_eq!(
        on.kinds(&created.session_id).await,
        ["session.created", "step.started", "step.completed"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_is_kept_for_as_long_as_the_step_runs() {
    let mut settings = settings(MemoryStore::new());
    settings.lease = Duration::from_millis(90);
    let one = Arc::new(Fixture::with(settings));
    let two = Arc::new(one.another());
    let token = one.create().await.session_token;
    let first = one.begin(&token, mode("wait")).await;
    let second = two.beside(&token, mode("wait"));
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(one.runs(), 1, "nobody has taken it over");
    one.app.gate.add_permits(2);
    assert!(first.await.unwrap().is_ok() && second.await.unwrap().is_ok());
    assert_eq!(one.runs(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_died_is_followed_by_one_with_the_same_attempt_key() {
    let mut settings = settings(MemoryStore::new());
    settings.lease = Duration::from_millis(100);
    let on = Fixture::with(settings);
    let created = on.create().await;
    // As a process does that dies after its claim.
    let core = &on.flow.core;
    let id = SessionId::parse(&created.session_id).unwrap();
    let session = on.runtime.load(id).await.unwrap().unwrap();
    let request = Request {
        step: "flaky",
        body: &Judged::Fits,
        fingerprint: fingerprint::of(&Body::Json(mode("ok"))),
        key: None,
    };
    let claimed = claim(
        &core.plan,
        &session,
        request,
        on.runtime.rules(),
        on.runtime.now(),
    );
    let Claim::Run(change, claimed) = claimed else {
        panic!("{claimed:?}")
    };
    assert_eq!(
        on.runtime.store().commit(change).await.unwrap(),
        Commit::Written
    );

    let begun = std::time::Instant::now();
    let answer = on.call(&created.session_token, "flaky", mode("ok")).await;
    assert!(answer.is_ok() && begun.elapsed() >= Duration::from_millis(60));
    assert_eq!(*on.app.keys.lock().await, [(2, claimed.key.to_string())]);
    assert_eq!(
        on.kinds(&created.session_id).await,
        [
            "session.created",
            "step.started",
            "step.started",
            "step.completed"
        ]
    );
}
