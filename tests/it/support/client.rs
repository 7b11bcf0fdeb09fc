//! A plain HTTP client: a connection a request, every header as it was sent.
//! Each Affordances document that it receives is validated against the
//! hand-written schemas (A145).

use std::net::SocketAddr;

use affordances::protocol::{Delta, Graph};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::spec;

pub(crate) const VND: &str = "application/vnd.affordances+json";

/// A client of one server, with headers that it sends along always.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            headers: Vec::new(),
        }
    }

    /// The same client with one more header.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// An agent.
    pub(crate) fn bearer(&self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    /// A person who is signed in, without an Origin.
    pub(crate) fn cookie(&self, name: &str) -> Self {
        self.with("cookie", &format!("session={name}"))
    }

    /// A person who is signed in, on the site's own pages.
    pub(crate) fn person(&self, name: &str) -> Self {
        self.cookie(name).with("origin", super::ORIGIN)
    }

    /// Sends any request.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(path)
            .header("host", self.address.to_string());
        let own = self.headers.iter().map(|(k, v)| (k.as_str(), v.as_str()));
        for (name, value) in own.chain(headers.iter().copied()) {
            request = request.header(name, value.as_bytes());
        }
        let request = request.body(body.into()).unwrap();
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .unwrap();
        let connection = tokio::spawn(connection);
        let response = sender.send_request(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        connection.abort();
        let reply = Reply {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        let readable = method != "HEAD" && !reply.headers.contains_key("content-encoding");
        if readable && reply.content_type() == VND {
            spec::check(method, path, &reply);
        }
        reply
    }

    /// The graph, whatever the answer is.
    pub(crate) async fn graph_reply(&self, path: &str) -> Reply {
        self.send("GET", path, &[("accept", VND)], Body::empty())
            .await
    }

    /// The graph; the test fails where there is none.
    pub(crate) async fn graph(&self, path: &str) -> Graph {
        let reply = self.graph_reply(path).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// The page as a browser asks for it.
    pub(crate) async fn html(&self, path: &str) -> Reply {
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        self.send("GET", path, &[("accept", accept)], Body::empty())
            .await
    }

    /// Posts a call's body.
    pub(crate) async fn post(&self, path: &str, call: &Value) -> Reply {
        self.send("POST", path, &[("content-type", VND)], call.to_string())
            .await
    }

    /// Calls an action.
    pub(crate) async fn call(&self, path: &str, action: &str, input: Value) -> Reply {
        self.post(path, &json!({ "action": action, "input": input }))
            .await
    }

    /// Calls an action, confirmed.
    pub(crate) async fn confirm(&self, path: &str, action: &str, input: Value) -> Reply {
        let call = json!({ "action": action, "input": input, "confirm": true });
        self.post(path, &call).await
    }

    /// Posts a form.
    pub(crate) async fn form(&self, path: &str, fields: &str) -> Reply {
        let form = [("content-type", "application/x-www-form-urlencoded")];
        self.send("POST", path, &form, fields.to_owned()).await
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The essence of `Content-Type`.
    pub(crate) fn content_type(&self) -> &str {
        self.header("content-type")
            .split(';')
            .next()
            .unwrap()
            .trim()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json<T: serde::de::DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{} {error}: {}", self.status, self.text()))
    }

    pub(crate) fn value(&self) -> Value {
        self.json()
    }

    pub(crate) fn delta(&self) -> Delta {
        assert_eq!(self.content_type(), VND, "{} {}", self.status, self.text());
        self.json()
    }

    /// The delta of a success.
    #[track_caller]
    pub(crate) fn done(&self) -> Delta {
        let delta = self.delta();
        assert!(
            delta.ok && self.status == 200,
            "{} {}",
            self.status,
            self.text()
        );
        delta
    }

    /// The delta of a failure with this status and code.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Delta {
        let delta = self.delta();
        let found = delta.error.as_ref().map(|error| error.code.as_str());
        assert_eq!(
            (self.status.as_u16(), found),
            (status, Some(code)),
            "{}",
            self.text()
        );
        delta
    }
}
