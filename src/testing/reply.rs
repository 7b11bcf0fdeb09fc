//! An answer, with the assertions that tests make of it.

use affordances_core::http::accept::{MEDIA_TYPE, is_media_type};
use affordances_core::protocol::{Delta, Graph};
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderName};
use bytes::Bytes;
use serde::de::DeserializeOwned;

/// The answer to one request.
#[derive(Debug)]
#[must_use]
pub struct Reply {
    request: String,
    parts: Parts,
    body: Bytes,
    summary: Option<String>,
}

impl Reply {
    pub(super) fn new(request: String, parts: Parts, body: Bytes) -> Self {
        Self {
            request,
            parts,
            body,
            summary: None,
        }
    }

    pub(super) fn with_summary(mut self, refusal: Delta) -> Self {
        self.summary = refusal.message;
        self
    }

    /// The status code.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.parts.status.as_u16()
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// One header's value; `None` where it is absent or no text.
    #[must_use]
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.parts.headers.get(name)?.to_str().ok()
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// What a confirmed call was going to do, as the person was told.
    #[must_use]
    pub fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// The body as JSON.
    #[must_use]
    #[track_caller]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        match serde_json::from_slice(&self.body) {
            Ok(value) => value,
            Err(error) => panic!(
                "{} answered {} with what is not the JSON expected ({error}):\n{}",
                self.request,
                self.parts.status,
                self.text()
            ),
        }
    }

    /// The body as an Affordances document.
    #[track_caller]
    fn document<T: DeserializeOwned>(&self) -> T {
        assert!(
            is_media_type(&self.parts.headers, MEDIA_TYPE),
            "{} answered {} without an Affordances document:\n{}",
            self.request,
            self.parts.status,
            self.text()
        );
        self.json()
    }

    /// The graph; fails the test where the answer is none.
    #[must_use]
    #[track_caller]
    pub fn graph(&self) -> Graph {
        assert!(self.parts.status.is_success(), "{self:?}");
        self.document()
    }

    /// The delta, whether it is a success or not.
    #[must_use]
    #[track_caller]
    pub fn delta(&self) -> Delta {
        self.document()
    }

    /// The delta of a success; fails the test where the call failed.
    #[track_caller]
    pub fn done(&self) -> Delta {
        let delta = self.delta();
        assert!(delta.ok, "{} failed: {:?}", self.request, delta.error);
        delta
    }

    /// The delta of a failure with this code; fails the test where the call
    /// succeeded or failed otherwise.
    #[track_caller]
    pub fn refused(&self, code: &str) -> Delta {
        let delta = self.delta();
        let found = delta.error.as_ref().map(|error| error.code.as_str());
        assert_eq!(found, Some(code), "{}: {}", self.request, self.text());
        delta
    }
}
