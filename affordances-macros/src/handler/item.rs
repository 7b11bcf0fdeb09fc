//! A handler as written: its attribute, what else stands above it, and its signature.
use affordances_macro_support::sink::ErrorSink;
use proc_macro2::TokenStream;
use syn::{Attribute, Meta, Signature};

use super::HandlerKind;
use crate::entry;

/// A function under one of our attributes.
pub(crate) struct HandlerItem {
    pub(crate) kind: HandlerKind,
    /// Our attribute, taken off the function.
    pub(crate) marker: Attribute,
    /// The attributes that stay: doc comments and `cfg` are read from here.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) sig: Signature,
}

impl HandlerItem {
    /// The tokens between the parentheses of the attribute.
    pub(crate) fn arguments(&self, errors: &ErrorSink<'_>) -> TokenStream {
        match &self.marker.meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => {
                let kind = self.kind;
                errors.on(
                    entry::ARGUMENTS_WITHOUT_PARENTHESES,
                    &meta.value,
                    format!("`#[{kind}]` takes its settings in parentheses: `#[{kind}(..)]`"),
                );
                TokenStream::new()
            }
        }
    }

    /// Reports arguments of an attribute that takes none.
    pub(crate) fn without_arguments(&self, errors: &ErrorSink<'_>) {
        let arguments = self.arguments(errors);
        if !arguments.is_empty() {
            errors.on(
                entry::UNEXPECTED_ARGUMENTS,
                arguments,
                format!("`#[{}]` takes no arguments", self.kind),
            );
        }
    }
}
