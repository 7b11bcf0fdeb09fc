//! One flow's table.

use std::fmt;

use crate::protocol::DEFAULT_SLUG;

use super::{StepDef, StepMeta, StepTypes};

/// How often a step may fail before its agent counts as stuck, unless the flow
/// or the step says otherwise.
const STUCK_AFTER: u32 = 3;
/// Where endpoints stand, unless the flow says otherwise.
const ENDPOINTS: &str = "/api/onboarding";

/// What a flow's annotation says that does not depend on its state's type.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FlowMeta {
    /// What names it in URLs.
    pub slug: &'static str,
    /// What the product is called.
    pub name: &'static str,
    /// From the doc comment.
    pub description: &'static str,
    /// After how many failures of a step its agent counts as stuck.
    pub stuck_after: u32,
    /// The path that its endpoints stand under, unless it is the usual one.
    pub at: Option<&'static str>,
    /// Whether a session takes an access token.
    pub identity_required: bool,
    /// Where agents learn how to get one: a path on this site, or an absolute URL.
    pub discovery: Option<&'static str>,
    /// Where it is written, as `file:line`.
    pub place: &'static str,
}

impl FlowMeta {
    /// The path that its endpoints stand under: `/api/onboarding`, with the slug
    /// after it unless that is `default`.
    #[must_use]
    pub fn at(&self) -> String {
        match self.at {
            Some(at) => at.to_owned(),
            None if self.slug == DEFAULT_SLUG => ENDPOINTS.to_owned(),
            None => format!("{ENDPOINTS}/{}", self.slug),
        }
    }
}

/// One flow whose state is `L`.
#[non_exhaustive]
pub struct FlowDef<L: 'static> {
    /// What does not depend on `L`.
    pub meta: FlowMeta,
    /// Its steps, as they are written.
    pub steps: &'static [StepDef<L>],
    /// What makes the schemas of each; `None` where a descriptor that was made
    /// before is embedded.
    pub types: Option<&'static [StepTypes]>,
}

impl<L> FlowDef<L> {
    /// A flow; the other methods add to it.
    #[must_use]
    pub const fn new(
        slug: &'static str,
        name: &'static str,
        description: &'static str,
        place: &'static str,
        steps: &'static [StepDef<L>],
    ) -> Self {
        Self {
            meta: FlowMeta {
                slug,
                name,
                description,
                stuck_after: STUCK_AFTER,
                at: None,
                identity_required: true,
                discovery: None,
                place,
            },
            steps,
            types: None,
        }
    }

    /// What stands in for a flow whose annotations have errors: naming it adds
    /// no second one.
    #[must_use]
    pub const fn stub() -> Self {
        Self::new("", "", "", "", &[])
    }

    /// After how many failures of a step its agent counts as stuck, unless the
    /// step says otherwise.
    #[must_use]
    pub const fn stuck_after(mut self, failures: u32) -> Self {
        self.meta.stuck_after = failures;
        self
    }

    /// What makes the schemas of its steps, in their order.
    #[must_use]
    pub const fn types(mut self, types: &'static [StepTypes]) -> Self {
        self.types = Some(types);
        self
    }

    /// The same flow without what makes its schemas, for a server that embeds its
    /// descriptor: what a constant of it does not refer to, the linker drops.
    #[must_use]
    pub const fn without_schemas(&self) -> Self {
        Self {
            meta: self.meta,
            steps: self.steps,
            types: None,
        }
    }

    /// The path that its endpoints stand under.
    #[must_use]
    pub const fn at(mut self, path: &'static str) -> Self {
        self.meta.at = Some(path);
        self
    }

    /// A session takes no access token; one that is sent is verified all the
    /// same, where something verifies it.
    #[must_use]
    pub const fn identity_optional(mut self) -> Self {
        self.meta.identity_required = false;
        self
    }

    /// Where agents learn how to get an access token: a path on this site, or an
    /// absolute URL.
    #[must_use]
    pub const fn discovery(mut self, location: &'static str) -> Self {
        self.meta.discovery = Some(location);
        self
    }

    /// What its steps' annotations say.
    pub fn step_metas(&self) -> impl ExactSizeIterator<Item = &'static StepMeta> + use<L> {
        self.steps.iter().map(|step| &step.meta)
    }
}

impl<L> fmt::Debug for FlowDef<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlowDef")
            .field("meta", &self.meta)
            .field("steps", &self.steps)
            .finish()
    }
}
