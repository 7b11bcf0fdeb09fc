//! What has come of a run.

use super::*;
use crate::protocol::EventType as Kind;

#[test]
fn b96_b100_a_flow_and_its_log() {
    let mut run = Run::new();
    for step in ["root", "left", "right", "finish"] {
        assert_eq!(run.session.next.as_deref(), Some(step));
        run.complete(step);
    }
    let mut expected = vec![Kind::SessionCreated];
    for _ in 0..4 {
        expected.extend([Kind::StepStarted, Kind::StepCompleted]);
    }
    expected.push(Kind::SessionCompleted);
    assert_eq!(run.kinds(), expected);
    assert_eq!(run.session.status, SessionStatus::Completed);
    assert_eq!(run.session.next_step(&run.plan), None);
}

#[test]
fn b36_metadata_and_identity_are_in_the_first_event() {
    let run = Run::new();
    assert_eq!(
        run.log[0].event.data().unwrap(),
        r#"{"principal":{"subject":"ada","agentProvider":"demo"},"metadata":{"client":"x"}}"#
    );
}

#[test]
fn b65_an_invalid_input_is_begun_and_failed_in_one_change() {
    let mut run = Run::new();
    let before = run.session.version;
    run.send_invalid("root");
    assert_eq!(run.session.version, before + 1);
    assert_eq!(run.kinds()[1..], [Kind::StepStarted, Kind::StepFailed]);
    assert_eq!(
        run.log[2].event.data().unwrap(),
        r#"{"attempt":1,"error":"input_invalid","issues":[{"path":"/name","message":"is required"}]}"#
    );
}

#[test]
fn b66_b102_b105_stuck_once_when_the_threshold_is_reached() {
    let mut run = Run::new();
    run.send_invalid("root");
    run.fail("root", FailureKind::RunError);
    assert_eq!(run.count(Kind::AgentStuck), 0);
    run.fail("root", FailureKind::Panic);
    assert_eq!(run.count(Kind::AgentStuck), 1, "three by default");
    run.fail("root", FailureKind::RunError);
    run.send_invalid("root");
    assert_eq!(run.count(Kind::AgentStuck), 1);
    run.complete("root");
    run.send_invalid("right");
    run.send_invalid("right");
    assert_eq!(run.count(Kind::AgentStuck), 2, "two at `right`");
    assert_eq!(run.kinds().last(), Some(&Kind::AgentStuck));
}

#[test]
fn b70_faults_of_the_server_never_make_an_agent_stuck() {
    let mut run = Run::new();
    for _ in 0..5 {
        run.fail("root", FailureKind::OutputInvalid);
        run.fail("root", FailureKind::TimedOut);
    }
    run.send_invalid("root");
    run.send_invalid("root");
    assert_eq!((run.count(Kind::AgentStuck), run.attempts("root")), (0, 12));
    run.send_invalid("root");
    assert_eq!(run.count(Kind::AgentStuck), 1);
}

#[test]
fn b103_the_notice_has_what_the_specification_lists() {
    let mut run = Run::new();
    run.complete("root");
    run.send_invalid("right");
    run.fail("right", FailureKind::RunError);
    assert_eq!(
        run.notices,
        [format!(
            r#"{{"event":"agent.stuck","sessionId":"{}","stepId":"right","attempts":2,"error":"refused","principal":{{"subject":"ada","agentProvider":"demo"}},"metadata":{{"client":"x"}}}}"#,
            run.session.id
        )]
    );
    let silent = Rules {
        notify: false,
        ..RULES
    };
    let body = invalid();
    let request = Request {
        step: "left",
        body: &body,
        fingerprint: BODY,
        key: None,
    };
    for _ in 0..3 {
        match claim(&run.plan, &run.session, request, &silent, run.now) {
            Claim::Failed(change, _) => run.take(change),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((run.count(Kind::AgentStuck), run.notices.len()), (2, 1));
}

#[test]
fn b80_a_revocation_during_a_run_wins() {
    let mut run = Run::new();
    for step in ["root", "left", "right"] {
        run.complete(step);
    }
    let claimed = run.start("finish");
    let change = revoke(&run.session, RevokedBy::Admin, run.now).unwrap();
    run.take(change);
    assert!(run.end(&claimed, completed("1")));
    assert_eq!(run.session.status, SessionStatus::Abandoned);
    assert_eq!(run.count(Kind::SessionCompleted), 0);
    assert_eq!(
        run.kinds().last(),
        Some(&Kind::StepCompleted),
        "what has happened is logged"
    );
}

#[test]
fn b94_a_second_revocation_changes_nothing_and_a_completed_session_can_be_revoked() {
    let mut run = Run::new();
    for step in ["root", "left", "right", "finish"] {
        run.complete(step);
    }
    let change = revoke(&run.session, RevokedBy::Agent, run.now).unwrap();
    run.take(change);
    assert_eq!(run.session.status, SessionStatus::Abandoned);
    assert!(revoke(&run.session, RevokedBy::Admin, run.now).is_none());
    assert_eq!(
        run.log.last().unwrap().event.data().unwrap(),
        r#"{"by":"agent"}"#
    );
}

#[test]
fn time_never_goes_back_in_a_log() {
    let mut run = Run::new();
    run.now += 500;
    run.complete("root");
    run.now -= 400;
    run.complete("left");
    let change = revoke(&run.session, RevokedBy::Agent, 0).unwrap();
    run.take(change);
    assert!(run.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert_eq!(run.log.last().unwrap().at, NOW + 500);
}

#[test]
fn a_step_that_is_gone_from_the_flow_is_not_in_the_way() {
    static STEPS: &[StepDef<()>] = &[step("root"), step("new")];
    let mut run = Run::new();
    run.complete("root");
    run.complete("left");
    let flow = FlowDef::new("mini", "Test", "A flow.", "here", STEPS);
    run.plan = Plan::new(&flow.meta, flow.step_metas()).unwrap();
    assert_eq!(
        run.session.progress(&run.plan),
        crate::protocol::Progress::new(1, 2)
    );
    assert_eq!(run.refusal("left", &Judged::Fits), Refusal::UnknownStep);
    run.complete("new");
    assert_eq!(run.session.status, SessionStatus::Completed);
}

#[test]
fn a_record_survives_its_json() {
    let mut run = Run::new();
    let keyed = run.start_with("root", Some(("k", 3)));
    run.end(&keyed, completed(r#"{"z":1,"a":18446744073709551615}"#));
    run.send_invalid("left");
    run.start_with("right", Some(("k2", 4)));
    let json = serde_json::to_string(&run.session.steps).unwrap();
    let back: Vec<StepRecord> = serde_json::from_str(&json).unwrap();
    assert_eq!(format!("{back:?}"), format!("{:?}", run.session.steps));
}
