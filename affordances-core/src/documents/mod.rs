//! What a site publishes about itself: the index, and each action's descriptor
//! with its schemas.
//!
//! Had in one of two ways, with the same bytes: made from the types when the app
//! starts (`made`), or exported by a build script (`export`) and part of the
//! binary (`embedded`). The engine does not know which.

mod descriptor;
mod embedded;
mod export;
mod index;
mod made;
mod manifest;

use std::fmt;

use serde_json::Value;

pub(crate) use descriptor::Descriptor;
pub use embedded::Embedded;
pub use export::ExportError;
pub use index::IndexDocument;

use crate::engine::SiteFault;
use crate::table::Site;

/// The documents of a site, whichever way they were had.
#[derive(Debug)]
#[non_exhaustive]
pub struct Documents {
    /// The site index.
    pub index: IndexDocument,
    /// By the numbers of page and action; `None` for one that is not exposed.
    pub(crate) pages: Vec<Vec<Option<ActionDocument>>>,
}

/// What is published about one action.
#[derive(Debug)]
pub(crate) struct ActionDocument {
    pub(crate) descriptor: Descriptor,
    pub(crate) input: Value,
    pub(crate) output: Option<Value>,
}

/// Where a site's documents come from.
pub enum Source<S: 'static> {
    /// From its types, once, when the app starts. Held as a pointer: where nobody
    /// asks for this way, the linker drops it, and schemars with it.
    Made(fn(&Site<S>) -> Result<Documents, Vec<SiteFault>>),
    /// From a build script.
    Embedded(Embedded),
}

impl<S> Source<S> {
    /// From the site's types.
    #[must_use]
    pub const fn made() -> Self {
        Self::Made(made::documents::<S>)
    }

    /// The documents.
    ///
    /// # Errors
    ///
    /// Schemas that cannot be published; embedded documents that are not this
    /// site's.
    pub fn documents(&self, site: &Site<S>) -> Result<Documents, Vec<SiteFault>> {
        match self {
            Self::Made(make) => make(site),
            Self::Embedded(embedded) => embedded.documents(site),
        }
    }
}

impl<S> fmt::Debug for Source<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Made(_) => "Made",
            Self::Embedded(_) => "Embedded",
        })
    }
}
