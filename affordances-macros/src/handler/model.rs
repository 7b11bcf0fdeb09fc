//! A handler that can be called: what its shim needs to know.
use affordances_macro_support::spans::TypeSpans;
use proc_macro2::TokenStream;
use syn::{Attribute, Ident, Type};

/// A function whose signature a shim can serve. Made by [`check`](super::check()) alone.
pub(crate) struct Handler {
    pub(crate) ident: Ident,
    /// Copied to everything that is generated for it.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) parameters: Vec<Parameter>,
    /// Whether calling it gives a future of the output.
    pub(crate) is_async: bool,
    /// What it gives in the end: the return type, the future around it taken off.
    pub(crate) output: Output,
}

/// A parameter's type, as it can be written outside of the function's own lifetimes.
pub(crate) struct Parameter {
    /// As the user wrote it.
    pub(crate) written: Type,
    /// With the function's lifetimes replaced by `'_`.
    pub(crate) tokens: TokenStream,
    pub(crate) spans: TypeSpans,
}

/// What a handler gives.
pub(crate) enum Output {
    /// No return type: `()`.
    Nothing,
    /// A type that can be named.
    Named(TokenStream),
    /// `impl Trait`: fine where nobody asks for its name.
    Opaque(TokenStream),
}
