//! What a flow publishes: its descriptor, and the prompt that says the same in
//! words. Both come from the flow's table, now or in a build script.

mod descriptor;
mod export;
mod prompt;
mod source;

pub use export::ExportError;
pub use prompt::prompt;
pub use source::FlowSource;

pub(crate) use descriptor::descriptor;
pub(crate) use source::{Documents, schemas};
