//! What a step is made of: what its author writes beside axum's extractors and
//! `Input<T>`, and the traits by which the compiler checks the signature.
//!
//! The macros expand to calls of what stands here; the runtime drives it.

mod context;
mod error;
mod returns;

pub use context::{StepContext, ViaStep};
pub use error::{StepError, StepFailure};
pub use returns::{StepDone, StepReturn};
