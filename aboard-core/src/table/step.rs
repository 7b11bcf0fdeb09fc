//! One step's row.

use std::fmt;
use std::marker::PhantomData;

use affordances_core::__macro::{InputSchema, SchemaFn, Shim};

use crate::call::{StepDone, StepFailure};

/// Something that the agent takes away from a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArtifactDef {
    /// What it is called.
    pub name: &'static str,
    /// Where it is: a path on this site, or an absolute URL.
    pub location: &'static str,
}

/// What makes a step's schemas: the output's, if the output has one, and each
/// parameter's; `None` but for the one that is the input.
///
/// Apart from its row: a server that embeds its descriptor refers to the rows
/// alone, and the linker drops whatever makes a schema.
pub type StepTypes = (fn() -> Option<SchemaFn>, &'static [fn() -> InputSchema]);

/// What a step's annotation says, without its function.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct StepMeta {
    /// Unique in its flow.
    pub id: &'static str,
    /// From the doc comment.
    pub description: &'static str,
    /// The ids of the steps that come first; `None`: the step before it.
    pub depends_on: Option<&'static [&'static str]>,
    /// What the agent takes away.
    pub artifact: Option<ArtifactDef>,
    /// After how many failures its agent counts as stuck.
    pub stuck_after: Option<u32>,
}

/// One step of a flow whose state is `L`.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct StepDef<L: 'static> {
    /// What its annotation says.
    pub meta: StepMeta,
    /// Runs it.
    pub run: Shim<L, StepDone>,
}

impl<L> StepDef<L> {
    /// A step that needs the one before it; the other methods add to it.
    #[must_use]
    pub const fn new(id: &'static str, description: &'static str, run: Shim<L, StepDone>) -> Self {
        Self {
            meta: StepMeta {
                id,
                description,
                depends_on: None,
                artifact: None,
                stuck_after: None,
            },
            run,
        }
    }

    /// The steps that come first, instead of the one before.
    #[must_use]
    pub const fn depends_on(mut self, ids: &'static [&'static str]) -> Self {
        self.meta.depends_on = Some(ids);
        self
    }

    /// What the agent takes away: its name, and a path on this site or an
    /// absolute URL.
    #[must_use]
    pub const fn artifact(mut self, name: &'static str, location: &'static str) -> Self {
        self.meta.artifact = Some(ArtifactDef { name, location });
        self
    }

    /// After how many failures its agent counts as stuck.
    #[must_use]
    pub const fn stuck_after(mut self, failures: u32) -> Self {
        self.meta.stuck_after = Some(failures);
        self
    }

    /// The error that it returns, looked at by its type alone.
    #[must_use]
    pub const fn fails_with<E: StepFailure>(self, _: PhantomData<E>) -> Self {
        self
    }
}

impl<L> fmt::Debug for StepDef<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StepDef").field(&self.meta).finish()
    }
}
