//! One flow at run time: everything that is computed once, at start.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use affordances_core::engine::__shared::HandlerSchemas;

use super::Runtime;
use crate::documents::{Documents, FlowSource, descriptor, schemas};
use crate::plan::Plan;
use crate::protocol::Descriptor;
use crate::table::{FlowDef, FlowMeta, StepMeta};

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
    /// Of the steps, in the plan's order.
    pub(crate) schemas: Vec<HandlerSchemas>,
    pub(crate) descriptor: Descriptor,
}

impl<L> Flow<L> {
    /// Puts a flow's table in order and makes its documents. `base` is the origin
    /// that URLs stand on, such as `https://acme.example`.
    ///
    /// # Errors
    ///
    /// Every fault of the table that only shows now, with its fix; a flow whose
    /// sessions take an access token that nothing verifies.
    pub fn new(
        runtime: &Runtime,
        source: impl Into<FlowSource<L>>,
        base: &str,
    ) -> Result<Self, FlowFaults> {
        let source = source.into();
        let def = source.def;
        let metas = def.step_metas().collect();
        let core = FlowCore::new(runtime, &def.meta, metas, source.documents, base);
        core.map(|core| Self {
            core: core.into(),
            def,
        })
        .map_err(|faults| FlowFaults::new(&def.meta, faults))
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
    pub fn descriptor(&self) -> &Descriptor {
        &self.core.descriptor
    }
}

impl FlowCore {
    fn new(
        runtime: &Runtime,
        meta: &'static FlowMeta,
        metas: Vec<&'static StepMeta>,
        documents: Documents,
        base: &str,
    ) -> Result<Self, Vec<String>> {
        let plan = Plan::new(meta, metas.iter().copied())?;
        if meta.identity_required && runtime.settings().verifier.is_none() {
            return Err(vec![
                "a session takes an access token, but nothing verifies one:\n  \
                 give a verifier, or write `identity = \"optional\"`"
                    .to_owned(),
            ]);
        }
        let schemas = schemas(meta, &plan, &metas, documents)?;
        let base = base.trim_end_matches('/');
        Ok(Self {
            descriptor: descriptor(meta, &plan, &metas, &schemas, base)?,
            runtime: runtime.clone(),
            meta,
            plan,
            schemas,
        })
    }
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

impl FlowFaults {
    pub(crate) fn new(meta: &FlowMeta, faults: Vec<String>) -> Self {
        Self {
            slug: meta.slug,
            place: meta.place,
            faults,
        }
    }
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
