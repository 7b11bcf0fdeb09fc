//! JSON Schemas: from a type to what is published, and from what is published
//! to what is enforced.

mod validate;

pub use validate::{Direction, SchemaFault, Validator};
