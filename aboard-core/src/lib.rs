//! The engine of onboarding flows: the aboard protocol 0.2 from annotated
//! steps, without any HTTP in it.
//!
//! An app uses the facade crate `affordances`. The flow, in folder names:
//! `call/` (what steps take and return) → `table/` (what annotations say) →
//! `plan` (their order) and `documents/` (what is published) → `session/` (what can happen, as pure functions) →
//! `store/` (where it is kept) → `runtime/` (what drives it) → `protocol/` (the
//! wire); `token` signs and judges session tokens, `verifier` access tokens.

pub mod documents;
pub mod plan;
pub mod protocol;
pub mod runtime;
pub mod session;
pub mod store;
pub mod table;
pub mod token;
pub mod verifier;

mod call;
mod secret;

pub use call::{StepContext, StepError};

/// What the macros' expansions name. Outside semver: use it through the macros
/// alone.
#[doc(hidden)]
pub mod __macro {
    pub use crate::call::{StepContext, StepDone, StepFailure, StepReturn, ViaStep};
    pub use crate::documents::FlowSource;
    pub use crate::table::{FlowDef, StepDef, StepTypes};
}
