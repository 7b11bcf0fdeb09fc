//! The wire: types of every Affordances document, as the specification names
//! them. Nothing here knows how a document is made.

mod call;
mod delta;
mod graph;
mod index;
mod published;

pub use call::{Call, CallFault};
pub use delta::{Delta, DeltaError, ErrorCode, Issue};
pub use graph::{ActionDescriptor, Graph, NavLink};
pub use index::{ActionSummary, RouteSummary, SiteIndex};
pub use published::PublishedSchema;

/// The protocol's major version, as `v` states it.
pub const VERSION: &str = "0";

/// The protocol majors that this crate speaks (specification, "Versioning").
/// `package.metadata.affordances.majors` says the same to tools.
pub const MAJORS: &[&str] = &[VERSION];

/// What the schemas of the documents say of texts, beside their type.
mod pattern {
    /// Something to read.
    pub(super) const TEXT: &str = r"\S";
    /// A name or a URL.
    pub(super) const WORD: &str = r"^\S+$";
    /// One line with something to read.
    pub(super) const LINE: &str = r"^[^\r\n]*[^\s][^\r\n]*$";
    /// A path, percent-encoded as it was requested.
    pub(super) const PATH: &str = r"^/[^?#\s]*$";
    /// A path and perhaps a query, of the same origin.
    pub(super) const REDIRECT: &str = r"^/([^/\\\s]\S*)?$";
    /// A JSON Pointer (RFC 6901).
    pub(super) const POINTER: &str = "^(/([^/~]|~[01])*)*$";
    /// Literals and `[name]`; a catch-all stands last.
    pub(super) const ROUTE: &str = concat!(
        "^(/|(",
        r"/([^/\[\]{}*?#\s]+|\[[A-Za-z_][A-Za-z0-9_]*\])",
        ")*(",
        r"/(\[\.\.\.[A-Za-z_][A-Za-z0-9_]*\]|\[\[\.\.\.[A-Za-z_][A-Za-z0-9_]*\]\]|[^/\[\]{}*?#\s]+|\[[A-Za-z_][A-Za-z0-9_]*\])",
        "))$"
    );
}

/// Where a site publishes its index.
pub const INDEX_PATH: &str = "/.well-known/affordances.json";
