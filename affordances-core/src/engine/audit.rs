//! What a test agent asks for: the effects audit, which notes when an action
//! changed an entity that it does not declare, and a look at outputs.

use std::sync::{Arc, Mutex, PoisonError};

use http::Extensions;

/// A request extension by which a test agent asks for the audit. With it, the
/// engine compares every entity before and after the run with the declared
/// effects, and notes what does not agree.
///
/// It asks for a single caller: what somebody else changes meanwhile would be
/// put down to the action.
#[derive(Debug, Clone, Default)]
pub struct EffectsAudit(Arc<Mutex<Vec<String>>>);

impl EffectsAudit {
    pub(crate) fn note(&self, finding: String) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(finding);
    }

    /// Takes what has been found since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A request extension by which a test agent asks that the output of its call be
/// held against the schema that is published for it, in a release build too.
#[derive(Debug, Clone, Copy)]
pub struct OutputAudit;

/// Whether the output of a call with these extensions is looked at: always where
/// `debug` is set, as it is in debug builds.
pub(super) fn looks_at_output(debug: bool, extensions: &Extensions) -> bool {
    debug || extensions.get::<OutputAudit>().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a111_a_release_looks_at_outputs_for_a_test_agent_alone() {
        let (nobody, mut agent) = (Extensions::new(), Extensions::new());
        agent.insert(OutputAudit);
        assert!(looks_at_output(true, &nobody));
        assert!(!looks_at_output(false, &nobody));
        assert!(looks_at_output(false, &agent));
    }
}
