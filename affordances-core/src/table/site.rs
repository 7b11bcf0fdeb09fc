//! A site: its pages, whatever the state of each, in one table.

use std::fmt;

use super::{PageMeta, PageTypes};
use crate::engine::Mount;

/// How callers may authenticate, as the index publishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Auth {
    /// The person's session cookie.
    Cookie,
    /// `Authorization: Bearer`.
    Bearer,
}

impl Auth {
    /// The word in the index.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cookie => "cookie",
            Self::Bearer => "bearer",
        }
    }
}

/// One page of a site.
#[non_exhaustive]
pub struct Entry<S: 'static> {
    /// What its annotation says; also what identifies the page, by address.
    pub meta: &'static PageMeta,
    /// The page itself, the type of its own state erased.
    pub mount: &'static dyn Mount<S>,
}

impl<S> Entry<S> {
    /// A row for a page.
    #[must_use]
    pub const fn new(meta: &'static PageMeta, mount: &'static dyn Mount<S>) -> Self {
        Self { meta, mount }
    }
}

impl<S> fmt::Debug for Entry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.meta.name).finish()
    }
}

/// What `site!` declares: everything about a site that is known when it is
/// compiled.
#[non_exhaustive]
pub struct Site<S: 'static> {
    /// What the site is called.
    pub name: &'static str,
    /// How callers may authenticate.
    pub auth: &'static [Auth],
    /// Under which path the app is nested; `""` or like `/app`.
    pub prefix: &'static str,
    /// Where the MCP endpoint stands, if there is one.
    pub mcp: Option<&'static str>,
    /// Its pages.
    pub pages: &'static [Entry<S>],
    /// What makes the schemas of each page; `None` where documents that were
    /// made before are embedded.
    pub schemas: Option<&'static [PageTypes]>,
}

impl<S> Site<S> {
    /// A site.
    #[must_use]
    pub const fn new(
        name: &'static str,
        auth: &'static [Auth],
        pages: &'static [Entry<S>],
    ) -> Self {
        Self {
            name,
            auth,
            prefix: "",
            mcp: None,
            pages,
            schemas: None,
        }
    }

    /// What makes the schemas of each page, in the order of the pages.
    #[must_use]
    pub const fn schemas(mut self, schemas: &'static [PageTypes]) -> Self {
        self.schemas = Some(schemas);
        self
    }

    /// The same site without what makes its schemas, for a server that embeds
    /// its documents: what a constant of it does not refer to, the linker drops.
    #[must_use]
    pub const fn without_schemas(&self) -> Self {
        Self {
            name: self.name,
            auth: self.auth,
            prefix: self.prefix,
            mcp: self.mcp,
            pages: self.pages,
            schemas: None,
        }
    }

    /// The path under which the app is nested.
    #[must_use]
    pub const fn prefix(mut self, prefix: &'static str) -> Self {
        self.prefix = prefix;
        self
    }

    /// The path of the MCP endpoint.
    #[must_use]
    pub const fn mcp(mut self, path: &'static str) -> Self {
        self.mcp = Some(path);
        self
    }
}

impl<S> fmt::Debug for Site<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site")
            .field("name", &self.name)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}
