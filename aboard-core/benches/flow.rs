//! What a flow (a session and three steps) costs, beside code written by hand
//! for this one flow that makes the same two commits a step.
//!
//! `cargo bench -p aboard-core --features sqlite --bench flow`. Variants take
//! turns, and the medians of the rounds are compared. Without HTTP: what an
//! adapter adds is the same for both.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a measurement, not a library: it stops where something is wrong, and prints"
)]

mod hand;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use aboard_core::__macro::{FlowDef, StepDef, StepReturn, StepTypes};
use aboard_core::protocol::Identity;
use aboard_core::runtime::{Body, CreateRequest, Flow, Runtime, Settings, StepRequest};
use aboard_core::store::{Durability, MemoryStore, SqliteOptions, Store};
use aboard_core::token::TokenKeys;
use aboard_core::verifier::StaticTokens;
use affordances_core::__macro::{FromCall, Receives, TheInput};
use affordances_core::Input;
use affordances_core::schema::InputShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const ACCESS: &str = "demo-agent-token";
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(1500);

/// One request after another: a session, and its steps with their bodies.
pub(crate) const STEPS: [(&str, &[u8]); 3] = [
    ("create_org", br#"{"name":"Acme"}"#),
    ("create_project", br#"{"name":"first"}"#),
    ("deploy", br#"{"name":"now"}"#),
];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    #[schemars(length(min = 1, max = 100))]
    pub(crate) name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Made {
    pub(crate) made_id: String,
    pub(crate) name: String,
}

/// The author's code.
pub(crate) async fn make(named: Named) -> Made {
    Made {
        made_id: format!("made_{}", named.name.len()),
        name: named.name,
    }
}

enum AnyStep {}
impl Receives<TheInput> for AnyStep {}

const fn step(id: &'static str) -> StepDef<()> {
    StepDef::new(id, "A step.", |cx| {
        Box::pin(async move {
            let Input(named) =
                <Input<Named> as FromCall<'_, (), _>>::admitted::<AnyStep>()(cx).await?;
            make(named).await.into_step()
        })
    })
}

static FLOW: FlowDef<()> = {
    static STEPS: &[StepDef<()>] = &[step("create_org"), step("create_project"), step("deploy")];
    const TYPES: StepTypes = (
        <Made as StepReturn<_>>::schema,
        &[|| Some(InputShape::of::<Named>())],
    );
    FlowDef::new("default", "Acme", "A flow.", "here", STEPS).types(&[TYPES; 3])
};

/// Something that makes a flow; the bytes of the answers are its length.
trait Variant: Send + Sync + 'static {
    fn flow(&self) -> impl Future<Output = usize> + Send;
}

struct Ours(Flow<()>);

impl Ours {
    fn new(store: impl Store) -> Self {
        let mut settings = Settings::new(store, TokenKeys::new(SECRET).unwrap());
        settings.verifier(StaticTokens::new().with(ACCESS, Identity::new("user_demo")));
        let runtime = Runtime::new(settings).unwrap();
        Self(Flow::new(&runtime, &FLOW, "https://acme.example").unwrap())
    }
}

impl Variant for Ours {
    async fn flow(&self) -> usize {
        let request = CreateRequest::new(Some(ACCESS), Body::read(b"{}"));
        let created = self.0.create(request).await.unwrap();
        let mut bytes = serde_json::to_vec(&created).unwrap().len();
        for (step, body) in STEPS {
            let request = StepRequest::new(Some(&created.session_token), step, Body::read(body));
            let (parts, ()) = http::Request::new(()).into_parts();
            let answer = self.0.call(request, parts, ()).await.unwrap();
            bytes += serde_json::to_vec(&answer).unwrap().len();
        }
        bytes
    }
}

impl Variant for hand::Memory {
    async fn flow(&self) -> usize {
        let created = self.create(ACCESS).await;
        let mut bytes = created.answer.len();
        for (step, (_, body)) in STEPS.iter().enumerate() {
            bytes += self.step(&created.token, step, body).await.len();
        }
        bytes
    }
}

impl Variant for hand::Sqlite {
    async fn flow(&self) -> usize {
        let created = self.create(ACCESS).await;
        let mut bytes = created.answer.len();
        for (step, (_, body)) in STEPS.iter().enumerate() {
            bytes += self.step(&created.token, step, body).await.len();
        }
        bytes
    }
}

/// Flows a second, by `callers` at once.
async fn measure(variant: &Arc<impl Variant>, callers: usize) -> f64 {
    let (done, begin) = (Arc::new(AtomicUsize::new(0)), Instant::now());
    let callers = (0..callers).map(|_| {
        let (variant, done) = (variant.clone(), done.clone());
        tokio::spawn(async move {
            while begin.elapsed() < ROUND {
                assert!(variant.flow().await > 400);
                done.fetch_add(1, Relaxed);
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
    done.load(Relaxed) as f64 / begin.elapsed().as_secs_f64()
}

/// Both in turns, each round on a fresh store.
async fn compare<A: Variant, B: Variant>(
    name: &str,
    callers: usize,
    ours: impl AsyncFn(usize) -> A,
    hand: impl AsyncFn(usize) -> B,
) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        a.push(measure(&Arc::new(ours(round).await), callers).await);
        b.push(measure(&Arc::new(hand(round).await), callers).await);
    }
    let median = |mut rounds: Vec<f64>| {
        rounds.sort_by(f64::total_cmp);
        rounds[rounds.len() / 2]
    };
    let (a, b) = (median(a), median(b));
    println!(
        "{name:<16} {callers:>3} callers  ours {a:>8.0}/s  by hand {b:>8.0}/s  ratio {:.2}",
        a / b
    );
}

#[tokio::main]
async fn main() {
    for callers in [1, 32] {
        compare(
            "memory",
            callers,
            async |_| Ours::new(MemoryStore::new()),
            async |_| hand::Memory::new(),
        )
        .await;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, durability) in [
        ("SQLite, FULL", Durability::PowerLoss),
        ("SQLite, NORMAL", Durability::ProcessCrash),
    ] {
        for callers in [1, 32] {
            let file = |who: &str, round| {
                folder
                    .path()
                    .join(format!("{who}-{name}-{callers}-{round}.db"))
            };
            let options = SqliteOptions::new().durability(durability);
            compare(
                name,
                callers,
                async |round| Ours::new(options.clone().open(file("ours", round)).await.unwrap()),
                async |round| hand::Sqlite::open(&file("hand", round), durability).await,
            )
            .await;
        }
    }
}
