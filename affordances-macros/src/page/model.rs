//! What a page says, once it holds together.
use affordances_macro_support::krate::CratePath;
use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Type};

use super::entities::Entities;
use super::handlers::Handlers;
use super::params::Unseen;

/// The outcome of a page's check.
pub(crate) enum Checked {
    /// Nothing is wrong.
    Page(Box<PageModel>),
    /// Something is; the errors are in the sink.
    Broken(Box<BrokenPage>),
}

/// A valid page. Made by [`check`](super::check::check()) alone: nothing in it can be missing or wrong.
pub(crate) struct PageModel {
    pub(crate) ground: Ground,
    pub(crate) head: Head,
    pub(crate) body: Body,
}

/// A page with errors: what is left of it.
pub(crate) struct BrokenPage {
    pub(crate) page: Ident,
    pub(crate) ground: Ground,
    /// The handlers that are sound, where state and entities are known: the compiler checks them in
    /// the same build.
    pub(crate) body: Option<Body>,
}

/// What every generated token of a page stands on.
pub(crate) struct Ground {
    pub(crate) krate: CratePath,
    /// The page's state; `()` where it is missing.
    pub(crate) state: Type,
    /// Stands above generated items.
    pub(crate) judged: TokenStream,
}

/// What a page says about itself.
pub(crate) struct Head {
    /// The module's name.
    pub(crate) page: Ident,
    /// Overrides the module's name.
    pub(crate) name: Option<LitStr>,
    pub(crate) route: LitStr,
    /// The route in axum's form.
    pub(crate) paths: Vec<String>,
    /// Tokens of a string.
    pub(crate) description: TokenStream,
}

/// What a page shows and does.
pub(crate) struct Body {
    /// The name of the `#[entities]` struct.
    pub(crate) entities_type: Ident,
    /// That struct; more than one only under `cfg`.
    pub(crate) entities: Vec<Entities>,
    pub(crate) handlers: Handlers,
    /// What is left to be compared with the route by types.
    pub(crate) unseen: Unseen,
}
