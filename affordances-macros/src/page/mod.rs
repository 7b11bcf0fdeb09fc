//! Pages: a module whose functions become a table.
mod args;
mod check;
mod entities;
mod expand;
mod fallback;
mod handlers;
mod item;
mod model;
mod params;
mod scope;

use affordances_macro_support::items::Module;
use affordances_macro_support::sink::ErrorStore;
use proc_macro2::TokenStream;

pub(crate) use entities::Entity;
pub(crate) use expand::SCHEMAS;
pub(crate) use item::data_of;
pub(crate) use scope::Scope;

use args::PageArgs;
use item::PageItem;
use model::Checked;

pub(crate) const ATTRIBUTE: &str = "#[page(..)]";

/// `#[page(..)] mod name { .. }` → the module with its table, and every error of the page.
pub(crate) fn expand_page(args: TokenStream, item: TokenStream) -> TokenStream {
    let store = ErrorStore::new();
    let Some(module) = Module::read(ATTRIBUTE, item.clone(), &store.sink()) else {
        let mut tokens = store.into_compile_errors();
        tokens.extend(item);
        return tokens;
    };
    let (item, checked) = {
        let errors = store.sink();
        let args = PageArgs::parse(args, &errors);
        let item = PageItem::sort(module, &errors);
        let checked = check::check(args, &item, &errors);
        (item, checked)
    };
    let mut tokens = store.into_compile_errors();
    tokens.extend(match checked {
        Checked::Page(model) => expand::expand(item, &model),
        Checked::Broken(broken) => fallback::expand(item, &broken),
    });
    tokens
}

#[cfg(test)]
mod tests;
