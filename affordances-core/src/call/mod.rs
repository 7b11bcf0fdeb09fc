//! What a handler is made of: the types that users write in signatures and the
//! traits by which the compiler checks each signature against its annotation.
//!
//! The macros expand to calls of what stands here; the engine drives the
//! result. Nothing here knows of HTTP negotiation or of the order of steps.

mod caller;
mod cx;
mod entities;
mod failure;
mod handler_error;
mod input;
mod nav;
mod outcome;
mod page_view;
mod parameter;
mod path;
pub(crate) mod repeated;
mod returns;
pub(crate) mod run;
mod summary;
mod verdict;
mod write;

pub use caller::{Caller, Credential};
pub use cx::{BoxFuture, Cx, Loaded, PhaseParts, Shim};
pub(crate) use entities::write_entity;
pub use entities::{Entity, EntityMeta, JsonWriter, PageEntities};
pub use failure::{ActionError, BoxError, Failure, Result};
pub use handler_error::{ErrorOf, HandlerError, NoError};
pub use input::{Input, InputSchema, InputShape, InputType, SchemaFn};
pub use nav::Nav;
pub use outcome::{Done, IntoDone, Outcome, OutputType};
pub use page_view::{ActionView, Confirmation, FormFailure, PageError, PageView};
pub use parameter::{
    Anyone, ExtractFn, FromCall, Receives, Recognises, Somebody, TheInput, ViaCaller, ViaEntities,
    ViaInput, ViaParts, ViaView, ViaWrite,
};
pub use path::{
    AlwaysPresent, Attempt, AttemptFn, PathParams, PathRow, Presence, attempt, check_path,
};
pub use returns::{Drawn, Loads, Returns, sendable};
pub use summary::{Shown, SummaryValue, summary};
pub use verdict::Verdict;
pub use write::{Declares, NotSame, Nothing, Same, Write};
