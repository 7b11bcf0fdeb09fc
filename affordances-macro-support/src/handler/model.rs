//! A handler that can be called: what its shim needs to know.
use crate::spans::TypeSpans;
use proc_macro2::TokenStream;
use syn::{Attribute, Ident, Type};

/// A function whose signature a shim can serve. Made by [`check`](super::check()) alone.
pub struct Handler {
    /// Its name.
    pub ident: Ident,
    /// Copied to everything that is generated for it.
    pub cfgs: Vec<Attribute>,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Whether calling it gives a future of the output.
    pub is_async: bool,
    /// What it gives in the end: the return type, the future around it taken off.
    pub output: Output,
}

impl Handler {
    /// Whether it is handed anything.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.parameters.is_empty()
    }
}

/// A parameter's type, as it can be written outside of the function's own lifetimes.
pub struct Parameter {
    /// As the user wrote it.
    pub written: Type,
    /// With the function's lifetimes replaced by `'_`.
    pub tokens: TokenStream,
    /// Where errors about it point.
    pub spans: TypeSpans,
}

/// What a handler gives.
pub enum Output {
    /// No return type: `()`.
    Nothing,
    /// A type that can be named.
    Named(TokenStream),
    /// `impl Trait`: fine where nobody asks for its name.
    Opaque(TokenStream),
}
