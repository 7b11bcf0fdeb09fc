//! The agent: keeps its credential, sends requests, audits effects.

use std::collections::BTreeMap;

use affordances_core::engine::{EffectsAudit, OutputAudit};
use affordances_core::http::accept::MEDIA_TYPE;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::Reply;

/// An agent in the test's own process.
///
/// It keeps the cookies that answers set, as a browser does. Every call that
/// succeeds is audited: an action that changed an entity which is not among its
/// declared effects fails the test, by name. That holds for a single caller; where
/// several act at once, switch it off by
/// [`without_audit`](Self::without_audit).
///
/// An output that violates the schema which is published for it is answered as
/// `internal`, in release builds too.
#[derive(Debug, Clone)]
pub struct Agent {
    app: Router,
    origin: Option<String>,
    bearer: Option<String>,
    cookies: BTreeMap<String, String>,
    audit: Option<EffectsAudit>,
}

impl Agent {
    /// An agent of the app that [`finish`](crate::Affordances::finish) has
    /// returned: a stranger so far.
    #[must_use]
    pub fn new(app: Router) -> Self {
        Self {
            app,
            origin: None,
            bearer: None,
            cookies: BTreeMap::new(),
            audit: Some(EffectsAudit::default()),
        }
    }

    /// Authenticates by `Authorization: Bearer`.
    #[must_use]
    pub fn bearer(mut self, token: impl Into<String>) -> Self {
        self.bearer = Some(token.into());
        self
    }

    /// Holds a session cookie. Calls need [`origin`](Self::origin) as well.
    #[must_use]
    pub fn cookie(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.cookies.insert(name.into(), value.into());
        self
    }

    /// Sends this `Origin` with every POST, as the site's own pages would.
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = Some(origin.into());
        self
    }

    /// Does not compare entities with declared effects.
    #[must_use]
    pub fn without_audit(mut self) -> Self {
        self.audit = None;
        self
    }

    /// Reads the page's graph.
    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(
            Method::GET,
            path,
            [(header::ACCEPT, MEDIA_TYPE)],
            Body::empty(),
        )
        .await
    }

    /// Reads the page as a person's browser does.
    pub async fn html(&mut self, path: &str) -> Reply {
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        self.send(Method::GET, path, [(header::ACCEPT, accept)], Body::empty())
            .await
    }

    /// Calls an action, unconfirmed.
    pub async fn call(&mut self, path: &str, action: &str, input: Value) -> Reply {
        self.post(path, &json!({ "action": action, "input": input }))
            .await
    }

    /// Calls an action that asks for confirmation: first without, which must be
    /// answered by `confirm_required`, then with `confirm: true`. The summary
    /// is in [`Reply::summary`].
    pub async fn confirm(&mut self, path: &str, action: &str, input: Value) -> Reply {
        let summary = self
            .call(path, action, input.clone())
            .await
            .refused("confirm_required");
        let call = json!({ "action": action, "input": input, "confirm": true });
        self.post(path, &call).await.with_summary(summary)
    }

    /// Posts any body as a call.
    pub async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send(
            Method::POST,
            path,
            [(header::CONTENT_TYPE, MEDIA_TYPE)],
            Body::from(body.to_string()),
        )
        .await
    }

    /// Sends any request, with the agent's credential and cookies.
    pub async fn send<'h>(
        &mut self,
        method: Method,
        path: &str,
        headers: impl IntoIterator<Item = (header::HeaderName, &'h str)>,
        body: Body,
    ) -> Reply {
        let mut request = Request::builder().method(&method).uri(path);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(token) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if !self.cookies.is_empty() {
            let pairs: Vec<_> = self
                .cookies
                .iter()
                .map(|(k, v)| format!("{k}={v}"))
                .collect();
            request = request.header(header::COOKIE, pairs.join("; "));
        }
        if let (Some(origin), true) = (&self.origin, method == Method::POST) {
            request = request.header(header::ORIGIN, origin);
        }
        let mut request = match request.body(body) {
            Ok(request) => request,
            Err(error) => panic!("{method} {path} is no request: {error}"),
        };
        request.extensions_mut().insert(OutputAudit);
        if let Some(audit) = &self.audit {
            request.extensions_mut().insert(audit.clone());
        }
        let Ok(response) = self.app.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        self.keep_cookies(&parts.headers);
        if let Some(audit) = &self.audit {
            let findings = audit.take();
            assert!(findings.is_empty(), "{}", findings.join("\n"));
        }
        match body.collect().await {
            Ok(body) => Reply::new(format!("{method} {path}"), parts, body.to_bytes()),
            Err(error) => panic!("{method} {path}: the answer broke off: {error}"),
        }
    }

    fn keep_cookies(&mut self, headers: &HeaderMap) {
        for cookie in headers.get_all(header::SET_COOKIE) {
            let Some((name, rest)) = cookie.to_str().ok().and_then(|text| text.split_once('='))
            else {
                continue;
            };
            let mut attributes = rest.split(';').map(str::trim);
            let value = attributes.next().unwrap_or_default();
            let gone = attributes.any(|attribute| {
                let lower = attribute.to_ascii_lowercase();
                lower == "max-age=0"
                    || lower.starts_with("max-age=-")
                    || lower.starts_with("expires=thu, 01 jan 1970")
            });
            if gone {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}
