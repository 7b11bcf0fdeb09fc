//! What a `#[view]` is told beside the entities, and what an error page is.

use http::StatusCode;
use serde_json::{Map, Value};

use super::Caller;
use crate::protocol::{ErrorCode, Issue};

/// The HTML page's own circumstances: where it stands, who looks, what they can
/// do, and what came of the form that they posted.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PageView {
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) caller: Option<Caller>,
    pub(crate) actions: Vec<ActionView>,
    pub(crate) link: String,
    pub(crate) failure: Option<FormFailure>,
    pub(crate) confirmation: Option<Confirmation>,
}

impl PageView {
    /// A view at `path` for a stranger, with no action available: where a unit
    /// test of a `#[view]` starts. The engine makes its own.
    #[must_use]
    pub fn at(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }

    /// Seen by this caller.
    #[must_use]
    pub fn seen_by(mut self, caller: Caller) -> Self {
        self.caller = Some(caller);
        self
    }

    /// With an action: available, or not for this reason.
    #[must_use]
    pub fn with_action(mut self, name: &'static str, reason: Option<&str>) -> Self {
        self.actions.push(ActionView {
            name,
            reason: reason.map(str::to_owned),
        });
        self
    }

    /// The page's path, percent-encoded as it was requested; fit for a form's
    /// `action` or a link, since it never names another host.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The query without the members that the protocol adds.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Who looks at the page.
    #[must_use]
    pub fn caller(&self) -> Option<&Caller> {
        self.caller.as_ref()
    }

    /// The exposed action of this (wire) name that the visitor may know about.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<&ActionView> {
        self.actions.iter().find(|action| action.name == name)
    }

    /// Every exposed action that the visitor may know about.
    #[must_use]
    pub fn actions(&self) -> &[ActionView] {
        &self.actions
    }

    /// The `<link rel="affordances" …>` element for the page's head, escaped
    /// and ready to be written as it is.
    #[must_use]
    pub fn link_element(&self) -> &str {
        &self.link
    }

    /// What went wrong with the form that was posted, if one was.
    #[must_use]
    pub fn failure(&self) -> Option<&FormFailure> {
        self.failure.as_ref()
    }

    /// What is to be confirmed, if the form that was posted asks for it.
    #[must_use]
    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }
}

/// One action, as its page's HTML may want to show it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionView {
    /// The wire name.
    pub name: &'static str,
    /// Why the visitor cannot call it now; `None` when they can.
    pub reason: Option<String>,
}

impl ActionView {
    /// Whether the visitor can call it now.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.reason.is_none()
    }
}

/// What went wrong with a posted form.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FormFailure {
    /// The action that was posted.
    pub action: String,
    /// The protocol's code.
    pub code: ErrorCode,
    /// For the person.
    pub message: String,
    /// Faults of single fields, by JSON Pointer.
    pub issues: Vec<Issue>,
    /// What the person typed, to be shown again.
    pub typed: Map<String, Value>,
}

impl FormFailure {
    /// The message beside the field at `path`, a JSON Pointer such as `/sku`.
    #[must_use]
    pub fn issue(&self, path: &str) -> Option<&str> {
        self.issues
            .iter()
            .find(|issue| issue.path == path)
            .map(|issue| issue.message.as_str())
    }
}

/// A call that waits for a person's approval.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Confirmation {
    /// The action that was posted.
    pub action: String,
    /// What will happen, in words.
    pub summary: String,
    /// Where the form with the approval posts.
    pub post_url: String,
    /// The fields to post again.
    pub fields: Vec<(String, String)>,
}

/// A failure drawn without entities: 404, 401, 403, 429, 500.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageError {
    /// The HTTP status of the page.
    pub status: StatusCode,
    /// The protocol's code.
    pub code: ErrorCode,
    /// For the person; names a reference when the fault is the server's.
    pub message: String,
    /// The path that was asked for.
    pub path: String,
    /// Who looks, where it got that far.
    pub caller: Option<Caller>,
}
