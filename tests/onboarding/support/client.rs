//! A plain HTTP client: a connection a request, every header as it was sent.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use super::spec;

/// A client of one server, with the token that it sends, if any.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    token: Option<String>,
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
            token: None,
        }
    }

    /// The same client with a token.
    pub(crate) fn bearer(&self, token: &str) -> Self {
        Self {
            address: self.address,
            token: Some(token.to_owned()),
        }
    }

    /// Sends any request to a server that lives.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let reply = self.try_send(method, path, headers, body).await;
        reply.expect("the server answers")
    }

    /// Sends any request; `None` when the server dies before it has answered.
    pub(crate) async fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Option<Reply> {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(path)
            .header("host", self.address.to_string());
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, value.as_bytes());
        }
        let request = request.body(body.into()).unwrap();
        let stream = TcpStream::connect(self.address).await.ok()?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .ok()?;
        let connection = tokio::spawn(connection);
        let (parts, body) = sender.send_request(request).await.ok()?.into_parts();
        let body = body.collect().await.ok()?.to_bytes().to_vec();
        connection.abort();
        let reply = Reply {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        reply.check(method, path);
        Some(reply)
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], Body::empty()).await
    }

    /// Posts JSON.
    pub(crate) async fn post(&self, path: &str, body: impl serde::Serialize) -> Reply {
        let json = [("content-type", "application/json")];
        let body = serde_json::to_vec(&body).unwrap();
        self.send("POST", path, &json, body).await
    }

    /// Posts nothing.
    pub(crate) async fn post_nothing(&self, path: &str) -> Reply {
        self.send("POST", path, &[], Body::empty()).await
    }
}

impl Reply {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn content_type(&self) -> &str {
        self.header("content-type").split(';').next().unwrap()
    }

    /// The word of an error, whose status this must be.
    pub(crate) fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["error"].as_str().unwrap().to_owned()
    }

    /// The body of a success.
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }

    /// What holds for every answer (B108).
    fn check(&self, method: &str, path: &str) {
        let ours = path.starts_with("/api/") || path.starts_with("/.well-known/");
        if method == "HEAD" || !ours {
            return;
        }
        if self.content_type() == "application/json" {
            spec::check(method, path, self);
        }
        if self.status.is_success() {
            return;
        }
        // Whatever no route of ours matches is the app's to answer.
        if self.status == 404 && self.body.is_empty() {
            return;
        }
        assert_eq!(self.content_type(), "application/json", "{method} {path}");
        assert!(self.json()["error"].is_string(), "{}", self.text());
        assert_eq!(
            self.status == 401,
            self.headers.contains_key("www-authenticate"),
            "{method} {path}"
        );
    }
}
