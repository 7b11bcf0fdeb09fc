//! Attribute + signature → [`StepModel`], or everything that is wrong. What a step has to do with its
//! flow's other steps is for [`order`](crate::onboarding).
use affordances_macro_support::docs::description;
use affordances_macro_support::handler::{self, Output};
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spell::spelled;
use quote::{ToTokens, quote};
use syn::Type;
use syn::ext::IdentExt as _;

use super::args::{ArtifactArgs, StepArgs};
use super::{Artifact, StepItem, StepModel};
use crate::entry;
use crate::onboarding::{check_location, read_stuck_after};

/// The step, unless something about it is wrong that its row could not survive.
///
/// A missing doc comment is reported and survived: then the compiler's own findings about the same
/// function appear in the same build.
pub(crate) fn check(item: &StepItem, errors: &ErrorSink<'_>) -> Option<StepModel> {
    let fatal = errors.child();
    let tokens = item.arguments(&fatal);
    let StepArgs {
        id,
        depends_on,
        artifact,
        writes,
        stuck_after,
    } = StepArgs::parse(tokens, &fatal);
    let handler = handler::check(item, &fatal);
    if let Some(handler) = &handler {
        handler::check_inputs(item, handler, &fatal);
    }
    let ident = &item.sig.ident;
    if let Some(Output::Opaque(output)) = handler.as_ref().map(|handler| &handler.output) {
        fatal.on(
            entry::OPAQUE_OUTPUT,
            output,
            format!("step `{ident}` must name the type that it returns: its schema is published"),
        );
    }
    let described = description(&item.attrs);
    if described.is_none() {
        errors.on(
            entry::MISSING_DESCRIPTION,
            ident,
            format!(
                "step `{ident}` needs a description for agents and people\n\
                 write a doc comment above it: `/// What the step does.`"
            ),
        );
    }
    let (id, id_place) = match id {
        Some(id) => (id.value.value(), id.value.to_token_stream()),
        None => (ident.unraw().to_string(), ident.to_token_stream()),
    };
    let artifact = artifact.and_then(|artifact| read_artifact(artifact, &fatal));
    let writes = writes.map(|list| list.value).unwrap_or_default();
    check_writes(&writes, &fatal);
    let stuck_after = stuck_after.and_then(|failures| read_stuck_after(&failures, &fatal));
    if fatal.failed() {
        return None;
    }
    Some(StepModel {
        handler: handler?,
        id,
        id_place,
        description: described.unwrap_or_else(|| quote!("")),
        depends_on: depends_on.map(|list| list.value),
        artifact,
        writes,
        stuck_after,
    })
}

/// Each resource once: twice would be two impls of one trait, which rustc reports in its own words.
fn check_writes(writes: &[Type], errors: &ErrorSink<'_>) {
    for (number, resource) in writes.iter().enumerate() {
        let name = spelled(resource);
        if writes
            .iter()
            .take(number)
            .any(|earlier| spelled(earlier) == name)
        {
            errors.on(
                entry::LISTED_TWICE,
                resource,
                format!("`{name}` is listed twice in `writes`\ndrop one of the two"),
            );
        }
    }
}

fn read_artifact(artifact: ArtifactArgs, errors: &ErrorSink<'_>) -> Option<Artifact> {
    let ArtifactArgs { name, path } = artifact;
    let (name, path) = (name?.value, path?.value);
    if name.value().trim().is_empty() {
        errors.on(
            entry::INVALID_NAME,
            &name,
            "the name of an artifact must not be empty\nwrite one, as in `name = \"starter-kit\"`",
        );
    }
    check_location("path", &path, errors);
    Some(Artifact { name, path })
}
