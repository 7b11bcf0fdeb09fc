//! An action whose attribute and signature agree: what its row of the table says.
use affordances_grammar::{Expose, Rate};
use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path};

use super::effects::Effects;
use super::summary::Summary;
use crate::handler::Handler;

/// One action. Made by [`check`](super::check()) alone.
pub(crate) struct ActionModel {
    pub(crate) handler: Handler,
    /// The wire name.
    pub(crate) name: String,
    /// Where an error about the wire name belongs.
    pub(crate) name_place: TokenStream,
    /// Tokens of a string; empty where the action is not exposed and has no docs.
    pub(crate) description: TokenStream,
    /// `None`: not part of the protocol.
    pub(crate) expose: Option<Expose>,
    pub(crate) guard: Option<Ident>,
    pub(crate) effects: Effects,
    pub(crate) summary: Option<Summary>,
    pub(crate) visible_to: Option<Path>,
    pub(crate) rate: Option<Rate>,
    /// In milliseconds.
    pub(crate) timeout: Option<u64>,
    pub(crate) tool: Option<LitStr>,
    pub(crate) requires: Option<LitStr>,
    pub(crate) read_only: bool,
    pub(crate) idempotent: bool,
    pub(crate) destructive: bool,
}

impl ActionModel {
    /// Whether the action, or the function of its summary, is handed anything.
    pub(crate) fn asks(&self) -> bool {
        self.handler.asks() || matches!(self.summary, Some(Summary::Function { .. }))
    }
}
