//! Flows, driven as an adapter drives them.

mod admin;
mod create;
mod failures;
mod parallel;
#[cfg(feature = "sqlite")]
mod sqlite;
mod steps;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

use affordances_core::__macro::{Cx, FromCall, Receives, TheInput};
use affordances_core::Input;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Mutex, Semaphore};

use super::*;
use crate::StepError;
use crate::call::{StepContext, StepReturn as _};
use crate::protocol::{ErrorCode, Identity, SessionCreated};
use crate::store::{MemoryStore, Store};
use crate::table::{FlowDef, StepDef, StepTypes};
use crate::token::TokenKeys;
use crate::verifier::{StaticTokens, Unreachable, Verifier};

/// What the steps of the fixture do something to.
#[derive(Clone)]
struct App {
    runs: Arc<AtomicU32>,
    /// Steps that are to take a while wait here.
    gate: Arc<Semaphore>,
    keys: Arc<Mutex<Vec<(u32, String)>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateOrg {
    #[schemars(length(min = 1))]
    name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Org {
    org_id: String,
    #[schemars(length(max = 20))]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Ok,
    Wait,
    Fail,
    Field,
    Opaque,
    BadOutput,
    Panic,
}

#[derive(Deserialize, JsonSchema)]
struct Flaky {
    mode: Mode,
}

/// Stands for every step of the fixture.
enum AnyStep {}
impl Receives<StepContext> for AnyStep {}
impl Receives<TheInput> for AnyStep {}

async fn input<T>(cx: &mut Cx<'_, App>) -> Result<T, affordances_core::engine::Failure>
where
    T: affordances_core::InputType,
{
    let Input(input) = <Input<T> as FromCall<'_, App, _>>::admitted::<AnyStep>()(cx).await?;
    Ok(input)
}

fn greeted(app: &App) {
    app.runs.fetch_add(1, SeqCst);
}

async fn flaky(app: App, mode: Mode) -> Result<Org, StepError> {
    app.runs.fetch_add(1, SeqCst);
    let org = |name: &str| Org {
        org_id: "1".into(),
        name: name.into(),
    };
    match mode {
        Mode::Ok => Ok(org("fine")),
        Mode::Wait => {
            app.gate.acquire().await?.forget();
            Ok(org("waited"))
        }
        Mode::Fail => {
            app.gate.acquire().await?.forget();
            Err(StepError::new("upstream refused"))
        }
        Mode::Field => Err(StepError::invalid_input("/mode", "is out of fashion")),
        Mode::Opaque => {
            "secret".parse::<u32>()?;
            Ok(org("never"))
        }
        Mode::BadOutput => Ok(org("a name longer than twenty characters")),
        Mode::Panic => panic!("secret"),
    }
}

static STEPS: &[StepDef<App>] = &[
    StepDef::new("auth", "Say hello.", |cx| {
        Box::pin(async move {
            greeted(cx.state);
            ().into_step()
        })
    })
    .artifact("kit", "/kit.json"),
    StepDef::new("create_org", "Provision a workspace.", |cx| {
        Box::pin(async move {
            let CreateOrg { name } = input(cx).await?;
            let told = <&StepContext as FromCall<'_, App, _>>::admitted::<AnyStep>()(cx).await?;
            let org_id = told
                .identity()
                .map_or("nobody", |who| &who.subject)
                .to_owned();
            Org { org_id, name }.into_step()
        })
    }),
    StepDef::new("pick_plan", "Pick a plan.", |_| {
        Box::pin(async { ().into_step() })
    }),
    StepDef::new("invite", "Say anything.", |cx| {
        Box::pin(async move { input::<Value>(cx).await?.into_step() })
    })
    .depends_on(&["create_org"]),
    StepDef::new("flaky", "Do as the mode says.", |cx| {
        Box::pin(async move {
            let told = <&StepContext as FromCall<'_, App, _>>::admitted::<AnyStep>()(cx).await?;
            let attempt = (told.attempt(), told.attempt_key().to_owned());
            cx.state.keys.lock().await.push(attempt);
            let Flaky { mode } = input(cx).await?;
            flaky(cx.state.clone(), mode).await.into_step()
        })
    })
    .depends_on(&[]),
];

static TYPES: &[StepTypes] = {
    macro_rules! reads {
        ($type:ty) => {
            &[|| Some(affordances_core::schema::InputShape::of::<$type>())]
        };
    }
    macro_rules! gives {
        ($type:ty) => {
            <$type as crate::call::StepReturn<_>>::schema
        };
    }
    &[
        (gives!(()), &[]),
        (gives!(Org), reads!(CreateOrg)),
        (gives!(()), &[]),
        (gives!(Value), reads!(Value)),
        (gives!(Org), reads!(Flaky)),
    ]
};

const fn flow(slug: &'static str, place: &'static str) -> FlowDef<App> {
    FlowDef::new(slug, "Acme", "A flow.", place, STEPS).types(TYPES)
}

static FLOW: FlowDef<App> = flow("default", "here:1").discovery("/auth.md");
static MINI: FlowDef<App> = flow("mini", "here:2").at("/mini");
/// Its sessions take no access token.
static OPEN: FlowDef<App> = flow("open", "here:3").identity_optional();

const SECRET: &str = "0123456789abcdef0123456789abcdef";
const ADMIN: &str = "the-token-of-the-operators";

struct Fixture {
    runtime: Runtime,
    flow: Flow<App>,
    app: App,
}

fn settings(store: impl Store) -> Settings {
    let mut settings = Settings::new(store, TokenKeys::new(SECRET).unwrap());
    let ada = Identity::new("ada").with_agent_provider("demo");
    settings.verifier(StaticTokens::new().with("access-ada", ada));
    settings.admin_token(ADMIN).unwrap();
    settings.notify = true;
    settings
}

impl Fixture {
    fn new() -> Self {
        Self::with(settings(MemoryStore::new()))
    }

    fn with(settings: Settings) -> Self {
        Self::of(&FLOW, settings)
    }

    fn of(flow: &'static FlowDef<App>, settings: Settings) -> Self {
        let runtime = Runtime::new(settings).unwrap();
        Self {
            flow: Flow::new(&runtime, flow, "https://acme.example/").unwrap(),
            runtime,
            app: App {
                runs: Arc::default(),
                gate: Semaphore::new(0).into(),
                keys: Arc::default(),
            },
        }
    }

    /// Another process on the same store.
    fn another(&self) -> Self {
        let mut other = Self::with(self.runtime.settings().clone());
        other.app = self.app.clone();
        other
    }

    async fn create(&self) -> SessionCreated {
        let request = CreateRequest::new(Some("access-ada"), Body::Absent);
        self.flow.create(request).await.unwrap()
    }

    async fn call(&self, token: &str, step: &str, body: Value) -> Result<StepAnswer, Refused> {
        self.call_with(token, step, Body::Json(body), None).await
    }

    async fn call_with(
        &self,
        token: &str,
        step: &str,
        body: Body,
        key: Option<&str>,
    ) -> Result<StepAnswer, Refused> {
        let (parts, ()) = http::Request::new(()).into_parts();
        let request = StepRequest::new(Some(token), step, body).key(key);
        self.flow.call(request, parts, self.app.clone()).await
    }

    /// Begins a call in a task, and returns once the step runs.
    async fn begin(
        self: &Arc<Self>,
        token: &str,
        body: Value,
    ) -> tokio::task::JoinHandle<Result<StepAnswer, Refused>> {
        let before = self.runs();
        let task = self.beside(token, body);
        while self.runs() == before {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        task
    }

    /// Begins a call of `flaky` in a task.
    fn beside(
        self: &Arc<Self>,
        token: &str,
        body: Value,
    ) -> tokio::task::JoinHandle<Result<StepAnswer, Refused>> {
        let (on, token) = (self.clone(), token.to_owned());
        tokio::spawn(async move { on.call(&token, "flaky", body).await })
    }

    fn runs(&self) -> u32 {
        self.app.runs.load(SeqCst)
    }

    async fn kinds(&self, id: &str) -> Vec<&'static str> {
        let session = self.flow.session(id, Some(ADMIN)).await.unwrap();
        session
            .events
            .iter()
            .map(|event| event.kind.as_str())
            .collect()
    }
}

fn mode(mode: &str) -> Value {
    json!({ "mode": mode })
}

fn code<T: std::fmt::Debug>(answer: Result<T, Refused>) -> ErrorCode {
    answer.unwrap_err().code().unwrap()
}

/// The body of a refusal, its reference checked and taken out.
fn body<T: std::fmt::Debug>(answer: Result<T, Refused>) -> Value {
    let mut body = match answer.unwrap_err() {
        Refused::Error { body, .. } => serde_json::to_value(body).unwrap(),
        Refused::Step(body) => serde_json::to_value(body).unwrap(),
    };
    if let Some(reference) = body.as_object_mut().unwrap().remove("reference") {
        assert_eq!(reference.as_str().unwrap().len(), 16);
        body["referred"] = json!(true);
    }
    body.as_object_mut().unwrap().remove("message");
    body
}
