//! The answer to a call.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ActionDescriptor, pattern};

/// A delta, as the specification's section "Delta" defines it: what an agent
/// reads after a call.
///
/// Unknown members are ignored, as the specification asks of clients.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "if" = { "properties": { "ok": { "const": true } } },
    "then" = { "properties": { "error": false } },
    "else" = { "required": ["error", "message"], "properties": { "output": false } },
))]
#[non_exhaustive]
pub struct Delta {
    /// Whether the action ran and succeeded.
    pub ok: bool,
    /// The new value of each entity that changed, by its key.
    #[schemars(with = "Map<String, Value>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Map<String, Value>>,
    /// What the action returned.
    #[schemars(with = "Value")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    /// Actions that are new on the page or whose availability flipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions_added: Vec<ActionDescriptor>,
    /// Names of actions that are gone.
    #[schemars(with = "BTreeSet<String>", inner(regex(pattern = pattern::WORD)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions_removed: Vec<String>,
    /// The path to request next.
    #[schemars(with = "String", regex(pattern = pattern::REDIRECT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
    /// A short sentence to repeat to the user.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why the call failed.
    #[schemars(with = "DeltaError")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<DeltaError>,
}

/// The `error` of a delta.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend(
    "if" = { "properties": { "code": { "const": "invalid_input" } } },
    "then" = { "required": ["issues"] },
))]
#[non_exhaustive]
pub struct DeltaError {
    /// What clients branch on.
    pub code: ErrorCode,
    /// The same text as the delta's `message`.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub message: String,
    /// For `invalid_input`: every fault at once.
    #[schemars(length(min = 1))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<Issue>,
}

/// Why a call failed. One table maps each to its HTTP status; clients branch
/// on the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// No graph at this URL, or no such action or resource.
    NotFound,
    /// No or no valid credential, not admitted, or the Origin rule.
    Unauthorized,
    /// Too many calls.
    RateLimited,
    /// The body is no call, or the input fails the action's schema.
    InvalidInput,
    /// The guard says no.
    Unavailable,
    /// The action wants `confirm: true`; the message says what will happen.
    ConfirmRequired,
    /// A fault of the server.
    Internal,
    /// A code of a later version of the protocol; read, never sent.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl ErrorCode {
    /// The code as it stands in `error.code`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Unauthorized => "unauthorized",
            Self::RateLimited => "rate_limited",
            Self::InvalidInput => "invalid_input",
            Self::Unavailable => "unavailable",
            Self::ConfirmRequired => "confirm_required",
            Self::Internal => "internal",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One fault of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Issue {
    /// Where: a JSON Pointer (RFC 6901) into the input, `""` for the whole.
    #[schemars(regex(pattern = pattern::POINTER))]
    pub path: String,
    /// What is wrong, for people; never the value that was sent.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub message: String,
    /// The JSON Schema keyword that failed, where one did.
    #[schemars(with = "String", length(min = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyword: Option<String>,
}

impl Issue {
    /// A fault at `path`, a JSON Pointer such as `/items/1/quantity`. A leading
    /// slash that was forgotten is added.
    #[must_use]
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        let mut path = path.into();
        if !path.is_empty() && !path.starts_with('/') {
            path.insert(0, '/');
        }
        Self {
            path,
            message: message.into(),
            keyword: None,
        }
    }

    /// Names the JSON Schema keyword that failed.
    #[must_use]
    pub fn keyword(mut self, keyword: impl Into<String>) -> Self {
        self.keyword = Some(keyword.into());
        self
    }
}
