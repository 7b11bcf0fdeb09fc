//! What the inner attributes say when they stand alone: they belong inside a page.
use affordances_macro_support::marks;
use proc_macro2::TokenStream;

use crate::entry;

/// The item, and one error at the attribute, unless it is a page that names it.
pub(crate) fn explain(attribute: &str, args: &TokenStream, item: TokenStream) -> TokenStream {
    let place = if attribute == "entity" {
        "on a field of the `#[entities]` struct, inside `#[page(..)] mod name { .. }`"
    } else {
        "inside `#[page(..)] mod name { .. }`"
    };
    let message = format!("`#[{attribute}]` has a meaning only {place}");
    marks::outside(entry::ATTRIBUTE_OUTSIDE_PAGE, &message, args, item)
}
