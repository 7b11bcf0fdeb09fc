//! What nobody well-meaning sends: never a 5xx where none is due, no panic, no
//! changed row; and no update is lost or half done.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use axum::body::Body;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Shop, VND, fixture, serve, start};

const TEE: &str = "/products/tee";

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends bytes and reads until the server closes; what came before a reset
/// counts.
pub(crate) async fn exchange(address: SocketAddr, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream.write_all(request.as_ref()).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// The head of a call with an agent's credential and these further headers.
fn head(headers: &str) -> String {
    format!(
        "POST {TEE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-a\r\n\
         Content-Type: {VND}\r\nConnection: close\r\n{headers}\r\n"
    )
}

/// The page still serves, and nothing has run.
async fn assert_unharmed(client: &crate::support::Client, shop: &Shop) {
    assert_eq!(client.graph_reply(TEE).await.status, 200);
    assert_eq!(shop.runs(), 0);
    assert!(shop.0.carts.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a81_bodies_of_every_wrong_kind_are_refused() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    let nested = |open: &str, close: &str, depth| {
        format!(
            r#"{{"action":"addToCart","input":{}1{}}}"#,
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let bodies = [
        nested("[", "]", 100),
        nested(r#"{"a":"#, "}", 100),
        nested("[", "]", 100_000),
        nested(r#"{"a":"#, "", 30_000),
        "[".repeat(200_000),
        r#"{"action":"addToCart","input":{"sku":"TEE","quantity":1e999}}"#.to_owned(),
        r#"{"action":"addToCart","input":{"sku":"TEE"}}{"action":"addToCart"}"#.to_owned(),
        r#"{"action":"addToCart","input":{"sku":"TEE"},}"#.to_owned(),
        r#"{"action":"addToCart","input":{"sku":"\ud800"}}"#.to_owned(),
        r#"{"action":"addToCart","input":{"sku":"a	b"}}"#.to_owned(),
        "\u{feff}{\"action\":\"addToCart\",\"input\":{\"sku\":\"TEE\"}}".to_owned(),
        "{\"action\":\"addToCart\",\"input\":NaN}".to_owned(),
    ];
    for body in bodies {
        let reply = agent
            .send("POST", TEE, &[("content-type", VND)], body)
            .await;
        reply.refused(400, "invalid_input");
    }
    assert_eq!(shop.counts(), (0, 0, 0));
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a84_no_member_name_is_magic() {
    let shop = Shop::with_stock(3);
    let agent = start(&shop).await.bearer("token-a");
    for name in [
        "$serde_json::private::Number",
        "$serde_json::private::RawValue",
        "__proto__",
        "constructor",
        "$ref",
        "",
        "\0",
    ] {
        for value in [
            json!("1"),
            json!("{\"sku\":7}"),
            json!("[[["),
            json!({}),
            json!(null),
        ] {
            let call = json!({ "action": "addToCart", "input": { name: value } });
            let reply = agent.post(TEE, &call).await;
            assert!(
                [400, 422].contains(&reply.status.as_u16()),
                "{name}: {}",
                reply.text()
            );
        }
    }
    assert_eq!(shop.counts(), (0, 0, 0));
}

#[tokio::test]
async fn a85_five_megabytes_are_refused_before_they_arrive() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    // The declared length is enough: the answer comes before any of the body.
    let declared = head("Content-Length: 5242880\r\n");
    let answer = exchange(client.address, declared).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains(r#""code":"invalid_input""#), "{answer}");
    // Whether it is declared or not.
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let five = chunk.repeat(80);
    let chunked = format!("{}{five}0\r\n\r\n", head("Transfer-Encoding: chunked\r\n"));
    let answer = exchange(client.address, chunked).await;
    // A server may reset a client that goes on sending past the answer.
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 413"),
        "{answer}"
    );
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a85_an_endless_body_is_cut_off() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    let chunked = head("Transfer-Encoding: chunked\r\n");
    stream.write_all(chunked.as_bytes()).await.unwrap();
    // Slowly enough that the answer is read before anything is reset.
    let chunk = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    let (mut reads, mut writes) = stream.split();
    let sent = Mutex::new(0_usize);
    let send = async {
        while writes.write_all(chunk.as_bytes()).await.is_ok() {
            *sent.lock().unwrap() += chunk.len();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = [0; 12];
    let read = tokio::time::timeout(PATIENCE, reads.read_exact(&mut answer));
    tokio::select! {
        () = send => {}
        read = read => { read.unwrap().unwrap(); }
    }
    assert_eq!(std::str::from_utf8(&answer).unwrap(), "HTTP/1.1 413");
    let sent = *sent.lock().unwrap();
    assert!(
        (256 * 1024..4 * 1024 * 1024).contains(&sent),
        "{sent} bytes were sent"
    );
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a81_a_body_that_stalls_is_408() {
    let shop = Shop::with_stock(3);
    let site = fixture::site().read_timeout(Duration::from_millis(200));
    let client = serve(fixture::app(&site, shop.clone())).await;
    for part in ["", r#"{"action":"addToCart","#] {
        let stalled = format!("{}{part}", head("Content-Length: 44\r\n"));
        let answer = exchange(client.address, stalled).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains(r#""code":"invalid_input""#), "{answer}");
    }
    assert_eq!(shop.counts(), (0, 0, 0));
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a81_a_body_that_breaks_off_runs_nothing() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    let part = format!(
        "{}{{\"action\":\"addToCart\"",
        head("Content-Length: 99\r\n")
    );
    stream.write_all(part.as_bytes()).await.unwrap();
    drop(stream);
    let broken = format!("{}zz\r\n{{\r\n", head("Transfer-Encoding: chunked\r\n"));
    let answer = exchange(client.address, broken).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
        "{answer}"
    );
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a88_odd_paths_cross_no_route() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let agent = client.bearer("token-a");
    for (path, statuses) in [
        ("/products/%FF", [422, 422]),
        ("/products/%2F", [200, 422]),
        ("/products/%00", [200, 422]),
        ("/products/%", [200, 422]),
        ("/products/%zz", [200, 422]),
        ("/products/..%2fcart", [200, 422]),
        ("/products//", [404, 404]),
        ("/products/", [404, 404]),
        ("//cart", [404, 404]),
        ("/cart/", [404, 404]),
        ("/CART", [404, 404]),
        ("/%63art", [404, 404]),
        ("/cart%2F", [404, 404]),
        ("/cart;x=1", [404, 404]),
    ] {
        let graph = agent.graph_reply(path).await;
        assert_eq!(graph.status, statuses[0], "{path}: {}", graph.text());
        let call = agent.call(path, "addToCart", json!({ "junk": 1 })).await;
        assert_eq!(call.status, statuses[1], "{path}: {}", call.text());
    }
    assert_unharmed(&client, &shop).await;
}

#[tokio::test]
async fn a11_absurd_headers_are_survived() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let long = format!("{VND};x=\"{}\"", "y".repeat(8_000));
    let many = vec![VND; 200].join(",");
    let absurd = [
        ";;;,,,===",
        "q=1;q=0",
        "*/*/*",
        "application/",
        "/",
        "\"",
        "text/html;q=\"",
        "\\",
        "text/html;q=99999999999999999999",
        "text/html;q=-1",
        "text/html;q=NaN",
        "\u{e9}\u{4e16}",
        ",",
        " ",
        &long,
        &many,
    ];
    for value in absurd {
        for header in [
            "accept",
            "origin",
            "cookie",
            "authorization",
            "x-forwarded-for",
            "forwarded",
        ] {
            let odd = client.with(header, value);
            for (what, reply) in [
                ("html", odd.html(TEE).await),
                ("graph", odd.graph_reply(TEE).await),
                (
                    "call",
                    odd.call(TEE, "addToCart", json!({ "junk": 1 })).await,
                ),
                (
                    "form",
                    odd.form("/products/tee?action=addToCart", value).await,
                ),
            ] {
                let status = reply.status.as_u16();
                assert!(status < 500, "{what} {header}: {value:?} {status}");
            }
        }
        let typed = [("content-type", value)];
        let reply = client.send("POST", TEE, &typed, "{}").await;
        assert!(reply.status.is_client_error(), "{value:?} {}", reply.status);
    }
    assert_unharmed(&client, &shop).await;
}

/// A generator of the same numbers in every run (xorshift).
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// One of `from` as it is, cut, or with a byte changed.
    fn mutated(&mut self, from: &[&str]) -> Vec<u8> {
        let mut bytes = self.pick(from).as_bytes().to_vec();
        for _ in 0..self.below(3) {
            if bytes.is_empty() {
                break;
            }
            let at = self.below(bytes.len());
            match self.below(3) {
                0 => bytes.truncate(at),
                1 => bytes[at] = self.next().to_le_bytes()[0],
                _ => bytes.insert(at, b"{}[]\",:0\\%"[self.below(10)]),
            }
        }
        bytes
    }
}

/// A request that may be anything but well-formed enough to change a row:
/// whoever is recognised comes from a foreign site.
fn any_request(random: &mut Seeded) -> (bool, Vec<u8>) {
    let method = random.pick(&[
        "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS",
    ]);
    let mut path = random.mutated(&[
        "/",
        TEE,
        "/cart",
        "/faults/a?x=1",
        "/products/missing",
        "/about",
        "/nowhere",
        "/.well-known/affordances.json",
        "/cart?action=checkout&confirm=true",
        "/products/tee?action=addToCart",
        "/?affordances=1",
        "/products/%FF%2F?affordances=1",
    ]);
    // A request line that is none is hyper's to refuse.
    path.retain(|byte| byte.is_ascii_graphic() && *byte != b'#');
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    let mut body = random.mutated(&[
        r#"{"action":"addToCart","input":{"sku":"TEE","quantity":2}}"#,
        r#"{"action":"buyOut","input":{"sku":"TEE"},"confirm":true}"#,
        r#"{"action":"search","input":{"query":"tee"}}"#,
        r#"{"action":"checkout","confirm":true}"#,
        r#"{"action":"applyCoupon","input":{"kind":"percent","code":"TEN"}}"#,
        r#"{"action":"hidden"}"#,
        "sku=TEE&quantity=3",
        "[[[[[[",
        "",
    ]);
    if method != "POST" {
        body.clear();
    }
    let mut request = format!("{method} ").into_bytes();
    request.extend_from_slice(&path);
    request.extend_from_slice(b" HTTP/1.1\r\nHost: x\r\n");
    let mut header = |name: &str, values: &[&str]| {
        if random.below(3) == 0 {
            return;
        }
        let mut value = random.mutated(values);
        value.retain(|byte| *byte >= b' ' && *byte != 0x7f);
        request.extend_from_slice(format!("{name}: ").as_bytes());
        request.extend_from_slice(&value);
        request.extend_from_slice(b"\r\n");
    };
    header(
        "accept",
        &[
            VND,
            "text/html",
            "*/*;q=0.1",
            "application/vnd.affordances+json;q=0",
        ],
    );
    let form = "application/x-www-form-urlencoded";
    header(
        "content-type",
        &[VND, VND, form, "application/json", "multipart/form-data"],
    );
    header("authorization", &["Bearer wrong", "Basic YTpi", "Bearer"]);
    header(
        "x-forwarded-for",
        &["203.0.113.7", "for=x", "::1, 10.0.0.1"],
    );
    // Never the site's own, whatever a mutation makes of it.
    request.extend_from_slice(b"cookie: session=ada\r\norigin: https://evil.example");
    request.extend_from_slice(
        random
            .pick(&["", "\r\norigin: null", ":443", "/"])
            .as_bytes(),
    );
    request.extend_from_slice(format!("\r\ncontent-length: {}\r\n\r\n", body.len()).as_bytes());
    request.extend_from_slice(&body);
    (method == "HEAD", request)
}

/// Sends over one connection and reads the answer's head and body; `None` when
/// the server has closed it.
async fn answered(stream: &mut TcpStream, request: &[u8], head: bool) -> Option<(u16, bool)> {
    stream.write_all(request).await.ok()?;
    let mut answer = Vec::new();
    let end = loop {
        if let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).await.ok()?;
        if read == 0 {
            return None;
        }
        answer.extend_from_slice(&buffer[..read]);
    };
    let headers = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let status = headers.get(9..12)?.parse().ok()?;
    let value = |name: &str| {
        let line = headers.lines().find(|line| line.starts_with(name))?;
        Some(line[name.len()..].trim().to_owned())
    };
    let length = value("content-length:").map_or(0, |length| length.parse().unwrap());
    let mut left = if head {
        0
    } else {
        (length + end).saturating_sub(answer.len())
    };
    while left > 0 {
        let mut buffer = vec![0; left];
        left -= stream.read_exact(&mut buffer).await.ok()?;
    }
    Some((status, value("connection:").as_deref() == Some("close")))
}

#[tokio::test]
async fn a81_ten_thousand_random_requests_change_nothing() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    shop.0
        .carts
        .lock()
        .unwrap()
        .insert("person:ada".to_owned(), 2);
    let workers: Vec<_> = (1..=4_u64)
        .map(|worker| {
            let address = client.address;
            tokio::spawn(async move {
                let mut random = Seeded(0x9e37_79b9_7f4a_7c15 ^ worker);
                let mut stream = TcpStream::connect(address).await.unwrap();
                let mut answers = [0_usize; 6];
                for _ in 0..2_500 {
                    let (head, request) = any_request(&mut random);
                    let answer = answered(&mut stream, &request, head).await;
                    let text = String::from_utf8_lossy(&request).into_owned();
                    let (status, closes) = answer.unwrap_or((400, true));
                    assert!(status < 500, "{status} for\n{text}");
                    answers[usize::from(status / 100)] += 1;
                    if closes {
                        stream = TcpStream::connect(address).await.unwrap();
                    }
                }
                answers
            })
        })
        .collect();
    let mut answers = [0; 6];
    for worker in workers {
        for (sum, of) in answers.iter_mut().zip(worker.await.unwrap()) {
            *sum += of;
        }
    }
    // They were not all refused at the door.
    assert_eq!(answers.iter().sum::<usize>(), 10_000);
    assert!(answers[2] > 500 && answers[4] > 1_000, "{answers:?}");
    assert_eq!(shop.runs(), 0);
    assert_eq!(*shop.0.stock.lock().unwrap(), 3);
    let carts = shop.0.carts.lock().unwrap().clone();
    assert_eq!(
        carts.into_iter().collect::<Vec<_>>(),
        [("person:ada".to_owned(), 2)]
    );
    assert_eq!(client.graph_reply(TEE).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a98_two_hundred_callers_lose_no_update() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    let calls: Vec<_> = (0..200)
        .map(|n| {
            let caller = match n % 4 {
                0 => client.bearer("token-a"),
                1 => client.bearer("token-b"),
                2 => client.person("ada"),
                _ => client.person("bob"),
            };
            tokio::spawn(async move {
                let reply = caller.call(TEE, "addToCart", json!({ "sku": "TEE" })).await;
                reply.done().output.unwrap()["quantity"].as_u64().unwrap()
            })
        })
        .collect();
    let mut told = Vec::new();
    for call in calls {
        told.push(call.await.unwrap());
    }
    // Each of the four has been told each of its fifty totals once.
    told.sort_unstable();
    let expected: Vec<u64> = (1..=50).flat_map(|total| [total; 4]).collect();
    assert_eq!(told, expected);
    let carts = shop.0.carts.lock().unwrap().clone();
    assert_eq!(carts.into_values().collect::<Vec<_>>(), [50; 4]);
    assert_eq!(shop.runs(), 200);
}

/// Two accounts; money moves in two steps with a pause between them.
#[derive(Clone, Default)]
struct Bank(Arc<Accounts>);

#[derive(Default)]
struct Accounts {
    from: Mutex<i64>,
    to: Mutex<i64>,
    /// Told by the action that it has done its first step.
    halfway: AtomicBool,
}

/// The accounts.
#[page(route = "/bank", state = Bank)]
mod bank {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        to: i64,
    }

    #[load]
    pub(crate) async fn load(State(bank): State<Bank>) -> Entities {
        let to = *bank.0.to.lock().unwrap();
        Entities { to }
    }

    #[view]
    pub(crate) fn view(entities: &Entities) -> Html<String> {
        Html(entities.to.to_string())
    }

    /// Move one.
    #[action(expose = "public")]
    pub(crate) async fn transfer(State(bank): State<Bank>) {
        *bank.0.from.lock().unwrap() -= 1;
        bank.0.halfway.store(true, SeqCst);
        tokio::time::sleep(Duration::from_millis(50)).await;
        *bank.0.to.lock().unwrap() += 1;
    }
}

site! {
    static BANK: Bank = { name: "The bank", auth: [], pages: [bank] }
}

#[tokio::test]
async fn a112_a_client_that_goes_away_leaves_all_or_nothing() {
    let bank = Bank::default();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = heard.clone();
    let site = Affordances::new(&BANK)
        .rate_limit(None)
        .on_call(move |call| hears.lock().unwrap().push((call.action, call.code)));
    let app = Router::new().merge(site.pages()).with_state(bank.clone());
    let client = serve(site.finish(app).unwrap()).await;
    let body = r#"{"action":"transfer"}"#;
    let request = format!(
        "POST /bank HTTP/1.1\r\nHost: x\r\nContent-Type: {VND}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // Gone in the middle of the handler.
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let started = Instant::now();
    while !bank.0.halfway.load(SeqCst) {
        assert!(started.elapsed() < PATIENCE, "the call never began");
        tokio::task::yield_now().await;
    }
    drop(stream);
    // Gone at any other moment.
    for n in 0..40_usize {
        let mut stream = TcpStream::connect(client.address).await.unwrap();
        let part = request.len() * (n + 1) / 40;
        stream.write_all(&request.as_bytes()[..part]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(n as u64 % 7)).await;
        drop(stream);
    }
    // And one that stays: its answer comes after all of them were taken up.
    client.call("/bank", "transfer", json!({})).await.done();
    tokio::time::sleep(Duration::from_millis(100)).await;
    site.drained().await;
    let (from, to) = (*bank.0.from.lock().unwrap(), *bank.0.to.lock().unwrap());
    assert_eq!(from + to, 0, "half of a transfer is missing");
    assert!(to >= 2);
    // Whoever has gone away, each run has been heard of.
    let heard = heard.lock().unwrap();
    let runs = heard
        .iter()
        .filter(|call| **call == (Some("transfer"), None))
        .count();
    assert_eq!(i64::try_from(runs), Ok(to));
}

#[tokio::test]
async fn a85_a_small_reply_to_nonsense_keeps_the_server_up() {
    let shop = Shop::with_stock(3);
    let client = start(&shop).await;
    for nonsense in [
        "GET\r\n\r\n",
        "\0\0\0\0",
        "POST /cart HTTP/9.9\r\n\r\n",
        "GET /cart HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /cart HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    ] {
        let answer = exchange(client.address, nonsense).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{answer}"
        );
    }
    let reply = client.send("GET", TEE, &[], Body::empty()).await;
    assert_eq!(reply.status, 200);
    assert_unharmed(&client, &shop).await;
}
