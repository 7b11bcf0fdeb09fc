//! The order of a flow's steps, by the grammar's rule: each fault at the token that it is about.
use affordances_grammar::flow::{Edge, FlowFault, Step, order};
use affordances_macro_support::sink::ErrorSink;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Ident;

use crate::entry;
use crate::step::{StepModel, ids};

/// Reports whatever keeps the steps from having an order.
pub(crate) fn check(flow: &Ident, steps: &[StepModel], errors: &ErrorSink<'_>) {
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
        let entry = match &fault {
            FlowFault::Empty => entry::MISSING_STEPS,
            FlowFault::Id { .. } => entry::INVALID_NAME,
            FlowFault::SameId { .. } => entry::DUPLICATE_NAME,
            FlowFault::Unknown { .. } => entry::UNKNOWN_DEPENDENCY,
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
