//! The order of a flow's steps, by the grammar's rule: each fault at the token that it is about.
use affordances_grammar::flow::{Edge, FlowFault, Step, order};
use affordances_grammar::names::did_you_mean;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::listed;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt as _;

use super::item::FlowItem;
use crate::entry;
use crate::step::{StepModel, ids};

/// Reports whatever keeps the steps from having an order.
pub(crate) fn check(item: &FlowItem, steps: &[StepModel], errors: &ErrorSink<'_>) {
    let flow = &item.module.ident;
    // Of two that `cfg` may choose between, the first stands for both.
    let mut present: Vec<&StepModel> = Vec::new();
    for step in steps {
        let is_rival = |earlier: &&StepModel| {
            let unconditional = earlier.handler.cfgs.is_empty() && step.handler.cfgs.is_empty();
            earlier.id == step.id && !unconditional
        };
        // A name declared twice is rustc's to report.
        let is_twin = |earlier: &&StepModel| earlier.handler.ident == step.handler.ident;
        if !present.iter().any(|one| is_rival(one) || is_twin(one)) {
            present.push(step);
        }
    }
    let dependencies = present
        .iter()
        .map(|step| {
            step.depends_on
                .as_ref()
                .map(|list| ids(list, present.iter().copied()))
        })
        .collect::<Vec<_>>();
    let words = dependencies
        .iter()
        .map(|ids| {
            let ids = ids.as_ref()?;
            Some(ids.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect::<Vec<_>>();
    let asked = present
        .iter()
        .zip(&words)
        .map(|(step, depends_on)| Step {
            id: &step.id,
            depends_on: depends_on.as_deref(),
        })
        .collect::<Vec<_>>();
    for fault in order(&asked).err().into_iter().flatten() {
        if let Some(name) = unknown(&fault, &present) {
            report_unknown(name, item, &present, errors);
            continue;
        }
        let entry = match &fault {
            FlowFault::Empty => entry::MISSING_STEPS,
            FlowFault::Id { .. } => entry::INVALID_NAME,
            FlowFault::SameId { .. } => entry::DUPLICATE_NAME,
            FlowFault::Itself { .. } => entry::DEPENDENCY_ON_ITSELF,
            FlowFault::Twice { .. } => entry::LISTED_TWICE,
            _ => entry::CIRCULAR_STEPS,
        };
        let place = place(&fault, &present).unwrap_or_else(|| flow.to_token_stream());
        errors.on(entry, place, words_of(&fault, flow));
    }
}

fn words_of(fault: &FlowFault<'_>, flow: &Ident) -> String {
    match fault {
        FlowFault::Empty => {
            format!("flow `{flow}` has no step: put `#[step]` on a function that agents call")
        }
        other => other.to_string(),
    }
}

/// The name that a step depends on and that is no step's. Its words are not the grammar's: here steps are
/// named by their functions, and those are known.
fn unknown<'s>(fault: &FlowFault<'_>, steps: &[&'s StepModel]) -> Option<&'s Ident> {
    let FlowFault::Unknown {
        step, dependency, ..
    } = fault
    else {
        return None;
    };
    let list = steps.get(*step)?.depends_on.as_ref()?;
    list.get(*dependency)
}

fn report_unknown(name: &Ident, item: &FlowItem, steps: &[&StepModel], errors: &ErrorSink<'_>) {
    if item.functions.contains(name) {
        errors.on(
            entry::UNMARKED_STEP,
            name,
            format!(
                "`{name}` is a function of this flow but no step\n\
                 mark it with `#[step]`, or drop it from `depends_on`"
            ),
        );
        return;
    }
    let names = steps
        .iter()
        .map(|step| step.handler.ident.unraw().to_string())
        .collect::<Vec<_>>();
    let word = name.unraw().to_string();
    let guess = did_you_mean(&word, names.iter().map(String::as_str))
        .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
    errors.on(
        entry::UNKNOWN_DEPENDENCY,
        name,
        format!(
            "a step must not depend on `{word}`, which is no step of this flow{guess}\n\
             the steps of flow `{}` are {}",
            item.module.ident,
            listed(&names)
        ),
    );
}

/// The tokens that a fault is about.
fn place(fault: &FlowFault<'_>, steps: &[&StepModel]) -> Option<TokenStream> {
    let step = *steps.get(fault.step()?)?;
    let named = |place: usize| Some(step.depends_on.as_ref()?.get(place)?.to_token_stream());
    if let Some(dependency) = fault.dependency() {
        return named(dependency);
    }
    match fault {
        FlowFault::Circle(edges) => {
            let to = edges.first().and_then(|edge| written(edge, step, steps));
            to.or_else(|| Some(step.handler.ident.to_token_stream()))
        }
        _ => Some(step.id_place.clone()),
    }
}

/// The name by which an edge of a circle is written, if it is.
fn written(edge: &Edge<'_>, step: &StepModel, steps: &[&StepModel]) -> Option<TokenStream> {
    let list = step.depends_on.as_ref()?;
    let place = ids(list, steps.iter().copied())
        .iter()
        .position(|id| id == edge.to)?;
    Some(list.get(place)?.to_token_stream())
}
