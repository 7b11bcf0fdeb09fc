//! The wire: types of every document of the aboard protocol, as its
//! specification names them. Nothing here knows how a document is made.
//!
//! Members that a later version adds are ignored on reading.

mod admin;
mod descriptor;
mod error;
mod event;
mod notification;
mod session;
mod step;

pub use admin::{SessionList, SessionStatus, SessionView, StepState, StepView};
pub use affordances_core::protocol::Issue;
pub use descriptor::{Artifact, AuthDescriptor, Descriptor, StepDescriptor};
pub use error::{ErrorBody, ErrorCode};
pub use event::{Event, EventType};
pub use notification::Notification;
pub use session::{CreateSession, Identity, Progress, Revoked, SessionCreated};
pub use step::{StepFailed, StepStatus, StepSuccess};

/// The protocol's version, as a descriptor's `aboard` states it.
pub const VERSION: &str = "0.2";

/// What the schemas of the documents say of texts, beside their type.
mod pattern {
    /// Something to read.
    pub(super) const TEXT: &str = r"\S";
    /// What stands in URLs as it is (RFC 3986, unreserved).
    pub(super) const NAME: &str = "^[A-Za-z0-9._~-]+$";
    /// An absolute URL.
    pub(super) const URL: &str = r"^https?://[^\s{}]+$";
    /// One in which `{id}` stands for what is named elsewhere.
    pub(super) const TEMPLATE: &str = r"^https?://[^\s{}]+\{id\}[^\s{}]*$";
    /// Two parts in base64url, without padding.
    pub(super) const TOKEN: &str = r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$";
}

/// Where a site publishes the descriptor of its default flow; every flow's
/// prompt stands below it.
pub const WELL_KNOWN: &str = "/.well-known/agent-onboarding";

/// The slug of the flow that is published at [`WELL_KNOWN`] itself.
pub const DEFAULT_SLUG: &str = "default";
