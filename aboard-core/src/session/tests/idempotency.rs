//! `Idempotency-Key` at steps.

use super::*;
use crate::protocol::Progress;

#[test]
fn the_same_key_and_body_replay_what_was_answered() {
    let mut run = Run::new();
    let claimed = run.start_with("root", Some(("k", 1)));
    run.end(&claimed, completed("7"));
    run.complete("left");
    match run.claim_with("root", &Judged::Fits, Some(("k", 1))) {
        Claim::Replayed(done, keyed) => {
            assert_eq!(done.output.unwrap().get(), "7");
            assert_eq!(keyed.progress, Progress::new(1, 4), "as it was then");
            assert_eq!(keyed.next.as_deref(), Some("left"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn another_body_or_step_with_the_same_key_is_a_mismatch() {
    let mut run = Run::new();
    let claimed = run.start_with("root", Some(("k", 1)));
    let refused =
        |run: &Run, step, body| match run.claim_with(step, &Judged::Fits, Some(("k", body))) {
            Claim::Refused(refusal) => refusal,
            other => panic!("{other:?}"),
        };
    assert_eq!(refused(&run, "root", 1), Refusal::IdempotencyConflict);
    assert_eq!(refused(&run, "root", 2), Refusal::IdempotencyMismatch);
    run.end(&claimed, completed("7"));
    assert_eq!(refused(&run, "root", 2), Refusal::IdempotencyMismatch);
    assert_eq!(refused(&run, "left", 1), Refusal::IdempotencyMismatch);
    run.now += RULES.keep_keys;
    assert!(matches!(
        run.claim_with("root", &Judged::Fits, Some(("k", 2))),
        Claim::Done(_)
    ));
}

#[test]
fn a_failed_request_may_be_corrected_under_its_key() {
    let mut run = Run::new();
    match run.claim_with("root", &invalid(), Some(("k", 1))) {
        Claim::Failed(change, _) => run.take(change),
        other => panic!("{other:?}"),
    }
    let claimed = run.start_with("root", Some(("k", 2)));
    run.end(
        &claimed,
        Outcome::Failed(StepFault::new(FailureKind::RunError, "no")),
    );
    let claimed = run.start_with("root", Some(("k", 3)));
    assert!(run.end(&claimed, completed("1")));
}

#[test]
fn the_key_of_a_dead_process_is_free_with_its_lease() {
    let mut run = Run::new();
    run.start_with("root", Some(("k", 1)));
    run.now += RULES.lease;
    run.start_with("root", Some(("k", 1)));
}
