//! The head of a function. Its body is one token that nobody opens.
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::{Signature, Visibility};

/// What stands before the body of a function.
#[derive(Clone)]
pub struct FnItem {
    /// `pub`, or nothing.
    pub vis: Visibility,
    /// Qualifiers, name, generics, parameters with their attributes, return type.
    pub sig: Signature,
}

impl Parse for FnItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let head = Self {
            vis: input.parse()?,
            sig: input.parse()?,
        };
        // The body, or `;` where somebody has not written one yet.
        input.parse::<TokenStream>()?;
        Ok(head)
    }
}
