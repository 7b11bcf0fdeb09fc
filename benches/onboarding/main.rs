//! What onboarding costs over HTTP, beside an axum server written by hand for one
//! flow that gives the same guarantees (`aboard-core/benches/hand`): sessions and
//! whole flows (a session and three steps) a second, and the server's CPU for each.
//!
//! `cargo bench --features aboard-sqlite --bench onboarding [-- FILTER]`. A server is
//! a child process with a fresh store, so that its CPU time can be read apart from
//! the client's; the two take turns, and the medians of the rounds are compared.
//! Linux only (`/proc`).

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a measurement, not a library: it stops where something is wrong, and prints"
)]

mod by_hand;
mod client;
mod flow;
#[path = "../../aboard-core/benches/hand/mod.rs"]
mod hand;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use affordances::aboard::protocol::Identity;
use affordances::aboard::{
    Durability, MemoryStore, Onboarding, SqliteOptions, StaticTokens, Store,
};
use axum::Router;

use self::client::Kind;
pub(crate) use self::flow::{Made, Named, make};

pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const ACCESS: &str = "demo-agent-token";
/// The steps and their bodies.
pub(crate) const STEPS: [(&str, &[u8]); 3] = [
    ("create_org", br#"{"name":"Acme"}"#),
    ("create_project", br#"{"name":"first"}"#),
    ("deploy", br#"{"name":"now"}"#),
];

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(1500);
const STORES: [(&str, Option<Durability>); 3] = [
    ("memory", None),
    ("SQLite, FULL", Some(Durability::PowerLoss)),
    ("SQLite, NORMAL", Some(Durability::ProcessCrash)),
];

fn ours(store: impl Store) -> Router {
    let onboarding = Onboarding::new(&flow::acme::FLOW)
        .base("https://acme.example")
        .store(store)
        .secret(SECRET)
        .verifier(StaticTokens::new().with(ACCESS, Identity::new("user_demo")));
    onboarding.router().unwrap().with_state(flow::App)
}

/// Serves one variant on one store until it is killed.
#[tokio::main]
async fn server(who: &str, store: &str, file: &Path) {
    let durability = STORES.iter().find(|(name, _)| *name == store).unwrap().1;
    let app = match (who, durability) {
        ("ours", None) => ours(MemoryStore::with_capacity(10_000_000)),
        ("ours", Some(durability)) => {
            let options = SqliteOptions::new().durability(durability);
            ours(options.open(file).await.unwrap())
        }
        (_, None) => by_hand::router(hand::Memory::new()),
        (_, Some(durability)) => by_hand::router(hand::Sqlite::open(file, durability).await),
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    axum::serve(listener, app).await.unwrap();
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Done a second, and microseconds of server CPU for each.
async fn round(who: &str, store: &str, kind: Kind, callers: usize) -> (f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["server", who, store])
        .arg(folder.path().join("sessions.db"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Server(child);
    let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap();
    let before = cpu(server.0.id());
    let (done, seconds) = client::load(&address, kind, callers, ROUND).await;
    let micros = (cpu(server.0.id()) - before) * 1e6;
    (done as f64 / seconds, micros / done as f64)
}

/// User and system time of a process, in seconds.
fn cpu(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
    let ticks: u32 = fields
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u32>().unwrap())
        .sum();
    f64::from(ticks) / 100.0 // USER_HZ, fixed by the kernel's interface
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn measure(filter: &str) {
    println!("                                       a second            us of CPU for each");
    println!("                       callers    ours  by hand  ratio    ours  by hand  ratio");
    for (store, _) in STORES {
        for (kind, name) in [(Kind::Sessions, "sessions"), (Kind::Flows, "flows")] {
            for callers in [1, 32] {
                let title = format!("{store}, {name}");
                if !title.contains(filter) {
                    continue;
                }
                let mut rows = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
                for _ in 0..ROUNDS {
                    for (who, row) in ["ours", "hand"].iter().zip(&mut rows) {
                        let (rate, micros) = round(who, store, kind, callers).await;
                        row.0.push(rate);
                        row.1.push(micros);
                    }
                }
                let [(a, b), (c, d)] = rows.map(|(rates, micros)| (median(rates), median(micros)));
                println!(
                    "{title:<24} {callers:>5} {a:>7.0} {c:>8.0} {:>6.2} {b:>7.0} {d:>8.0} {:>6.2}",
                    a / c,
                    b / d
                );
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    if first == "server" {
        let [who, store, file] = [(); 3].map(|()| arguments.next().unwrap());
        server(&who, &store, Path::new(&file));
    } else if std::env::args().any(|argument| argument == "--bench") {
        measure(if first.starts_with('-') { "" } else { &first });
    }
    // `cargo test` runs benches too: that they compile is enough.
}
