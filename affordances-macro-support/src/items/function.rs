//! The head of a function. Its body is one token that nobody opens.
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{FnArg, Signature, Visibility};

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

/// The same function without `self`; its body stays as it is.
pub(super) fn without_receiver(tokens: TokenStream) -> TokenStream {
    let parse = |input: ParseStream<'_>| {
        let vis: Visibility = input.parse()?;
        let mut sig: Signature = input.parse()?;
        let body: TokenStream = input.parse()?;
        sig.inputs = std::mem::take(&mut sig.inputs)
            .into_iter()
            .filter(|input| matches!(input, FnArg::Typed(_)))
            .collect();
        Ok(quote!(#vis #sig #body))
    };
    parse.parse2(tokens.clone()).unwrap_or(tokens)
}
