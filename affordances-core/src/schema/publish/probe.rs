//! Whether a type reads what its schema allows: it is asked, with samples.

use super::Reads;
use crate::schema::validate::{SchemaFault, Validator};

/// The longest sample that a fault quotes, in characters.
const LONGEST: usize = 300;

/// The first sample that the type does not read, in words.
pub(super) fn faults(validator: &Validator, type_name: &str, reads: Reads<'_>) -> Vec<SchemaFault> {
    let samples = validator.samples();
    let refused = samples
        .iter()
        .find_map(|sample| Some((sample, reads(sample).err()?)));
    let Some((sample, error)) = refused else {
        return Vec::new();
    };
    let mut shown = sample.to_string();
    if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
        shown.truncate(end);
        shown.push('…');
    }
    let advice = advice(&error);
    vec![SchemaFault::new(
        "",
        format!("allows {shown}, which `{type_name}` does not read ({error}): {advice}"),
    )]
}

/// What to write instead, by what serde says.
fn advice(error: &str) -> &'static str {
    if error.contains("128 is not supported") {
        "serde reads no 128-bit integers inside a flattened, untagged or tagged type: \
         take 64 bits, or a text"
    } else if error.contains("unknown field") {
        "serde's `deny_unknown_fields` does not go with `flatten`: drop one of the two"
    } else {
        "state the rule in the schema, with such as `#[schemars(range(..), length(..), \
         regex(..), extend(..))]` or `with = \"…\"`; or read a wider type and answer with \
         `ActionError::invalid_input`"
    }
}
