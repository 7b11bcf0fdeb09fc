//! The fixture of the conformance tests: flow `default` with a diamond in it, a
//! second flow, steps that count their runs.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use affordances::aboard::protocol::Identity;
use affordances::aboard::verifier::from_fn;
use affordances::aboard::{MemoryStore, Onboarding, SqliteStore, Store, Unreachable};
use affordances::prelude::*;
use axum::Router;
use axum::extract::FromRef;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::{Client, Reply};

pub(crate) const BASE: &str = "https://acme.example";
pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const ACCESS: &str = "access-ada";
pub(crate) const ADMIN: &str = "the-token-of-the-operators";

/// What the steps share.
#[derive(Clone)]
pub(crate) struct App {
    runs: Arc<Mutex<BTreeMap<&'static str, u32>>>,
    /// `flaky` waits here when it is asked to.
    pub(crate) gate: Arc<Semaphore>,
    pub(crate) keys: Arc<Mutex<Vec<(u32, String)>>>,
}

impl App {
    fn ran(&self, step: &'static str) {
        *self.runs.lock().unwrap().entry(step).or_default() += 1;
    }
}

/// A part of the state, as extractors take one.
#[derive(Clone)]
pub(crate) struct Keys(Arc<Mutex<Vec<(u32, String)>>>);

impl FromRef<App> for Keys {
    fn from_ref(app: &App) -> Self {
        Self(app.keys.clone())
    }
}

/// Get a workspace.
#[onboarding(name = "Acme", state = App, discovery = "/auth.md")]
pub(crate) mod default {
    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct CreateOrg {
        #[schemars(length(min = 1))]
        name: String,
        #[serde(default)]
        seats: Option<u8>,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Org {
        org_id: String,
        #[schemars(length(max = 40))]
        name: String,
        owner: Option<String>,
        seats: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub(crate) enum Mode {
        Ok,
        Fail,
        Field,
        Opaque,
        BadOutput,
        Panic,
        Wait,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Flaky {
        mode: Mode,
    }

    #[derive(Serialize, JsonSchema)]
    pub(crate) struct Done {
        #[schemars(length(max = 5))]
        text: String,
    }

    /// Say hello.
    #[step(artifact(name = "kit", path = "/kit.json"))]
    pub(crate) async fn auth(State(app): State<App>) {
        app.ran("auth");
    }

    /// Provision the workspace.
    #[step]
    pub(crate) async fn create_org(
        State(app): State<App>,
        cx: &StepContext,
        Input(input): Input<CreateOrg>,
    ) -> Result<Org, StepError> {
        app.ran("create_org");
        Ok(Org {
            org_id: format!("org-{}", input.name),
            owner: cx.identity().map(|identity| identity.subject.clone()),
            seats: input.seats.unwrap_or(1),
            name: input.name,
        })
    }

    /// Pick a plan.
    #[step]
    pub(crate) async fn pick_plan(State(app): State<App>) {
        app.ran("pick_plan");
    }

    /// Invite somebody; any JSON will do.
    #[step(depends_on = [create_org])]
    pub(crate) async fn invite(State(app): State<App>, Input(any): Input<Value>) -> Value {
        app.ran("invite");
        json!({ "received": any })
    }

    /// Finish.
    #[step(depends_on = [pick_plan, invite])]
    pub(crate) async fn finish(State(app): State<App>) -> Result<u32> {
        app.ran("finish");
        Ok(7)
    }

    /// Do as the mode says.
    #[step(depends_on = [])]
    pub(crate) async fn flaky(
        State(app): State<App>,
        State(keys): State<Keys>,
        cx: &StepContext,
        Input(input): Input<Flaky>,
    ) -> Result<Done, StepError> {
        app.ran("flaky");
        let attempt = (cx.attempt(), cx.attempt_key().to_owned());
        keys.0.lock().unwrap().push(attempt);
        let done = |text: &str| Done { text: text.into() };
        match input.mode {
            Mode::Ok => Ok(done("fine")),
            Mode::Fail => Err(StepError::new("upstream refused")),
            Mode::Field => Err(StepError::invalid_input("/mode", "is out of fashion")),
            Mode::Opaque => Ok(done(&"secret".parse::<u32>()?.to_string())),
            Mode::BadOutput => Ok(done("a text that is longer than five")),
            Mode::Panic => panic!("secret"),
            Mode::Wait => {
                app.gate.acquire().await?.forget();
                Ok(done("late"))
            }
        }
    }
}

/// A short flow, without access token.
#[onboarding(
    slug = "mini", name = "Acme", state = App, at = "/api/mini", identity = "optional", stuck_after = 2
)]
pub(crate) mod mini {
    use super::*;

    /// The only step.
    #[step(stuck_after = 1)]
    pub(crate) async fn only(Input(fine): Input<bool>) -> Result<()> {
        match fine {
            true => Ok(()),
            false => Err(ActionError::unavailable("not fine")),
        }
    }
}

/// A server on a port of its own, and what a test does to it.
pub(crate) struct Server {
    pub(crate) client: Client,
    pub(crate) app: App,
    /// The folder of the store's file is gone with the server.
    _folder: Option<tempfile::TempDir>,
}

impl Server {
    pub(crate) async fn in_memory() -> Self {
        Self::with(MemoryStore::new(), |onboarding| onboarding).await
    }

    pub(crate) async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("sessions.db"))
            .await
            .unwrap();
        let mut server = Self::with(store, |onboarding| onboarding).await;
        server._folder = Some(folder);
        server
    }

    /// A server whose settings a test has changed.
    pub(crate) async fn with(
        store: impl Store,
        change: impl FnOnce(Onboarding<App>) -> Onboarding<App>,
    ) -> Self {
        let app = App {
            runs: Arc::default(),
            gate: Arc::new(Semaphore::new(0)),
            keys: Arc::default(),
        };
        let verifier = from_fn(|token: String| async move {
            match token.as_str() {
                "down" => Err(Unreachable::new("no route to the verifier")),
                other => Ok(other
                    .strip_prefix("access-")
                    .map(|subject| Identity::new(subject).with_agent_provider("demo"))),
            }
        });
        let onboarding = Onboarding::new(&default::FLOW)
            .flow(&mini::FLOW)
            .base(BASE)
            .store(store)
            .secret(SECRET)
            .verifier(verifier)
            .admin_token(ADMIN);
        let router = change(onboarding).router().unwrap();
        let router: Router = Router::new().merge(router).with_state(app.clone());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            client: Client::new(address),
            app,
            _folder: None,
        }
    }

    /// A new session of the default flow: its id and a client with its token.
    pub(crate) async fn session(&self) -> Session<'_> {
        let reply = self
            .client
            .bearer(ACCESS)
            .post_nothing("/api/onboarding/sessions")
            .await;
        Session::of(self, "/api/onboarding", &reply.ok())
    }

    /// A new session of the second flow.
    pub(crate) async fn mini(&self) -> Session<'_> {
        let reply = self.client.post_nothing("/api/mini/sessions").await;
        Session::of(self, "/api/mini", &reply.ok())
    }

    pub(crate) fn admin(&self) -> Client {
        self.client.bearer(ADMIN)
    }

    pub(crate) fn runs(&self, step: &str) -> u32 {
        *self.app.runs.lock().unwrap().get(step).unwrap_or(&0)
    }

    /// Waits until a step has begun so many times.
    pub(crate) async fn began(&self, step: &str, times: u32) {
        while self.runs(step) < times {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// A session, as its agent knows it.
#[derive(Clone)]
pub(crate) struct Session<'s> {
    pub(crate) on: &'s Server,
    at: &'static str,
    pub(crate) id: String,
    pub(crate) token: String,
}

impl<'s> Session<'s> {
    fn of(on: &'s Server, at: &'static str, created: &Value) -> Self {
        Self {
            on,
            at,
            id: created["sessionId"].as_str().unwrap().to_owned(),
            token: token_of(created),
        }
    }

    pub(crate) fn client(&self) -> Client {
        self.on.client.bearer(&self.token)
    }

    pub(crate) fn path(&self, step: &str) -> String {
        format!("{}/steps/{step}", self.at)
    }

    pub(crate) async fn call(&self, step: &str, body: Value) -> Reply {
        self.client().post(&self.path(step), body).await
    }

    pub(crate) async fn flaky(&self, mode: &str) -> Reply {
        self.call("flaky", json!({ "mode": mode })).await
    }

    /// Calls the first steps, up to and with `create_org`.
    pub(crate) async fn with_org(self) -> Self {
        self.call("auth", json!({})).await.ok();
        self.call("create_org", json!({ "name": "acme" }))
            .await
            .ok();
        self
    }

    pub(crate) async fn complete(&self) {
        for (step, body) in [
            ("auth", json!({})),
            ("create_org", json!({ "name": "acme" })),
            ("pick_plan", json!({})),
            ("invite", json!(["eve"])),
            ("finish", json!({})),
            ("flaky", json!({ "mode": "ok" })),
        ] {
            self.call(step, body).await.ok();
        }
    }

    pub(crate) async fn revoke(&self, client: &Client) -> Reply {
        let path = format!("{}/sessions/{}/revoke", self.at, self.id);
        client.post_nothing(&path).await
    }

    /// The session, as the operators see it.
    pub(crate) async fn view(&self) -> Value {
        let path = format!("{}/sessions/{}", self.at, self.id);
        self.on.admin().get(&path).await.ok()
    }

    /// Its log, each event as `type stepId`.
    pub(crate) async fn events(&self) -> Vec<String> {
        let view = self.view().await;
        let events = view["events"].as_array().unwrap().iter();
        let word = |event: &Value| {
            let kind = event["type"].as_str().unwrap();
            match event["stepId"].as_str() {
                Some(step) => format!("{kind} {step}"),
                None => kind.to_owned(),
            }
        };
        events.map(word).collect()
    }
}

pub(crate) fn token_of(created: &Value) -> String {
    created["sessionToken"].as_str().unwrap().to_owned()
}
