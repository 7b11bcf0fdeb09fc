//! The wire: types of every Affordances document, as the specification names
//! them. Nothing here knows how a document is made.

mod call;
mod delta;
mod graph;
mod index;

pub use call::{Call, CallFault};
pub use delta::{Delta, DeltaError, ErrorCode, Issue};
pub use graph::{ActionDescriptor, Graph, NavLink};
pub use index::{ActionSummary, RouteSummary, SiteIndex};

/// The protocol's major version, as `v` states it.
pub const VERSION: &str = "0";

/// The protocol majors that this crate speaks (specification, "Versioning").
/// `package.metadata.affordances.majors` says the same to tools.
pub const MAJORS: &[&str] = &[VERSION];

/// Where a site publishes its index.
pub const INDEX_PATH: &str = "/.well-known/affordances.json";
