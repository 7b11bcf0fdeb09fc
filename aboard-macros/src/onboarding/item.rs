//! The module as written, its functions sorted by our attribute, and the attribute taken off.
use affordances_macro_support::items::{Item, ItemKind, Module};
use affordances_macro_support::marks::{self, Named, Taken};
use affordances_macro_support::sink::ErrorSink;
use proc_macro2::TokenStream;
use syn::Ident;

use crate::entry::MISPLACED_ATTRIBUTE;
use crate::step::{StepItem, TheStep};

/// A flow's module.
pub(crate) struct FlowItem {
    /// What is written out again.
    pub(crate) module: Module,
    /// Every attribute of ours that was found.
    pub(crate) named: Vec<Named>,
    /// Stands in for an import that has been forgotten.
    pub(crate) import: Option<TokenStream>,
    /// The functions under `#[step]`, as they are written.
    pub(crate) steps: Vec<StepItem>,
    /// Every other function of the module by name.
    pub(crate) functions: Vec<Ident>,
    /// Some item under an attribute of ours could not be used. Nothing is reported as missing then: that
    /// item may be what is missing.
    pub(crate) is_half_read: bool,
}

impl FlowItem {
    /// Sorts the items of `module`.
    pub(crate) fn sort(mut module: Module, errors: &ErrorSink<'_>) -> Self {
        let mut items = std::mem::take(&mut module.items);
        let mut flow = Self {
            module,
            named: Vec::new(),
            import: None,
            steps: Vec::new(),
            functions: Vec::new(),
            is_half_read: false,
        };
        for item in &mut items {
            flow.take_in(item, errors);
        }
        flow.module.items = items;
        let whole = format_args!("flow `{}`", flow.module.ident);
        flow.import = marks::import(&flow.module, &flow.named, whole, errors);
        flow
    }

    fn take_in(&mut self, item: &mut Item, errors: &ErrorSink<'_>) {
        let names = [TheStep::ATTRIBUTE];
        let Taken { markers, is_hidden } = marks::take(item, &names, "the flow", errors);
        self.is_half_read |= is_hidden;
        self.named.extend(Named::all(&markers, &[&item.attrs]));
        let Some(marker) = markers.into_iter().next() else {
            if let ItemKind::Fn(head) = &item.kind {
                self.functions.push(head.sig.ident.clone());
            }
            return;
        };
        match &item.kind {
            ItemKind::Fn(head) => {
                self.steps.push(StepItem {
                    kind: TheStep,
                    marker,
                    attrs: item.attrs.clone(),
                    sig: head.sig.clone(),
                });
                item.drop_receiver();
            }
            // rustc says what is wrong with it.
            ItemKind::Unreadable => self.is_half_read = true,
            other => {
                self.is_half_read = true;
                errors.on(
                    MISPLACED_ATTRIBUTE,
                    marker.path(),
                    format!("`#[step]` belongs on a function, not on {}", other.noun()),
                );
            }
        }
    }
}
