//! What an action's check sees of the page around it.
use syn::{Ident, Signature};

use super::Entity;
use super::item::DataType;

/// The names that a page gives to its parts.
pub(crate) struct Scope<'a> {
    /// The page's own name.
    pub(crate) page: &'a Ident,
    /// `None` where the entities have errors of their own: then nothing is said about effects.
    pub(crate) entities: Option<Vec<&'a Entity>>,
    pub(crate) guards: Vec<&'a Ident>,
    pub(crate) functions: &'a [Signature],
    pub(crate) data: &'a [DataType],
}
