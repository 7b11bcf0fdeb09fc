//! A site whose settings hold together.
use syn::{Attribute, LitStr, Path};

/// A valid site. Made by [`check`](super::check::check()) alone.
pub(crate) struct SiteModel {
    pub(crate) name: LitStr,
    pub(crate) auth: Vec<Auth>,
    pub(crate) prefix: Option<LitStr>,
    pub(crate) mcp: Option<LitStr>,
    pub(crate) pages: Vec<SitePage>,
}

/// How callers may sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auth {
    Cookie,
    Bearer,
}

impl Auth {
    pub(crate) const ALL: [(&'static str, Self); 2] =
        [("cookie", Self::Cookie), ("bearer", Self::Bearer)];
}

/// A page by the path of its module.
pub(crate) struct SitePage {
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) path: Path,
}
