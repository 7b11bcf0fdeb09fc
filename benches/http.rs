//! What a graph and a call cost over HTTP, beside axum handlers written by hand
//! that answer the same bytes: requests per second and server CPU per request,
//! side by side in one run.
//!
//! `cargo bench --bench http`. The server is a child process, so that its CPU
//! time can be read apart from the client's; variants take turns, and the
//! medians of the rounds are compared. Linux only (`/proc`).

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a measurement, not a library: it stops where something is wrong, and prints"
)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use affordances::prelude::*;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use axum::response::IntoResponse;
use axum::routing::get;
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

const VND: &str = "application/vnd.affordances+json";
const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(1500);
const CALL: &str = r#"{"action":"addToCart","input":{"sku":"TEE-BLK-M","quantity":2}}"#;

#[derive(Clone, Default)]
struct Shop(Arc<AtomicU32>);

#[derive(Serialize)]
struct Product {
    slug: &'static str,
    name: &'static str,
    description: &'static str,
    price_cents: u32,
    variants: Vec<Variant>,
}

#[derive(Serialize)]
struct Variant {
    sku: &'static str,
    stock: u32,
}

#[derive(Serialize)]
struct Cart {
    quantity: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AddToCart {
    #[schemars(length(min = 1, max = 40))]
    sku: String,
    #[schemars(range(min = 1, max = 10))]
    quantity: u32,
}

#[derive(Serialize, JsonSchema)]
struct Added {
    quantity: u32,
}

impl Shop {
    fn product(&self) -> Product {
        Product {
            slug: "heavyweight-tee",
            name: "Heavyweight Tee",
            description: "Made of thick cotton that keeps its shape, wash after wash after wash.",
            price_cents: 3200,
            variants: vec![
                Variant {
                    sku: "TEE-BLK-M",
                    stock: 12,
                },
                Variant {
                    sku: "TEE-BLK-L",
                    stock: 0,
                },
            ],
        }
    }

    fn cart(&self) -> Cart {
        Cart {
            quantity: self.0.load(Relaxed),
        }
    }

    /// Modulo, so that every answer has the same length.
    fn add(&self, add: &AddToCart) -> u32 {
        assert_eq!(add.sku, "TEE-BLK-M");
        self.0.fetch_add(add.quantity, Relaxed);
        self.0.fetch_and(7, Relaxed) & 7
    }
}

/// One product, with its variants and the visitor's cart.
#[page(route = "/ours", state = Shop)]
mod product {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        product: Product,
        cart: Cart,
    }

    #[load]
    async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
            cart: shop.cart(),
        })
    }

    #[view]
    fn view(entities: &Entities) -> Html<String> {
        Html(entities.product.name.to_owned())
    }

    #[guard("a variant is in stock")]
    fn in_stock(entities: &Entities) -> Verdict {
        let stock = entities
            .product
            .variants
            .iter()
            .any(|variant| variant.stock > 0);
        Verdict::available_if(stock, "Sold out")
    }

    /// Add a variant of this product to the cart.
    #[action(expose = "public", effects = [cart], guard = in_stock)]
    async fn add_to_cart(
        State(shop): State<Shop>,
        Input(input): Input<AddToCart>,
        _: &Write<Cart>,
    ) -> Result<Added> {
        Ok(Added {
            quantity: shop.add(&input),
        })
    }
}

site! { static SITE: Shop = { name: "Bench", auth: [], pages: [product] } }

/// The graph of `/ours`, taken once: what a developer would write as constants.
static GRAPH_PARTS: LazyLock<(String, String)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let graph = runtime.block_on(async {
        let mut agent = affordances::testing::Agent::new(ours(Shop::default()));
        agent.get("/ours").await.text()
    });
    let (head, tail) = graph.split_once(r#""entities":"#).unwrap();
    let (_, actions) = tail.split_once(r#","actions":"#).unwrap();
    (
        format!(r#"{head}"entities":"#),
        format!(r#","actions":{actions}"#),
    )
});

static VALIDATOR: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = schemars::schema_for!(AddToCart).to_value();
    jsonschema::options().build(&schema).unwrap()
});

fn ours(shop: Shop) -> Router {
    let site = Affordances::new(&SITE).rate_limit(None);
    site.finish(Router::new().merge(site.pages()).with_state(shop))
        .unwrap()
}

/// The same by hand: entities through serde per request, the rest constant.
fn by_hand(shop: Shop) -> Router {
    #[derive(Serialize)]
    struct Both {
        product: Product,
        cart: Cart,
    }

    fn document(body: Vec<u8>) -> impl IntoResponse {
        let headers = [
            (header::CONTENT_TYPE, VND),
            (header::CACHE_CONTROL, "private, no-store"),
            (header::VARY, "Accept"),
        ];
        (headers, body)
    }

    async fn graph(State(shop): State<Shop>) -> impl IntoResponse {
        let mut body = GRAPH_PARTS.0.clone().into_bytes();
        let entities = Both {
            product: shop.product(),
            cart: shop.cart(),
        };
        serde_json::to_writer(&mut body, &entities).unwrap();
        body.extend_from_slice(GRAPH_PARTS.1.as_bytes());
        document(body)
    }

    async fn call(State(shop): State<Shop>, body: Bytes) -> impl IntoResponse {
        #[derive(Serialize)]
        struct Delta {
            ok: bool,
            changed: Changed,
            output: Added,
        }
        #[derive(Serialize)]
        struct Changed {
            cart: Cart,
        }
        let mut call: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(call["action"], "addToCart");
        let input = call["input"].take();
        assert!(VALIDATOR.is_valid(&input));
        // The guard looks at the product before, the answer at the cart after.
        assert!(
            shop.product()
                .variants
                .iter()
                .any(|variant| variant.stock > 0)
        );
        let input: AddToCart = serde_json::from_value(input).unwrap();
        let output = Added {
            quantity: shop.add(&input),
        };
        let delta = Delta {
            ok: true,
            changed: Changed { cart: shop.cart() },
            output,
        };
        document(serde_json::to_vec(&delta).unwrap())
    }

    Router::new()
        .route("/hand", get(graph).post(call))
        .with_state(shop)
}

fn server() {
    LazyLock::force(&GRAPH_PARTS);
    LazyLock::force(&VALIDATOR);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let shop = Shop::default();
        // Each its own app: the handwritten one pays nothing for ours.
        let both = [ours(shop.clone()), by_hand(shop)];
        for app in both {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            println!("{}", listener.local_addr().unwrap());
            tokio::spawn(async move { axum::serve(listener, app).await });
        }
        std::future::pending::<()>().await;
    });
}

/// User and system time of a process, in seconds.
fn cpu(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .unwrap()
        .1
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
    ticks / 100.0 // USER_HZ, fixed by the kernel's interface
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Graph,
    Call,
}

async fn load(address: &str, path: &'static str, kind: Kind) -> usize {
    let end = Instant::now() + ROUND;
    let clients = (0..CONNECTIONS).map(|_| {
        let address = address.to_owned();
        tokio::spawn(async move {
            let stream = TcpStream::connect(address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let (mut sender, connection) =
                hyper::client::conn::http1::handshake(TokioIo::new(stream))
                    .await
                    .unwrap();
            tokio::spawn(connection);
            let mut done = 0;
            while Instant::now() < end {
                let request = Request::builder().uri(path).header(header::HOST, "bench");
                let request = match kind {
                    Kind::Graph => request.header(header::ACCEPT, VND).body(Body::empty()),
                    Kind::Call => request
                        .method("POST")
                        .header(header::CONTENT_TYPE, VND)
                        .body(Body::from(CALL)),
                };
                let response = sender.send_request(request.unwrap()).await.unwrap();
                assert_eq!(response.status(), 200);
                response.into_body().collect().await.unwrap();
                done += 1;
            }
            done
        })
    });
    let mut total = 0;
    for client in clients.collect::<Vec<_>>() {
        total += client.await.unwrap();
    }
    total
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn measure() {
    let child = Command::new(std::env::current_exe().unwrap())
        .arg("server")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Server(child);
    let pid = server.0.id();
    let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let ours = lines.next().unwrap().unwrap();
    let hand = lines.next().unwrap().unwrap();
    let variants = [("affordances", ours, "/ours"), ("by hand", hand, "/hand")];

    let mut rows: BTreeMap<_, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for round in 0..=ROUNDS {
        for (kind, kind_name) in [(Kind::Graph, "graph"), (Kind::Call, "call")] {
            for (name, address, path) in &variants {
                let before = cpu(pid);
                let begun = Instant::now();
                let requests = load(address, path, kind).await;
                let per_second = requests as f64 / begun.elapsed().as_secs_f64();
                let micros = (cpu(pid) - before) * 1e6 / requests as f64;
                if round > 0 {
                    let row = rows.entry((kind_name, *name)).or_default();
                    row.0.push(per_second);
                    row.1.push(micros);
                }
            }
        }
    }
    println!(
        "{:<6} {:<12} {:>10} {:>14}",
        "", "", "requests/s", "CPU us/request"
    );
    let mut medians = BTreeMap::new();
    for ((kind, name), (rates, micros)) in rows {
        let (rate, micros) = (median(rates), median(micros));
        println!("{kind:<6} {name:<12} {rate:>10.0} {micros:>14.1}");
        medians.insert((kind, name), micros);
    }
    for kind in ["graph", "call"] {
        let ratio = medians[&(kind, "affordances")] / medians[&(kind, "by hand")];
        println!("{kind}: {ratio:.2} times the CPU of the handler written by hand");
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "server") {
        server();
    } else if std::env::args().any(|argument| argument == "--bench") {
        measure();
    } else {
        // `cargo test` runs benches too: only that the handlers agree.
        let (head, tail) = &*GRAPH_PARTS;
        assert!(head.starts_with('{') && tail.ends_with('}'));
    }
}
