//! Flows: a module whose functions become steps.
mod args;
mod check;
mod expand;
mod fallback;
mod item;
mod model;
mod order;

use affordances_macro_support::items::Module;
use affordances_macro_support::sink::ErrorStore;
use proc_macro2::TokenStream;

pub(crate) use check::{check_location, read_stuck_after};

use args::FlowArgs;
use item::FlowItem;
use model::Checked;

pub(crate) const ATTRIBUTE: &str = "#[onboarding(..)]";

/// `#[onboarding(..)] mod name { .. }` → the module with its table, and every error of the flow.
pub(crate) fn expand_onboarding(args: TokenStream, item: TokenStream) -> TokenStream {
    let store = ErrorStore::new();
    let Some(module) = Module::read(ATTRIBUTE, item.clone(), &store.sink()) else {
        let mut tokens = store.into_compile_errors();
        tokens.extend(item);
        return tokens;
    };
    let (item, checked) = {
        let errors = store.sink();
        let args = FlowArgs::parse(args, &errors);
        let item = FlowItem::sort(module, &errors);
        let checked = check::check(args, &item, &errors);
        (item, checked)
    };
    let mut tokens = store.into_compile_errors();
    tokens.extend(match checked {
        Checked::Flow(model) => expand::expand(item, &model),
        Checked::Broken(broken) => fallback::expand(item, &broken),
    });
    tokens
}

#[cfg(test)]
mod tests;
