//! Agents that go through the flow, each over a connection of its own.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::net::TcpStream;

use crate::{ACCESS, STEPS};

/// What is counted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Sessions,
    Flows,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    session_token: String,
}

/// How many were done, and in how many seconds.
pub(crate) async fn load(
    address: &str,
    kind: Kind,
    callers: usize,
    time: Duration,
) -> (usize, f64) {
    let begin = Instant::now();
    let agents = (0..callers).map(|_| {
        let address = address.to_owned();
        tokio::spawn(async move {
            let stream = TcpStream::connect(address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let (mut sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
            tokio::spawn(connection);
            let mut done = 0;
            while begin.elapsed() < time {
                run(&mut sender, kind).await;
                done += 1;
            }
            done
        })
    });
    let mut done = 0;
    for agent in agents.collect::<Vec<_>>() {
        done += agent.await.unwrap();
    }
    (done, begin.elapsed().as_secs_f64())
}

async fn run(sender: &mut SendRequest<Body>, kind: Kind) {
    let created = post(sender, "sessions", ACCESS, b"{}", StatusCode::CREATED).await;
    if kind == Kind::Sessions {
        return;
    }
    let Created { session_token } = serde_json::from_slice(&created).unwrap();
    for (step, body) in STEPS {
        let path = format!("steps/{step}");
        post(sender, &path, &session_token, body, StatusCode::OK).await;
    }
}

async fn post(
    sender: &mut SendRequest<Body>,
    path: &str,
    token: &str,
    body: &'static [u8],
    status: StatusCode,
) -> Bytes {
    let request = Request::post(format!("/api/onboarding/{path}"))
        .header(header::HOST, "acme.example")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .body(Body::from(body))
        .unwrap();
    let response = sender.send_request(request).await.unwrap();
    let answered = response.status();
    let answer = response.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(answered, status, "{path}: {answer:?}");
    answer
}
