//! Step 4: an action's schemas, as they are made from its types, and its input
//! against them.

use serde_json::Value;

use crate::call::{InputSchema, SchemaFn};
use crate::protocol::Issue;
use crate::schema::{Direction, SchemaFault, Validator, publish};

/// The published schemas of one action and the validator of its input.
#[derive(Debug)]
pub(crate) struct ActionSchemas {
    pub(crate) input: Value,
    validator: Validator,
    output_validator: Option<Validator>,
}

/// Makes the schemas that an action publishes: of its input, and of its output if
/// it has one.
///
/// # Errors
///
/// When its types allow none; the text says why.
pub(crate) fn published(
    output: fn() -> Option<SchemaFn>,
    inputs: &[fn() -> InputSchema],
) -> Result<(Value, Option<Value>), String> {
    let mut inputs = inputs.iter().filter_map(|schema| schema());
    let (input, second) = (inputs.next(), inputs.next());
    if second.is_some() {
        return Err("it takes two `Input<T>`: make one type of both".to_owned());
    }
    let input = match input {
        Some(shape) => publish::input(shape).map_err(|faults| in_words("input", &faults))?,
        None => publish::no_input(),
    };
    let output = output()
        .map(publish::output)
        .transpose()
        .map_err(|faults| in_words("output", &faults))?;
    Ok((input, output))
}

impl ActionSchemas {
    /// Compiles the published schemas.
    ///
    /// # Errors
    ///
    /// When a schema cannot be enforced; the text says which and why.
    pub(crate) fn new(input: Value, output: Option<&Value>) -> Result<Self, String> {
        let validator = Validator::new(&input, Direction::Input)
            .map_err(|faults| in_words("input", &faults))?;
        let output_validator = output
            .map(|output| Validator::new(output, Direction::Output))
            .transpose()
            .map_err(|faults| in_words("output", &faults))?;
        Ok(Self {
            input,
            validator,
            output_validator,
        })
    }

    /// An input as its type reads it.
    ///
    /// # Errors
    ///
    /// Every fault, when it does not fit.
    pub(crate) fn judge(&self, input: Value) -> Result<Value, Vec<Issue>> {
        if self.validator.fits(&input) {
            return Ok(self.validator.settled(input));
        }
        Err(self.validator.issues(&input))
    }

    /// Whether the JSON of an output fits what is published.
    pub(crate) fn output_fits(&self, output: Option<&[u8]>) -> bool {
        match (&self.output_validator, output) {
            (None, None) => true,
            (Some(validator), Some(json)) => {
                serde_json::from_slice(json).is_ok_and(|value: Value| validator.fits(&value))
            }
            _ => false,
        }
    }
}

fn in_words(which: &str, faults: &[SchemaFault]) -> String {
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    format!("in its {which} schema, {}", faults.join("; "))
}
