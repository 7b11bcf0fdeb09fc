//! The descriptor (specification, section 1.1), from the table and its schemas.

use affordances_core::engine::__shared::HandlerSchemas;
use affordances_grammar::Route;
use affordances_grammar::flow::is_location;

use crate::plan::Plan;
use crate::protocol::{Artifact, AuthDescriptor, Descriptor, StepDescriptor, VERSION, WELL_KNOWN};
use crate::table::{ArtifactDef, FlowMeta, StepMeta};

/// Makes the descriptor of a flow on the origin `base`; `schemas` are in the
/// plan's order. With an empty base its URLs are paths: that is how it is
/// exported.
///
/// # Errors
///
/// Every location that is neither a path nor a URL, with its fix.
pub(crate) fn descriptor(
    meta: &FlowMeta,
    plan: &Plan,
    metas: &[&StepMeta],
    schemas: &[HandlerSchemas],
    base: &str,
) -> Result<Descriptor, Vec<String>> {
    let mut faults = Vec::new();
    let at = meta.at();
    if !is_one_path(&at) {
        faults.push(format!(
            "its endpoints must not stand at `{at}`:\n  write one path such as `/api/onboarding`"
        ));
    }
    let endpoints = format!("{base}{at}");
    let step_template = format!("{endpoints}/steps/{{id}}");
    let discovery = meta.discovery.map(|location| {
        absolute(location, base)
            .map_err(|advice| format!("`discovery` must not be `{location}`:\n  {advice}"))
    });
    let mut steps = Vec::with_capacity(schemas.len());
    for (place, (planned, schemas)) in plan.steps().iter().zip(schemas).enumerate() {
        let step = metas[planned.row];
        let artifact = step.artifact.map(|def| artifact(def, base)).transpose();
        let artifact = artifact.unwrap_or_else(|fault| {
            faults.push(format!("step `{}`: {fault}", step.id));
            None
        });
        steps.push(StepDescriptor {
            id: planned.id.to_string(),
            description: step.description.to_owned(),
            endpoint: step_template.replace("{id}", &planned.id),
            depends_on: plan.needs(place).map(str::to_owned).collect(),
            artifact,
            input_schema: schemas.input().cloned(),
            output_schema: schemas.output().cloned(),
        });
    }
    let discovery = discovery.transpose().unwrap_or_else(|fault| {
        faults.push(fault);
        None
    });
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Descriptor {
        aboard: VERSION.to_owned(),
        name: meta.name.to_owned(),
        slug: meta.slug.to_owned(),
        prompt_uri: format!("{base}{WELL_KNOWN}/{}", meta.slug),
        session_endpoint: format!("{endpoints}/sessions"),
        step_endpoint_template: step_template,
        revocation_endpoint: format!("{endpoints}/sessions/{{id}}/revoke"),
        auth: AuthDescriptor::bearer(meta.identity_required, discovery),
        steps,
    })
}

/// Whether a text is the path of one place.
fn is_one_path(path: &str) -> bool {
    Route::parse(path)
        .is_ok_and(|route| route.parameters().next().is_none() && !route.segments().is_empty())
}

/// The URL of a path on this site, or the absolute URL that it is already.
///
/// # Errors
///
/// What to write instead of anything else.
fn absolute(location: &str, base: &str) -> Result<String, &'static str> {
    if !is_location(location) {
        return Err("write a path such as `/downloads/kit.json`, or an absolute URL");
    }
    let base = if location.starts_with('/') { base } else { "" };
    Ok(format!("{base}{location}"))
}

fn artifact(def: ArtifactDef, base: &str) -> Result<Artifact, String> {
    let ArtifactDef { name, location } = def;
    absolute(location, base)
        .map(|url| Artifact::new(name, url))
        .map_err(|advice| format!("artifact `{name}` must not be at `{location}`:\n  {advice}"))
}
