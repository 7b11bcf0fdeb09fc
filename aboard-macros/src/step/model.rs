//! What a step says, once it holds together.
use affordances_macro_support::handler::Handler;
use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{Ident, LitStr, Type};

/// A step that can be called. Made by [`check`](super::check()) alone.
pub(crate) struct StepModel {
    pub(crate) handler: Handler,
    pub(crate) id: String,
    /// The tokens that name it, for errors.
    pub(crate) id_place: TokenStream,
    /// Tokens of a string.
    pub(crate) description: TokenStream,
    /// The functions of the steps that come first; `None`: the step before it.
    pub(crate) depends_on: Option<Vec<Ident>>,
    pub(crate) artifact: Option<Artifact>,
    /// What it may write: resources whose `&Write` it may take.
    pub(crate) writes: Vec<Type>,
    pub(crate) stuck_after: Option<u32>,
}

/// What the agent takes away.
pub(crate) struct Artifact {
    pub(crate) name: LitStr,
    pub(crate) path: LitStr,
}

/// The ids of the steps that a list names by their functions; a name that is none stays as it is.
pub(crate) fn ids<'s>(
    list: &[Ident],
    steps: impl IntoIterator<Item = &'s StepModel> + Clone,
) -> Vec<String> {
    let id = |name: &Ident| {
        let name = name.unraw();
        let mut steps = steps.clone().into_iter();
        let named = steps.find(|step| step.handler.ident.unraw() == name);
        named.map_or_else(|| name.to_string(), |step| step.id.clone())
    };
    list.iter().map(id).collect()
}
