//! Drives a flow: what the adapter asks for, decided by
//! [`session`](crate::session), written by a [store](crate::store).
//!
//! A step is two transactions, the claim and the outcome; the author's code
//! runs between them in a task of its own, with no lock held. Whoever goes away
//! meanwhile, the outcome is recorded.

mod admin;
mod answer;
mod body;
mod create;
mod fingerprint;
mod flow;
mod refused;
mod run;
mod settings;
mod shared;
mod step;
#[cfg(test)]
mod tests;

pub use admin::ListRequest;
pub use body::Body;
pub use create::CreateRequest;
pub use flow::{Flow, FlowFaults};
pub use refused::Refused;
pub use settings::{Settings, SettingsFault};
pub use shared::Runtime;
pub use step::StepRequest;

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::protocol::StepSuccess;

/// A completed step; the output is passed through as the JSON that it is.
pub type StepAnswer = StepSuccess<Arc<RawValue>>;
