//! JSON Schemas: from a type to what is published (`publish`), and from what is
//! published to what is enforced (`validate`).

pub mod publish;
mod validate;

pub use crate::call::{InputShape, SchemaFn};
pub(crate) use validate::compare_numbers;
pub use validate::{Direction, SchemaFault, Validator};

/// A name as one step of a JSON Pointer (RFC 6901).
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
