//! Two types that schemars cannot tell apart: it knows a type by its module and
//! name, so of two that are declared in functions, or renamed alike, the second
//! gets the first one's schema.
//!
//! With every definition written out where it is used, each says its own; what
//! fits the one document must then fit the other.

use serde_json::Value;

use super::generate::generate;
use crate::call::SchemaFn;
use crate::schema::Direction;
use crate::schema::validate::{SchemaFault, Validator};

/// Above this many uses of definitions, writing them all out takes too long.
const MOST_USES: usize = 2_000;

/// Whether all definitions of a document are those of their types.
pub(super) fn check(
    document: &Value,
    schema: SchemaFn,
    direction: Direction,
) -> Result<(), SchemaFault> {
    let Some(definitions) = document.get("$defs") else {
        return Ok(());
    };
    let mut left = MOST_USES;
    if !is_written_out_within(document, definitions, &mut Vec::new(), &mut left) {
        return Ok(());
    }
    let written_out = generate(schema, direction, true);
    let compiled = |document| Validator::new(document, direction);
    let (Ok(one), Ok(other)) = (compiled(document), compiled(&written_out)) else {
        // What is wrong with the document is said where it is compiled.
        return Ok(());
    };
    for (from, to) in [(&one, &other), (&other, &one)] {
        let samples = from.samples();
        if let Some(issue) = samples.iter().flat_map(|sample| to.issues(sample)).next() {
            return Err(SchemaFault::new(
                "",
                format!(
                    "has two types under one name, so one of them is lost (it shows at `{}` of a value, which {}): \
                     schemars tells types apart by module and name, so move one that is declared in a function \
                     to its module, or rename it, `#[schemars(rename = \"…\")]`; a rule such as `length` on a member \
                     whose type has a definition of its own belongs on that type",
                    issue.path, issue.message
                ),
            ));
        }
    }
    Ok(())
}

/// Counts the uses of definitions as they would be written out.
fn is_written_out_within<'d>(
    value: &'d Value,
    definitions: &'d Value,
    around: &mut Vec<&'d str>,
    left: &mut usize,
) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(keyword, _)| *keyword != "$defs")
            .all(|(keyword, member)| {
                let used = member
                    .as_str()
                    .filter(|_| keyword == "$ref")
                    .and_then(|to| to.strip_prefix("#/$defs/"));
                match used.and_then(|name| Some((name, definitions.get(name)?))) {
                    // Within itself, it is referred to.
                    Some((name, _)) if around.contains(&name) => true,
                    Some((name, definition)) => {
                        let Some(fewer) = left.checked_sub(1) else {
                            return false;
                        };
                        *left = fewer;
                        around.push(name);
                        let within = is_written_out_within(definition, definitions, around, left);
                        around.pop();
                        within
                    }
                    None => is_written_out_within(member, definitions, around, left),
                }
            }),
        Value::Array(items) => items
            .iter()
            .all(|item| is_written_out_within(item, definitions, around, left)),
        _ => true,
    }
}
