//! From types to published schemas, at start or in a build script: each says
//! exactly what its type reads or writes, or is refused in words.
//!
//! ```
//! use affordances_core::schema::{InputShape, publish};
//!
//! let schema = publish::input(InputShape::of::<Option<u8>>()).unwrap();
//! assert_eq!(schema["maximum"], 255);
//!
//! // serde reads a text here, but not any text; the schema does not say which.
//! let faults = publish::input(InputShape::of::<std::net::SocketAddr>()).unwrap_err();
//! assert!(faults[0].to_string().contains("state the rule in the schema"));
//! ```

use serde_json::{Value, json};

use super::Direction;
use super::validate::{SchemaFault, Validator};
use crate::call::{InputShape, SchemaFn};

mod contents;
mod generate;
mod keys;
mod lost;
mod names;
mod places;
mod probe;
mod standard;

/// Asks a type to read a value; what serde says where it does not.
type Reads<'r> = &'r dyn Fn(&Value) -> Result<(), String>;

/// Makes the schema of an action's input.
///
/// # Errors
///
/// Where the type and any schema of it must disagree: what is wrong, where, and
/// what to write instead.
pub fn input(shape: InputShape) -> Result<Value, Vec<SchemaFault>> {
    let reads = |value: &Value| (shape.reads)(value).map_err(|error| error.to_string());
    let mut document = document(shape.schema, Direction::Input)?;
    Validator::new(&document, Direction::Input)?;
    keys::settle(&mut document, &reads)?;
    contents::settle(&mut document, &reads)?;
    let validator = Validator::new(&document, Direction::Input)?;
    let faults = probe::faults(&validator, (shape.name)(), &reads);
    if faults.is_empty() {
        Ok(sorted(document))
    } else {
        Err(faults)
    }
}

/// Makes the schema of an action's output.
///
/// # Errors
///
/// As for [`input`], as far as it shows without a value.
pub fn output(schema: SchemaFn) -> Result<Value, Vec<SchemaFault>> {
    let document = document(schema, Direction::Output)?;
    Validator::new(&document, Direction::Output)?;
    Ok(sorted(document))
}

/// The input of an action that takes none: an object without members.
#[must_use]
pub fn no_input() -> Value {
    json!({ "additionalProperties": false, "properties": {}, "type": "object" })
}

/// Some crate among an app's dependencies may have serde_json keep the order in which
/// objects are filled. The documents are the same with and without it.
fn sorted(mut document: Value) -> Value {
    document.sort_all_objects();
    document
}

fn document(schema: SchemaFn, direction: Direction) -> Result<Value, Vec<SchemaFault>> {
    let mut document = generate::generate(schema, direction, false);
    lost::check(&document, schema, direction).map_err(|fault| vec![fault])?;
    standard::close(&mut document);
    if let Some(root) = document.as_object_mut() {
        // The Rust name of the type says nothing to an agent.
        root.remove("title");
    }
    names::settle(&mut document);
    Ok(document)
}
