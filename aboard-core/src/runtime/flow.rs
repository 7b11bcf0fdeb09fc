//! One flow at run time: everything that is computed once, at start.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use affordances_core::engine::__shared::HandlerSchemas;

use super::Runtime;
use crate::plan::Plan;
use crate::protocol::{Artifact, AuthDescriptor, Descriptor, StepDescriptor, VERSION};
use crate::table::{ArtifactDef, FlowDef, FlowMeta, StepMeta};

/// A flow whose state is `L`, ready to be called.
pub struct Flow<L: 'static> {
    pub(crate) core: Arc<FlowCore>,
    pub(crate) def: &'static FlowDef<L>,
}

/// The part of a flow that does not depend on its state.
pub(crate) struct FlowCore {
    pub(crate) runtime: Runtime,
    pub(crate) meta: &'static FlowMeta,
    pub(crate) plan: Plan,
    /// In the plan's order.
    pub(crate) steps: Vec<StepRuntime>,
}

/// One step at run time.
pub(crate) struct StepRuntime {
    pub(crate) meta: &'static StepMeta,
    pub(crate) schemas: HandlerSchemas,
    pub(crate) artifact: Option<Artifact>,
}

/// Where the documents and endpoints of a flow stand: the adapter's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Links {
    /// The prompt.
    pub prompt: String,
    /// Where sessions are created.
    pub sessions: String,
    /// Where steps are called, with `{id}` for the step's id.
    pub step_template: String,
    /// Where sessions are revoked, with `{id}` for the session's id.
    pub revocation_template: String,
    /// Where to get an access token.
    pub discovery: Option<String>,
}

impl<L> Flow<L> {
    /// Puts a flow's table in order and makes its schemas. `base` is the origin
    /// that artifacts stand on, such as `https://acme.example`.
    ///
    /// # Errors
    ///
    /// Every fault of the table that only shows now, with its fix.
    pub fn new(
        runtime: &Runtime,
        def: &'static FlowDef<L>,
        base: &str,
    ) -> Result<Self, FlowFaults> {
        let core = FlowCore::new(runtime, &def.meta, def.step_metas().collect(), base);
        core.map(|core| Self {
            core: core.into(),
            def,
        })
        .map_err(|faults| FlowFaults {
            place: def.meta.place,
            slug: def.meta.slug,
            faults,
        })
    }

    /// What the flow's annotation says.
    #[must_use]
    pub fn meta(&self) -> &'static FlowMeta {
        self.core.meta
    }

    /// The flow's steps, in order.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.core.plan
    }

    /// The descriptor (specification, section 1.1).
    #[must_use]
    pub fn descriptor(&self, links: &Links) -> Descriptor {
        self.core.descriptor(links)
    }
}

impl FlowCore {
    fn new(
        runtime: &Runtime,
        meta: &'static FlowMeta,
        metas: Vec<&'static StepMeta>,
        base: &str,
    ) -> Result<Self, Vec<String>> {
        let plan = Plan::new(meta, metas.iter().copied())?;
        let mut faults = Vec::new();
        let mut steps = Vec::new();
        for planned in plan.steps() {
            let meta = metas[planned.row];
            match StepRuntime::new(meta, base) {
                Ok(step) => steps.push(step),
                Err(fault) => faults.push(format!("step `{}`: {fault}", meta.id)),
            }
        }
        if faults.is_empty() {
            Ok(Self {
                runtime: runtime.clone(),
                meta,
                plan,
                steps,
            })
        } else {
            Err(faults)
        }
    }

    fn descriptor(&self, links: &Links) -> Descriptor {
        let steps = self.steps.iter().zip(self.plan.steps()).enumerate();
        let steps = steps.map(|(place, (step, planned))| StepDescriptor {
            id: planned.id.to_string(),
            description: step.meta.description.to_owned(),
            endpoint: links.step_template.replace("{id}", &planned.id),
            depends_on: self.plan.needs(place).map(str::to_owned).collect(),
            artifact: step.artifact.clone(),
            input_schema: step.schemas.input().cloned(),
            output_schema: step.schemas.output().cloned(),
        });
        Descriptor {
            aboard: VERSION.to_owned(),
            name: self.meta.name.to_owned(),
            slug: self.meta.slug.to_owned(),
            prompt_uri: links.prompt.clone(),
            session_endpoint: links.sessions.clone(),
            step_endpoint_template: links.step_template.clone(),
            revocation_endpoint: links.revocation_template.clone(),
            auth: AuthDescriptor::bearer(
                self.runtime.settings().auth_required,
                links.discovery.clone(),
            ),
            steps: steps.collect(),
        }
    }
}

impl StepRuntime {
    fn new(meta: &'static StepMeta, base: &str) -> Result<Self, String> {
        Ok(Self {
            meta,
            schemas: HandlerSchemas::new(meta.inputs, meta.output)?,
            artifact: meta.artifact.map(|def| artifact(def, base)).transpose()?,
        })
    }
}

fn artifact(def: ArtifactDef, base: &str) -> Result<Artifact, String> {
    let ArtifactDef { name, location } = def;
    let is_path = location.starts_with('/') && !location[1..].starts_with(['/', '\\']);
    let is_url = location.starts_with("https://") || location.starts_with("http://");
    let url = match (is_path, is_url) {
        (true, _) => format!("{}{location}", base.trim_end_matches('/')),
        (_, true) => location.to_owned(),
        _ => {
            return Err(format!(
                "artifact `{name}` must not be at `{location}`:\n  \
                 write a path such as `/downloads/kit.json`, or an absolute URL"
            ));
        }
    };
    Ok(Artifact::new(name, url))
}

impl<L> Clone for Flow<L> {
    fn clone(&self) -> Self {
        Self {
            core: self.core.clone(),
            def: self.def,
        }
    }
}

impl<L> fmt::Debug for Flow<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow")
            .field("slug", &self.core.meta.slug)
            .finish_non_exhaustive()
    }
}

/// What is wrong with a flow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowFaults {
    slug: &'static str,
    place: &'static str,
    faults: Vec<String>,
}

impl fmt::Display for FlowFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flow `{}` ({}):", self.slug, self.place)?;
        self.faults
            .iter()
            .try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl Error for FlowFaults {}
