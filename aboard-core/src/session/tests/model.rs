//! Claims, outcomes, lost leases, revocations and clocks that go back, in random
//! order: whatever happens, the invariants hold.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone)]
enum Op {
    Call {
        step: usize,
        body: u8,
        key: Option<u8>,
    },
    End {
        claim: usize,
        with: u8,
    },
    Extend {
        claim: usize,
    },
    Wait(Millis),
    ClockGoesBack(Millis),
    Revoke,
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        8 => (0..5_usize, 0..5_u8, proptest::option::of(0..3_u8))
            .prop_map(|(step, body, key)| Op::Call { step, body, key }),
        8 => (any::<prop::sample::Index>(), 0..7_u8)
            .prop_map(|(claim, with)| Op::End { claim: claim.index(64), with }),
        1 => any::<prop::sample::Index>().prop_map(|claim| Op::Extend { claim: claim.index(64) }),
        3 => (0..RULES.lease * 2).prop_map(Op::Wait),
        1 => (0..RULES.lease).prop_map(Op::ClockGoesBack),
        1 => proptest::bool::weighted(0.2).prop_map(|really| if really { Op::Revoke } else { Op::Wait(1) }),
    ]
}

const STEPS: [&str; 5] = ["root", "left", "right", "finish", "nope"];

/// What a reader of the log alone knows of the session.
#[derive(Debug, Default, PartialEq)]
struct Replayed {
    status: Option<SessionStatus>,
    steps: HashMap<String, (u32, bool, &'static str)>,
}

impl Replayed {
    fn of_log(log: &[NewEvent]) -> Self {
        let mut replayed = Self::default();
        for NewEvent { event, .. } in log {
            let step = event.step().map(ToString::to_string).unwrap_or_default();
            match event {
                SessionEvent::Created { .. } => replayed.status = Some(SessionStatus::Active),
                SessionEvent::Started { attempt, .. } => {
                    let step = replayed.steps.entry(step).or_insert((0, false, "running"));
                    assert_ne!(step.2, "completed", "a completed step runs again");
                    assert_eq!(*attempt, step.0 + 1);
                    *step = (*attempt, step.1, "running");
                }
                SessionEvent::Completed { attempt, .. } | SessionEvent::Failed { attempt, .. } => {
                    let done = matches!(event, SessionEvent::Completed { .. });
                    let step = replayed.steps.get_mut(&step).expect("started first");
                    assert_eq!((*attempt, step.2), (step.0, "running"));
                    step.2 = if done { "completed" } else { "failed" };
                }
                SessionEvent::Stuck { attempts, .. } => {
                    let step = replayed.steps.get_mut(&step).expect("started first");
                    assert_eq!((*attempts, step.1), (step.0, false), "stuck twice");
                    step.1 = true;
                }
                SessionEvent::SessionCompleted => {
                    assert_eq!(replayed.status, Some(SessionStatus::Active));
                    replayed.status = Some(SessionStatus::Completed);
                }
                SessionEvent::Revoked { .. } => {
                    assert_ne!(replayed.status, Some(SessionStatus::Abandoned));
                    replayed.status = Some(SessionStatus::Abandoned);
                }
            }
        }
        replayed
    }

    fn of_state(session: &Session) -> Self {
        let steps = session.steps.iter().map(|record| {
            let standing = match record.standing {
                Standing::Running(_) => "running",
                Standing::Failed(_) => "failed",
                Standing::Completed(_) => "completed",
                Standing::Pending => panic!("a record of a step that was never tried"),
            };
            (
                record.id.to_string(),
                (record.attempts, record.stuck, standing),
            )
        });
        Self {
            status: Some(session.status),
            steps: steps.collect(),
        }
    }
}

/// What is kept beside the session to compare with.
#[derive(Default)]
struct Shadow {
    claims: Vec<Claimed>,
    failures: HashMap<usize, u32>,
}

fn apply(run: &mut Run, shadow: &mut Shadow, op: Op) {
    match op {
        Op::Call { step, body, key } => call(run, shadow, step, body, key),
        Op::End { claim, with } => {
            let Some(claimed) = pick(&shadow.claims, claim) else {
                return;
            };
            let kind = [
                FailureKind::RunError,
                FailureKind::InputInvalid,
                FailureKind::Panic,
                FailureKind::OutputInvalid,
                FailureKind::TimedOut,
            ]
            .get(usize::from(with));
            let of = match kind {
                Some(kind) => Outcome::Failed(StepFault::new(*kind, "no")),
                None => completed("1"),
            };
            if run.end(&claimed, of) && kind.is_some_and(|kind| kind.counts_for_stuck()) {
                *shadow.failures.entry(claimed.place).or_default() += 1;
            }
        }
        Op::Extend { claim } => {
            let Some(Claimed { place, attempt, .. }) = pick(&shadow.claims, claim) else {
                return;
            };
            if let Some(change) = extend(&run.session, STEPS[place], attempt, &RULES, run.now) {
                run.take(change);
            }
        }
        Op::Wait(millis) => run.now += millis,
        Op::ClockGoesBack(millis) => run.now -= millis,
        Op::Revoke => {
            if let Some(change) = revoke(&run.session, RevokedBy::Agent, run.now) {
                run.take(change);
            }
        }
    }
}

fn pick(claims: &[Claimed], at: usize) -> Option<Claimed> {
    claims.get(at.checked_rem(claims.len())?).cloned()
}

fn call(run: &mut Run, shadow: &mut Shadow, step: usize, body: u8, key: Option<u8>) {
    let judged = match body {
        0 => Judged::Malformed,
        1 => invalid(),
        _ => Judged::Fits,
    };
    let key = key.map(|key| (["a", "b", "c"][usize::from(key)], body));
    let before = run.session.clone();
    match run.claim_with(STEPS[step], &judged, key) {
        Claim::Run(change, claimed) => {
            assert!(!before.is_revoked() && !before.is_done(STEPS[step]));
            if let Some(Standing::Running(earlier)) = before.step(STEPS[step]).map(|r| &r.standing)
            {
                assert!(earlier.lease_until <= run.now, "two claims at once");
            }
            run.take(change);
            shadow.claims.push(claimed);
        }
        Claim::Failed(change, _) => {
            run.take(change);
            *shadow.failures.entry(step).or_default() += 1;
        }
        Claim::Done(_) | Claim::Replayed(..) => assert!(before.is_done(STEPS[step])),
        Claim::Refused(_) => {}
        Claim::Wait(waiting) => assert!(run.now < waiting.lease_until),
    }
}

fn check(run: &Run, shadow: &Shadow) {
    let session = &run.session;
    assert_eq!(Replayed::of_log(&run.log), Replayed::of_state(session));
    assert!(run.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert_eq!(run.notices.len(), run.count(EventType::AgentStuck));
    for (place, planned) in run.plan.steps().iter().enumerate() {
        let Some(record) = session.step(&planned.id) else {
            continue;
        };
        let failures = shadow.failures.get(&place).copied().unwrap_or(0);
        assert_eq!(record.failures, failures);
        assert!(!record.stuck || failures >= planned.stuck_after);
        if failures >= planned.stuck_after && !session.is_revoked() {
            assert!(record.stuck);
        }
        assert!(record.attempts <= RULES.most_attempts);
    }
    let progress = session.progress(&run.plan);
    match session.next_step(&run.plan) {
        None => assert_eq!(progress.completed, progress.total),
        Some(next) => {
            let place = run.plan.place(&next).unwrap();
            let is_done = |place: usize| session.is_done(&run.plan.steps()[place].id);
            assert!(run.plan.missing(place, is_done).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_invariants_hold(ops in proptest::collection::vec(op(), 1..80)) {
        let (mut run, mut shadow) = (Run::new(), Shadow::default());
        for op in ops {
            let (version, events) = (run.session.version, run.log.len());
            apply(&mut run, &mut shadow, op);
            // One change at most, and no event without a change.
            assert!(run.session.version - version <= 1);
            assert!(run.log.len() == events || run.session.version == version + 1);
            check(&run, &shadow);
        }
    }
}
