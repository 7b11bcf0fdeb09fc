//! The effects audit: notes when an action changed an entity that it does not
//! declare.

use std::sync::{Arc, Mutex, PoisonError};

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
