//! Who may run a step.

use super::*;

#[test]
fn b61_a_revoked_session_is_refused_before_an_unknown_step() {
    let mut run = Run::new();
    assert_eq!(run.refusal("nope", &Judged::Fits), Refusal::UnknownStep);
    let change = revoke(&run.session, RevokedBy::Agent, run.now).unwrap();
    run.take(change);
    assert_eq!(run.refusal("nope", &Judged::Fits), Refusal::Revoked);
    assert_eq!(run.refusal("root", &Judged::Fits), Refusal::Revoked);
}

#[test]
fn b62_b63_unmet_dependencies_come_after_the_step_and_before_the_body() {
    let mut run = Run::new();
    let unmet = |steps: &[&str]| Refusal::Unmet(steps.iter().map(|step| (*step).into()).collect());
    for body in [Judged::Malformed, Judged::NotJson, invalid(), Judged::Fits] {
        assert_eq!(run.refusal("left", &body), unmet(&["root"]));
    }
    assert_eq!(
        run.refusal("finish", &Judged::Fits),
        unmet(&["left", "right"])
    );
    run.complete("root");
    run.complete("right");
    assert_eq!(run.refusal("finish", &Judged::Fits), unmet(&["left"]));
}

#[test]
fn b64_a_refusal_is_neither_attempt_nor_event() {
    let mut run = Run::new();
    let before = run.log.len();
    for body in [Judged::Malformed, Judged::NotJson] {
        run.refusal("root", &body);
    }
    run.refusal("left", &Judged::Fits);
    assert_eq!((run.log.len(), run.attempts("root")), (before, 0));
    run.send_invalid("root");
    assert_eq!(run.attempts("root"), 1);
}

#[test]
fn b77_a_completed_step_answers_its_output_whatever_the_body() {
    let mut run = Run::new();
    run.complete("root");
    for body in [Judged::Malformed, Judged::NotJson, invalid(), Judged::Fits] {
        match run.claim("root", &body) {
            Claim::Done(done) => assert_eq!(done.output.unwrap().get(), "1"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn b78_a_call_beside_a_running_one_waits() {
    let mut run = Run::new();
    let claimed = run.start("root");
    let waiting = |equal| Waiting {
        attempt: claimed.attempt,
        equal,
        lease_until: NOW + RULES.lease,
    };
    match (
        run.claim("root", &Judged::Fits),
        run.claim_with("root", &invalid(), Some(("k", 9))),
    ) {
        (Claim::Wait(equal), Claim::Wait(other)) => {
            assert_eq!((equal, other), (waiting(true), waiting(false)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn b79_two_steps_run_side_by_side() {
    let mut run = Run::new();
    run.complete("root");
    let (left, right) = (run.start("left"), run.start("right"));
    assert!(run.end(&right, completed("2")) && run.end(&left, completed("1")));
    assert_eq!(run.session.progress(&run.plan).completed, 3);
    assert_eq!(run.session.next.as_deref(), Some("finish"));
}

#[test]
fn a_dead_process_blocks_a_step_for_no_longer_than_its_lease() {
    let mut run = Run::new();
    let died = run.start("root");
    run.now += RULES.lease - 1;
    assert!(matches!(run.claim("root", &Judged::Fits), Claim::Wait(_)));
    run.now += 1;
    let repeated = run.start("root");
    assert_eq!((died.attempt, repeated.attempt), (1, 2));
    assert_eq!(died.key, repeated.key, "the same attempt, once more");
    // Should it not have been dead after all, its outcome is not the one that counts.
    assert!(!run.end(&died, completed("1")));
    assert!(run.end(&repeated, completed("2")));
    assert!(!run.end(&repeated, completed("3")));
}

#[test]
fn an_attempt_that_was_answered_is_followed_by_one_with_another_key() {
    let mut run = Run::new();
    let first = run.start("root");
    run.end(
        &first,
        Outcome::Failed(StepFault::new(FailureKind::RunError, "no")),
    );
    let second = run.start("root");
    assert_ne!(first.key, second.key);
    // A wrong body in between does not make a dead attempt an answered one.
    run.now += RULES.lease;
    run.send_invalid("root");
    run.send_invalid("root");
    assert_eq!(run.start("root").key, second.key);
}

#[test]
fn a_lease_ends_unless_it_is_extended() {
    let mut run = Run::new();
    let claimed = run.start("root");
    run.now += RULES.lease / 2;
    let extended = extend(&run.session, "root", claimed.attempt, &RULES, run.now).unwrap();
    assert!(extended.events.is_empty());
    run.take(extended);
    run.now += RULES.lease - 1;
    assert!(matches!(run.claim("root", &Judged::Fits), Claim::Wait(_)));
    run.now += 1;
    let taken = run.start("root");
    assert!(extend(&run.session, "root", claimed.attempt, &RULES, run.now).is_none());
    // A lost claim that nobody took over can still end well.
    run.now += RULES.lease * 10;
    assert!(run.end(&taken, completed("1")));
    assert!(extend(&run.session, "root", taken.attempt, &RULES, run.now).is_none());
}

#[test]
fn a_step_can_be_tried_so_often_and_no_more() {
    let mut run = Run::new();
    for _ in 0..RULES.most_attempts {
        run.send_invalid("root");
    }
    let before = run.log.len();
    assert_eq!(run.refusal("root", &invalid()), Refusal::TooManyAttempts);
    assert_eq!(run.refusal("root", &Judged::Fits), Refusal::TooManyAttempts);
    assert_eq!(run.log.len(), before);
}
