//! Unit variants of adjacently tagged enums: serde refuses a content that
//! schemars says nothing of.
//!
//! An internally tagged enum has the same schema and ignores such a member, so
//! the type is asked which it is.

use serde_json::{Map, Value, json};

use super::{Reads, places};
use crate::schema::Direction;
use crate::schema::validate::{SchemaFault, Validator};

/// Says in a document that the content of a unit variant is null.
pub(super) fn settle(document: &mut Value, reads: Reads<'_>) -> Result<(), Vec<SchemaFault>> {
    let units = units(document);
    if units.is_empty() {
        return Ok(());
    }
    let validator = Validator::new(document, Direction::Input)?;
    for (at, content) in units {
        let sample = validator.sample_with_member(&at, &content, &json!(5));
        if sample.is_none_or(|sample| reads(&sample).is_ok()) {
            continue;
        }
        let properties = document
            .pointer_mut(&format!("{at}/properties"))
            .and_then(Value::as_object_mut);
        if let Some(properties) = properties {
            properties.insert(content, json!({ "type": "null" }));
        }
    }
    Ok(())
}

/// The places of all variants with nothing but a tag beside such with one
/// member more, and that member's name.
fn units(document: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    places::visit(document, &mut |at, value| {
        for combinator in ["oneOf", "anyOf"] {
            let Some(variants) = value.get(combinator).and_then(Value::as_array) else {
                continue;
            };
            let Some(content) = variants.iter().find_map(content) else {
                continue;
            };
            for (n, variant) in variants.iter().enumerate() {
                if members(variant)
                    .is_some_and(|members| members.len() == 1 && tag(members).is_some())
                {
                    found.push((format!("{at}/{combinator}/{n}"), content.clone()));
                }
            }
        }
    });
    found
}

fn members(variant: &Value) -> Option<&Map<String, Value>> {
    variant.get("properties")?.as_object()
}

fn tag(members: &Map<String, Value>) -> Option<&String> {
    let tag = members
        .iter()
        .find(|(_, member)| member.get("const").is_some());
    tag.map(|(name, _)| name)
}

/// The name of the one member beside the tag.
fn content(variant: &Value) -> Option<String> {
    let members = members(variant).filter(|members| members.len() == 2)?;
    let tag = tag(members)?;
    members.keys().find(|name| *name != tag).cloned()
}
