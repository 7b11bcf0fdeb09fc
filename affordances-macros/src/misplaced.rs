//! What the inner attributes say when they stand alone: they belong inside a page.
use proc_macro2::{Span, TokenStream};
use syn::Error;

/// The item, and one error at the attribute.
pub(crate) fn explain(attribute: &str, item: TokenStream) -> TokenStream {
    let place = if attribute == "entity" {
        "on a field of the `#[entities]` struct, inside `#[page(..)] mod name { .. }`"
    } else {
        "inside `#[page(..)] mod name { .. }`"
    };
    let message = format!("`#[{attribute}]` has a meaning only {place}");
    let mut tokens = Error::new(Span::call_site(), message).into_compile_error();
    tokens.extend(item);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn the_item_survives() {
        let tokens = explain(
            "load",
            quote!(
                fn load() {}
            ),
        )
        .to_string();
        assert!(tokens.contains("compile_error"), "{tokens}");
        assert!(tokens.ends_with("fn load () { }"), "{tokens}");
    }
}
