//! The validator as a whole; the JSON-Schema-Test-Suite is in `tests/suite.rs`.

use serde_json::Value;

use super::{Direction, Validator};

mod integers;
mod issues;
mod refused;

fn validator(schema: &Value) -> Validator {
    Validator::new(schema, Direction::Input).unwrap()
}
