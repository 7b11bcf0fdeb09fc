//! Action descriptors: serialised once at start, availability spliced in per
//! request.

use super::json::Members;
use super::schema::ActionSchemas;
use crate::table::ActionMeta;

/// The JSON of an action descriptor but for its availability and its closing
/// brace.
#[derive(Debug)]
pub(crate) struct Descriptor(Vec<u8>);

impl Descriptor {
    pub(crate) fn new(action: &ActionMeta, schemas: &ActionSchemas) -> Self {
        let mut json = Vec::new();
        let mut members = Members::open(&mut json);
        members.member("name", action.name);
        members.member("description", action.description);
        members.member("input", &schemas.input);
        if let Some(output) = &schemas.output {
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
        Self(json)
    }

    /// Writes the descriptor as an index has it.
    pub(crate) fn summary(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.0);
        to.push(b'}');
    }

    /// Writes the descriptor as a graph has it: `reason` is why the requester
    /// cannot call it now.
    pub(crate) fn standing(&self, reason: Option<&str>, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.0);
        match reason {
            None => to.extend_from_slice(br#","available":true}"#),
            Some(reason) => {
                to.extend_from_slice(br#","available":false,"reason":"#);
                super::json::string(to, reason);
                to.push(b'}');
            }
        }
    }
}
