//! Action descriptors: serialised once, availability spliced in per request.

use std::borrow::Cow;

use serde_json::Value;

use crate::engine::json::{self, Members};
use crate::table::ActionMeta;

/// The JSON of an action descriptor as an index has it, an "action summary";
/// empty for an action that is not exposed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Descriptor(Cow<'static, [u8]>);

impl Descriptor {
    pub(crate) fn new(action: &ActionMeta, input: &Value, output: Option<&Value>) -> Self {
        let mut json = Vec::new();
        let mut members = Members::open(&mut json);
        members.member("name", action.name);
        members.member("description", action.description);
        members.member("input", input);
        if let Some(output) = output {
            members.member("output", output);
        }
        members.member(
            "expose",
            action.expose.level.map_or("", |level| level.as_str()),
        );
        if let Some(guard) = action.guard {
            members.member("guard", guard);
        }
        if let Some(effects) = action.effects {
            members.member("effects", effects);
        }
        if action.read_only {
            members.member("readOnly", &true);
        }
        members.close();
        Self(json.into())
    }

    /// One that was made before.
    pub(super) const fn embedded(summary: &'static str) -> Self {
        Self(Cow::Borrowed(summary.as_bytes()))
    }

    /// The descriptor as an index has it.
    pub(crate) fn summary(&self) -> &[u8] {
        &self.0
    }

    /// Writes the descriptor as a graph has it: `reason` is why the requester
    /// cannot call it now.
    pub(crate) fn standing(&self, reason: Option<&str>, to: &mut Vec<u8>) {
        let open = self.0.strip_suffix(b"}").unwrap_or_default();
        to.extend_from_slice(open);
        match reason {
            None => to.extend_from_slice(br#","available":true}"#),
            Some(reason) => {
                to.extend_from_slice(br#","available":false,"reason":"#);
                json::string(to, reason);
                to.push(b'}');
            }
        }
    }
}
