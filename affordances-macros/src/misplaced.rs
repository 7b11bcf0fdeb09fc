//! What the inner attributes say when they stand alone: they belong inside a page.
use affordances_macro_support::sink::ErrorStore;
use proc_macro2::{Span, TokenStream};

use crate::entry;

/// The argument with which a page names each attribute that it has read. Then the name is used like any
/// other: an import of it is not unused, and an editor finds what it means.
pub(crate) const READ: &str = "__read";

/// The item, and one error at the attribute, unless it is a page that names it.
pub(crate) fn explain(attribute: &str, args: &TokenStream, item: TokenStream) -> TokenStream {
    if args.to_string() == READ {
        return item;
    }
    let place = if attribute == "entity" {
        "on a field of the `#[entities]` struct, inside `#[page(..)] mod name { .. }`"
    } else {
        "inside `#[page(..)] mod name { .. }`"
    };
    let message = format!("`#[{attribute}]` has a meaning only {place}");
    let store = ErrorStore::new();
    store
        .sink()
        .at(entry::ATTRIBUTE_OUTSIDE_PAGE, Span::call_site(), message);
    let mut tokens = store.into_compile_errors();
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
            &quote!(),
            quote!(
                fn load() {}
            ),
        )
        .to_string();
        assert!(tokens.contains("compile_error"), "{tokens}");
        assert!(tokens.ends_with("fn load () { }"), "{tokens}");
    }

    #[test]
    fn an_attribute_that_a_page_has_read_is_silent() {
        let tokens = explain(
            "load",
            &quote!(__read),
            quote!(
                fn load() {}
            ),
        );
        assert_eq!(tokens.to_string(), "fn load () { }");
    }
}
