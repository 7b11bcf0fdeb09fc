//! The rules, one by one, and then all at once in random order.

mod claims;
mod idempotency;
mod model;
mod outcomes;

use std::sync::Arc;

use serde_json::value::RawValue;

use super::*;
use crate::call::StepDone;
use crate::plan::Plan;
use crate::protocol::{EventType, Identity, Issue, SessionStatus};
use crate::table::{FlowDef, StepDef};

const NOW: Millis = 1_900_000_000_000;
const RULES: Rules = Rules {
    lease: 1000,
    most_attempts: 20,
    keep_keys: 10_000,
    notify: true,
};
const BODY: Fingerprint = [1; 16];

const fn step(id: &'static str) -> StepDef<()> {
    StepDef::new(id, "A step.", |_| {
        Box::pin(async { Ok(StepDone::default()) })
    })
}

/// A diamond: `left` and `right` need `root`, `finish` needs both.
fn plan() -> Plan {
    static STEPS: &[StepDef<()>] = &[
        step("root"),
        step("left"),
        step("right").depends_on(&["root"]).stuck_after(2),
        step("finish").depends_on(&["left", "right"]),
    ];
    let flow = FlowDef::new("mini", "Test", "A flow.", "here", STEPS);
    Plan::new(&flow.meta, flow.step_metas()).unwrap()
}

/// A session and its log.
struct Run {
    plan: Plan,
    session: Arc<Session>,
    log: Vec<NewEvent>,
    notices: Vec<String>,
    now: Millis,
}

impl Run {
    fn new() -> Self {
        let plan = plan();
        let identity = Identity::new("ada").with_agent_provider("demo");
        let metadata = RawValue::from_string(r#"{"client":"x"}"#.into()).unwrap();
        let created = create(
            &plan,
            SessionId::generate(),
            Some(identity.into()),
            Some(metadata.into()),
            NOW,
            60_000,
        );
        let mut run = Self {
            plan,
            session: created.session.clone(),
            log: Vec::new(),
            notices: Vec::new(),
            now: NOW,
        };
        run.take(created);
        run
    }

    fn take(&mut self, change: Change) {
        let told = change.notices.iter().map(|notice| {
            assert_eq!(
                change.events[notice.event].event.kind(),
                EventType::AgentStuck
            );
            notice.body.clone()
        });
        self.notices.extend(told);
        self.session = change.session;
        self.log.extend(change.events);
    }

    fn claim_with(&self, step: &str, body: &Judged, key: Option<(&str, u8)>) -> Claim {
        let (key, fingerprint) = match key {
            Some((key, body)) => (Some(Arc::from(key)), [body; 16]),
            None => (None, BODY),
        };
        let request = Request {
            step,
            body,
            fingerprint,
            key: key.as_ref(),
        };
        claim(&self.plan, &self.session, request, &RULES, self.now)
    }

    fn claim(&self, step: &str, body: &Judged) -> Claim {
        self.claim_with(step, body, None)
    }

    fn refusal(&self, step: &str, body: &Judged) -> Refusal {
        match self.claim(step, body) {
            Claim::Refused(refusal) => refusal,
            other => panic!("{other:?}"),
        }
    }

    /// Claims a step that must be free.
    fn start(&mut self, step: &str) -> Claimed {
        self.start_with(step, None)
    }

    fn start_with(&mut self, step: &str, key: Option<(&str, u8)>) -> Claimed {
        match self.claim_with(step, &Judged::Fits, key) {
            Claim::Run(change, claimed) => {
                self.take(change);
                claimed
            }
            other => panic!("{other:?}"),
        }
    }

    /// Records an outcome; whether it counted.
    fn end(&mut self, claimed: &Claimed, of: Outcome) -> bool {
        let Claimed { place, attempt, .. } = *claimed;
        match outcome(
            &self.plan,
            &self.session,
            place,
            attempt,
            of,
            &RULES,
            self.now,
        ) {
            Ended::Recorded(change) => {
                self.take(change);
                true
            }
            Ended::Superseded => false,
        }
    }

    fn complete(&mut self, step: &str) {
        let claimed = self.start(step);
        assert!(self.end(&claimed, completed("1")));
    }

    fn fail(&mut self, step: &str, kind: FailureKind) {
        let claimed = self.start(step);
        assert!(self.end(&claimed, Outcome::Failed(StepFault::new(kind, "refused"))));
    }

    fn send_invalid(&mut self, step: &str) {
        match self.claim(step, &invalid()) {
            Claim::Failed(change, _) => self.take(change),
            other => panic!("{other:?}"),
        }
    }

    fn kinds(&self) -> Vec<EventType> {
        self.log.iter().map(|event| event.event.kind()).collect()
    }

    fn count(&self, kind: EventType) -> usize {
        self.kinds().iter().filter(|found| **found == kind).count()
    }

    fn attempts(&self, step: &str) -> u32 {
        self.session.step(step).map_or(0, |record| record.attempts)
    }
}

fn completed(output: &str) -> Outcome {
    let output = RawValue::from_string(output.to_owned()).unwrap();
    Outcome::Completed(Some(output.into()))
}

fn invalid() -> Judged {
    Judged::Invalid(vec![Issue::new("/name", "is required")])
}
