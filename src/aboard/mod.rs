//! Onboarding: what an agent does after it has a token, step by step, by the
//! aboard protocol 0.2 (feature `aboard`).
//!
//! Annotate a module with [`macro@onboarding`](crate::onboarding) and its
//! functions with [`macro@step`](crate::step); [`Onboarding`] serves the flow that
//! they make, with its descriptor, its prompt and the operators' endpoints, as
//! routes that an app merges like any others.
//!
//! The engine is the crate `aboard-core`: what happens when is decided there,
//! here is the HTTP of it.

mod answer;
mod bearer;
mod body;
mod builder;
mod documents;
mod endpoints;
mod routes;

pub use aboard_core::documents::{ExportError, FlowSource};
pub use aboard_core::runtime::{Runtime, Settings};
#[cfg(feature = "aboard-sqlite")]
pub use aboard_core::store::{Durability, SqliteOptions, SqliteStore};
pub use aboard_core::store::{MemoryStore, Store, StoreError};
pub use aboard_core::token::{TokenKeys, WeakSecret};
pub use aboard_core::verifier::{self, StaticTokens, Unreachable, Verifier};
pub use aboard_core::{StepContext, StepError, protocol, table::FlowDef};
pub use builder::{Onboarding, OnboardingFaults};
