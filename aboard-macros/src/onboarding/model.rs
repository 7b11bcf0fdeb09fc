//! What a flow says, once it holds together.
use affordances_macro_support::krate::CratePath;
use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Type};

use crate::step::StepModel;

/// The outcome of a flow's check.
pub(crate) enum Checked {
    /// Nothing is wrong.
    Flow(Box<FlowModel>),
    /// Something is; the errors are in the sink.
    Broken(Box<BrokenFlow>),
}

/// A valid flow. Made by [`check`](super::check::check()) alone: nothing in it can be missing or wrong.
pub(crate) struct FlowModel {
    pub(crate) ground: Ground,
    pub(crate) head: Head,
    pub(crate) steps: Vec<StepModel>,
}

/// A flow with errors: what is left of it.
pub(crate) struct BrokenFlow {
    pub(crate) flow: Ident,
    pub(crate) ground: Ground,
    /// The steps that are sound, where the state is known: the compiler checks them in the same build.
    pub(crate) steps: Option<Vec<StepModel>>,
}

/// What every generated token of a flow stands on.
pub(crate) struct Ground {
    pub(crate) krate: CratePath,
    /// The flow's state; `()` where it is missing.
    pub(crate) state: Type,
    /// Stands above generated items.
    pub(crate) judged: TokenStream,
}

/// What a flow says about itself.
pub(crate) struct Head {
    /// The module's name.
    pub(crate) flow: Ident,
    pub(crate) name: LitStr,
    /// `default` unless it is written.
    pub(crate) slug: Option<LitStr>,
    pub(crate) at: Option<LitStr>,
    pub(crate) identity_optional: bool,
    pub(crate) discovery: Option<LitStr>,
    pub(crate) stuck_after: Option<u32>,
    /// Tokens of a string.
    pub(crate) description: TokenStream,
}
