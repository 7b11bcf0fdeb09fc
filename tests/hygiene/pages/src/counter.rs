//! What every page here shows and changes: one number.
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use affordances::Write;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of the site.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU32>);

/// The number as a page shows it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Count {
    /// How far it has come.
    pub value: u32,
}

/// How far to go.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub struct Step {
    /// Added to the number.
    pub by: u32,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Total {
    /// The number after the call.
    pub total: u32,
}

impl Counter {
    /// The number.
    #[must_use]
    pub fn count(&self) -> Count {
        Count {
            value: self.0.load(Ordering::SeqCst),
        }
    }

    /// Adds to the number.
    pub fn add(&self, _: &Write<Count>, Step { by }: Step) -> Total {
        Total {
            total: self.0.fetch_add(by, Ordering::SeqCst).saturating_add(by),
        }
    }
}
