//! One flow's table.

use std::fmt;

use super::{StepDef, StepMeta};

/// How often a step may fail before its agent counts as stuck, unless the flow
/// or the step says otherwise.
const STUCK_AFTER: u32 = 3;

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
    /// Where it is written, as `file:line`.
    pub place: &'static str,
}

/// One flow whose state is `L`.
#[non_exhaustive]
pub struct FlowDef<L: 'static> {
    /// What does not depend on `L`.
    pub meta: FlowMeta,
    /// Its steps, as they are written.
    pub steps: &'static [StepDef<L>],
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
                place,
            },
            steps,
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
