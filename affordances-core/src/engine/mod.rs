//! The engine: one way through the seven steps of a call, whichever door it
//! came in by, and the documents that a page answers with.
//!
//! [`Settings`] and a [`Site`](crate::table::Site) become a [`Runtime`] once at
//! start; [`Mount`] is what the adapter drives per request. Decisions
//! (`admission`) are pure functions; `call` orders them.

mod admission;
mod answer;
mod audit;
mod authenticate;
mod call;
mod client;
mod delta;
mod form;
mod form_input;
mod graph;
mod handler_schemas;
pub(crate) mod json;
mod mount;
mod rate;
mod rate_buckets;
mod record;
mod runtime;
pub(crate) mod schema;
mod settings;
mod view;
mod visit;

pub use admission::Presented;
pub use answer::Answer;
pub use audit::{EffectsAudit, OutputAudit};
pub use authenticate::{Authenticator, Unreachable};
pub use form::FormPost;
pub use mount::{Arrival, Mount};
pub use rate::{InMemoryRateLimiter, RateLimiter};
pub use record::{CallHook, CallRecord};
pub(crate) use runtime::under;
pub use runtime::{Runtime, SiteFault};
pub use settings::{ErrorPage, Settings, StatusOverride};
pub use view::ViewRequest;

pub use crate::call::Failure;

/// What the engine of another protocol shares with this one. Outside semver.
#[doc(hidden)]
pub mod __shared {
    pub use super::answer::reference;
    pub use super::call::payload_text;
    pub use super::handler_schemas::HandlerSchemas;
}
