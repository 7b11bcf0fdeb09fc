//! JSON Schemas: from a type to what is published, and from what is published
//! to what is enforced.

mod validate;

pub(crate) use validate::compare_numbers;
pub use validate::{Direction, SchemaFault, Validator};
