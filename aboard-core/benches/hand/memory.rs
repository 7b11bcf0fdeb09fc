//! In a map behind one lock.

use std::collections::HashMap;
use std::sync::Mutex;

use uuid::Uuid;

use super::{Created, LEASE, Tokens, completed, is_known, now, read, run};
use crate::STEPS;

pub(crate) struct Memory {
    tokens: Tokens,
    sessions: Mutex<HashMap<Uuid, Session>>,
}

#[derive(Default)]
struct Session {
    revoked: bool,
    steps: [Step; 3],
    events: Vec<Event>,
}

#[derive(Default)]
struct Step {
    attempts: u32,
    lease_until: u64,
    output: Option<String>,
}

#[allow(dead_code, reason = "written, as a log is")]
struct Event {
    kind: &'static str,
    step: Option<&'static str>,
    at: u64,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            tokens: Tokens::new(),
            sessions: Mutex::default(),
        }
    }

    pub(crate) async fn create(&self, access: &str) -> Created {
        assert!(is_known(access));
        let id = Uuid::now_v7();
        let token = self.tokens.sign(id, now() / 1000 + 86_400);
        let mut session = Session::default();
        session.log("session.created", None);
        self.sessions.lock().unwrap().insert(id, session);
        Created::new(id, token)
    }

    pub(crate) async fn step(&self, token: &str, step: usize, body: &[u8]) -> Vec<u8> {
        let id = self.tokens.verify(token).unwrap();
        let named = read(body).unwrap();
        {
            let mut sessions = self.sessions.lock().unwrap();
            let session = sessions.get_mut(&id).unwrap();
            assert!(!session.revoked);
            assert!(
                session.steps[..step]
                    .iter()
                    .all(|step| step.output.is_some())
            );
            let record = &mut session.steps[step];
            assert!(record.output.is_none() && record.lease_until < now());
            record.attempts += 1;
            record.lease_until = now() + LEASE;
            session.log("step.started", Some(STEPS[step].0));
        }
        let made = run(named).await;
        let answer = completed(step, &made);
        let mut sessions = self.sessions.lock().unwrap();
        let session = sessions.get_mut(&id).unwrap();
        session.steps[step].output = Some(serde_json::to_string(&made).unwrap());
        session.log("step.completed", Some(STEPS[step].0));
        if step == 2 {
            session.log("session.completed", None);
        }
        answer
    }
}

impl Session {
    fn log(&mut self, kind: &'static str, step: Option<&'static str>) {
        self.events.push(Event {
            kind,
            step,
            at: now(),
        });
    }
}
