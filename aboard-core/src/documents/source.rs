//! Where a flow's schemas come from: its types, or the descriptor that a build
//! script has made of them.

use std::fmt;

use affordances_core::engine::__shared::HandlerSchemas;

use super::descriptor;
use crate::plan::Plan;
use crate::protocol::Descriptor;
use crate::table::{FlowDef, FlowMeta, StepMeta, StepTypes};

/// A flow on its way to being served: its table (`(&FLOW).into()`), or what
/// `include_onboarding!` makes of it.
pub struct FlowSource<L: 'static> {
    pub(crate) def: &'static FlowDef<L>,
    pub(crate) documents: Documents,
}

impl<L> FlowSource<L> {
    /// A flow [without what makes its schemas](FlowDef::without_schemas), and the
    /// descriptor that [`FlowDef::export`] has written.
    #[must_use]
    pub const fn embedded(def: &'static FlowDef<L>, descriptor: &'static str) -> Self {
        Self {
            def,
            documents: Documents::Exported(descriptor),
        }
    }

    /// What the flow's annotation says.
    #[must_use]
    pub fn meta(&self) -> &'static FlowMeta {
        &self.def.meta
    }
}

impl<L> Clone for FlowSource<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for FlowSource<L> {}

impl<L> From<&'static FlowDef<L>> for FlowSource<L> {
    fn from(def: &'static FlowDef<L>) -> Self {
        Self {
            def,
            documents: Documents::made_of(def.types),
        }
    }
}

impl<L> fmt::Debug for FlowSource<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlowSource")
            .field("slug", &self.def.meta.slug)
            .finish_non_exhaustive()
    }
}

/// What schemas are made of.
#[derive(Clone, Copy)]
pub(crate) enum Documents {
    /// The types of the steps. Who makes schemas of them is a value too: a server
    /// that embeds its descriptor never names it, and the linker drops it.
    Types(&'static [StepTypes], Make),
    Exported(&'static str),
    Missing,
}

type Make = fn(&Plan, &[StepTypes]) -> Result<Vec<HandlerSchemas>, Vec<String>>;

impl Documents {
    pub(crate) fn made_of(types: Option<&'static [StepTypes]>) -> Self {
        types.map_or(Self::Missing, |types| Self::Types(types, made))
    }
}

/// The schemas of a flow's steps, in the plan's order.
///
/// # Errors
///
/// Schemas that cannot be enforced, all of them; a descriptor that was exported
/// from another flow.
pub(crate) fn schemas(
    meta: &FlowMeta,
    plan: &Plan,
    metas: &[&StepMeta],
    of: Documents,
) -> Result<Vec<HandlerSchemas>, Vec<String>> {
    match of {
        Documents::Types(types, make) if types.len() == metas.len() => make(plan, types),
        Documents::Exported(descriptor) => {
            read(meta, plan, metas, descriptor).map_err(|what| vec![foreign(&what)])
        }
        Documents::Types(..) | Documents::Missing => Err(vec![
            "it has no schemas:\n  give the flow itself, or `include_onboarding!(..)` of it"
                .to_owned(),
        ]),
    }
}

fn made(plan: &Plan, types: &[StepTypes]) -> Result<Vec<HandlerSchemas>, Vec<String>> {
    let mut faults = Vec::new();
    let mut schemas = Vec::with_capacity(types.len());
    for planned in plan.steps() {
        let (output, inputs) = types[planned.row];
        match HandlerSchemas::new(inputs, output) {
            Ok(made) => schemas.push(made),
            Err(fault) => faults.push(format!("step `{}`: {fault}", planned.id)),
        }
    }
    if faults.is_empty() {
        Ok(schemas)
    } else {
        Err(faults)
    }
}

fn read(
    meta: &FlowMeta,
    plan: &Plan,
    metas: &[&StepMeta],
    exported: &str,
) -> Result<Vec<HandlerSchemas>, String> {
    let exported: Descriptor =
        serde_json::from_str(exported).map_err(|error| format!("it is unreadable: {error}"))?;
    let mut schemas = Vec::with_capacity(exported.steps.len());
    for step in &exported.steps {
        let read = HandlerSchemas::published(step.input_schema.clone(), step.output_schema.clone());
        schemas.push(read.map_err(|fault| format!("step `{}`: {fault}", step.id))?);
    }
    // What it was made from must be what stands here, to the last word.
    match descriptor(meta, plan, metas, &schemas, "") {
        Ok(here) if here == exported => Ok(schemas),
        _ => Err("its steps, words or settings differ".to_owned()),
    }
}

/// A descriptor of another flow than the one in this binary must never be served.
fn foreign(what: &str) -> String {
    format!(
        "the embedded descriptor is not that of this flow: {what}\n  \
         build the server again; if that does not help, its build-dependency on the annotated \
         crate has other features, or is another version, than its dependency"
    )
}
