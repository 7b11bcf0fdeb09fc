//! A flow with errors → its items all the same, with an empty `FLOW`.
//!
//! Whoever names the flow, or calls one of its functions, must not get a second error; and what is sound
//! in it is checked by the compiler in the same build.
use affordances_macro_support::marks::with_items;
use proc_macro2::TokenStream;
use quote::quote;

use super::expand::{aliases, export, flow_ident, tables, types};
use super::item::FlowItem;
use super::model::BrokenFlow;

/// The module with what could be saved.
pub(super) fn expand(item: FlowItem, broken: &BrokenFlow) -> TokenStream {
    let BrokenFlow {
        flow,
        ground,
        steps,
    } = broken;
    let (private, _) = aliases();
    let steps = steps.as_deref().unwrap_or_default();
    let types = types(ground, steps);
    let table = quote!(#private::FlowDef::stub());
    let tables = tables(ground, &flow_ident(flow), steps, &table);
    let export = export(flow);
    let import = item.import;
    let items = quote!(#import #types #tables);
    let module = with_items(item.module, &item.named, &ground.krate, items);
    quote!(#module #export)
}
