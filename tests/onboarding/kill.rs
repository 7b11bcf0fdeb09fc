//! Kill -9 at random moments under load: no acknowledged step is lost, no completed
//! step runs again, every session can finish, and the log agrees with the state.
//!
//! Ten times, or as often as `AFFORDANCES_KILLS` says (`cargo xtask kill`: 300).

use std::collections::BTreeMap;
use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use affordances::aboard::SqliteStore;
use serde_json::{Value, json};

use crate::crowd::log_agrees;
use crate::support::{ACCESS, Client, Server, fixture};

/// Names the file of the sessions to the process that is to be killed.
const FILE: &str = "AFFORDANCES_KILL_FILE";
const AGENTS: usize = 16;
const STEPS: [(&str, &str); 6] = [
    ("auth", "{}"),
    ("create_org", r#"{"name":"acme"}"#),
    ("pick_plan", "{}"),
    ("invite", r#"["eve"]"#),
    ("finish", "{}"),
    ("flaky", r#"{"mode":"ok"}"#),
];

/// The process that is killed: this test's own program, asked for this test alone.
#[tokio::test]
#[ignore = "a process of the other test's"]
async fn serve_until_killed() {
    let Some(file) = env::var_os(FILE) else {
        return;
    };
    let store = SqliteStore::open(file).await.unwrap();
    let server = Server::with(store, |onboarding| {
        // A step that died with its process can be called again soon.
        onboarding.settings(|settings| settings.lease = Duration::from_millis(300))
    });
    let server = server.await;
    println!("listening on {}", server.client.address);
    std::future::pending::<()>().await;
}

struct Process {
    child: Child,
    client: Client,
}

impl Process {
    fn start(file: &Path) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "kill::serve_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FILE, file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()));
        let address: SocketAddr = address.expect("its address").parse().unwrap();
        Self {
            child,
            client: Client::new(address),
        }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// What was acknowledged to an agent: its session, and the output of each step.
#[derive(Clone)]
struct Acknowledged {
    id: String,
    token: String,
    outputs: BTreeMap<&'static str, Value>,
}

/// Walks one session on as far as the process lives.
async fn walk(client: &Client, mut session: Acknowledged) -> Acknowledged {
    let client = client.bearer(&session.token);
    for (step, body) in STEPS {
        if session.outputs.contains_key(step) {
            continue;
        }
        let path = format!("/api/onboarding/steps/{step}");
        let Some(reply) = client.try_send("POST", &path, &[], body).await else {
            break;
        };
        session.outputs.insert(step, reply.ok()["output"].clone());
    }
    session
}

/// An agent that walks a session that is not done, then new ones, until the
/// process dies.
async fn agent(client: Client, sessions: Arc<Mutex<Vec<Acknowledged>>>) {
    let is_open = |session: &Acknowledged| session.outputs.len() < STEPS.len();
    loop {
        let left = {
            let mut sessions = sessions.lock().unwrap();
            let place = sessions.iter().position(is_open);
            place.map(|place| sessions.swap_remove(place))
        };
        let session = match left {
            Some(session) => session,
            None => {
                let path = "/api/onboarding/sessions";
                let client = client.bearer(ACCESS);
                let Some(reply) = client.try_send("POST", path, &[], "").await else {
                    return;
                };
                let created = reply.ok();
                Acknowledged {
                    id: created["sessionId"].as_str().unwrap().to_owned(),
                    token: fixture::token_of(&created),
                    outputs: BTreeMap::new(),
                }
            }
        };
        let session = walk(&client, session).await;
        let died = is_open(&session);
        sessions.lock().unwrap().push(session);
        if died {
            return;
        }
    }
}

/// A completed step never runs again, and completes once.
fn ran_once(view: &Value) {
    let mut completed: Vec<&str> = Vec::new();
    for event in view["events"].as_array().unwrap() {
        let Some(step) = event["stepId"].as_str() else {
            continue;
        };
        assert!(
            !completed.contains(&step),
            "`{step}` after it was done: {view}"
        );
        if event["type"] == "step.completed" {
            completed.push(step);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_nothing_acknowledged_is_lost() {
    let kills: u64 = env::var("AFFORDANCES_KILLS").map_or(10, |kills| {
        kills.parse().expect("AFFORDANCES_KILLS is a number")
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sessions.db");
    let sessions = Arc::new(Mutex::new(Vec::new()));
    for kill in 0..kills {
        let process = Process::start(&file);
        let agents: Vec<_> = (0..AGENTS)
            .map(|_| tokio::spawn(agent(process.client.clone(), sessions.clone())))
            .collect();
        let random = RandomState::new().hash_one(kill);
        tokio::time::sleep(Duration::from_millis(5 + random % 150)).await;
        process.kill();
        for agent in agents {
            agent.await.unwrap();
        }
    }

    let process = Process::start(&file);
    let sessions = std::mem::take(&mut *sessions.lock().unwrap());
    assert!(
        !sessions.is_empty(),
        "nothing was acknowledged before a kill"
    );
    let admin = process.client.bearer(crate::support::ADMIN);
    for before in sessions {
        let after = walk(&process.client, before.clone()).await;
        let path = format!("/api/onboarding/sessions/{}", after.id);
        let view = admin.get(&path).await.ok();
        assert_eq!(view["status"], "completed", "every session can finish");
        for step in view["steps"].as_array().unwrap() {
            let id = step["id"].as_str().unwrap();
            let output = step.get("output").unwrap_or(&Value::Null);
            assert_eq!(output, &after.outputs[id], "`{id}` was acknowledged so");
        }
        assert_eq!(view["progress"], json!({ "completed": 6, "total": 6 }));
        ran_once(&view);
        log_agrees(&view);
    }
    process.kill();
}
