//! The wire: types of every document of the aboard protocol, as its
//! specification names them. Nothing here knows how a document is made.
//!
//! Members that a later version adds are ignored on reading.

mod admin;
mod descriptor;
mod error;
mod event;
mod session;
mod step;

pub use admin::{SessionList, SessionStatus, SessionView, StepState, StepView};
pub use affordances_core::protocol::Issue;
pub use descriptor::{Artifact, AuthDescriptor, Descriptor, StepDescriptor};
pub use error::{ErrorBody, ErrorCode};
pub use event::{Event, EventType};
pub use session::{CreateSession, Identity, Progress, Revoked, SessionCreated};
pub use step::{StepFailed, StepStatus, StepSuccess};

/// The protocol's version, as a descriptor's `aboard` states it.
pub const VERSION: &str = "0.2";

/// Where a site publishes the descriptor of its default flow; every flow's
/// prompt stands below it.
pub const WELL_KNOWN: &str = "/.well-known/agent-onboarding";

/// The slug of the flow that is published at [`WELL_KNOWN`] itself.
pub const DEFAULT_SLUG: &str = "default";
