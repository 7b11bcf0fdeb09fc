//! A handler as written: its attribute, what else stands above it, and its signature.
use std::fmt::Display;

use crate::sink::ErrorSink;
use proc_macro2::TokenStream;
use syn::{Attribute, Meta, Signature};

use crate::entry;

/// A function under one of our attributes, which `K` tells apart: displayed, it is the attribute's name.
pub struct HandlerItem<K> {
    /// Which attribute.
    pub kind: K,
    /// Our attribute, taken off the function.
    pub marker: Attribute,
    /// The attributes that stay: doc comments and `cfg` are read from here.
    pub attrs: Vec<Attribute>,
    /// The function without its body.
    pub sig: Signature,
}

impl<K: Display> HandlerItem<K> {
    /// The tokens between the parentheses of the attribute.
    pub fn arguments(&self, errors: &ErrorSink<'_>) -> TokenStream {
        match &self.marker.meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => {
                let kind = &self.kind;
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
    pub fn without_arguments(&self, errors: &ErrorSink<'_>) {
        let arguments = self.arguments(errors);
        if !arguments.is_empty() {
            errors.on(
                entry::UNEXPECTED_ARGUMENTS,
                arguments,
                format!(
                    "`#[{0}]` takes no arguments\nwrite `#[{0}]` alone",
                    self.kind
                ),
            );
        }
    }
}
