//! Step 4: an action's schemas, made once at start, and its input against them.

use jsonschema::{Draft, Validator};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::issues;
use crate::call::SchemaFn;
use crate::protocol::Issue;
use crate::table::ActionMeta;

/// The published schemas of one action and the validator of its input.
#[derive(Debug)]
pub(crate) struct ActionSchemas {
    pub(crate) input: Value,
    pub(crate) output: Option<Value>,
    validator: Validator,
    output_validator: Option<Validator>,
}

impl ActionSchemas {
    /// Makes them.
    ///
    /// # Errors
    ///
    /// When a schema cannot be enforced; the text says which and why.
    pub(crate) fn new(action: &ActionMeta) -> Result<Self, String> {
        let input = action.input.map_or_else(no_input, |schema| {
            document(SchemaSettings::draft2020_12().for_deserialize(), schema)
        });
        let output = (action.output)()
            .map(|schema| document(SchemaSettings::draft2020_12().for_serialize(), schema));
        let validator = validator(&input).map_err(|error| format!("its input schema: {error}"))?;
        let output_validator = output
            .as_ref()
            .map(validator_of_output)
            .transpose()
            .map_err(|error| format!("its output schema: {error}"))?;
        Ok(Self {
            input,
            output,
            validator,
            output_validator,
        })
    }

    /// Every fault of an input; none when it fits.
    pub(crate) fn faults(&self, input: &Value) -> Vec<Issue> {
        if self.validator.is_valid(input) {
            return Vec::new();
        }
        issues::collect(self.validator.iter_errors(input))
    }

    /// Whether the JSON of an output fits what is published.
    pub(crate) fn output_fits(&self, output: Option<&[u8]>) -> bool {
        match (&self.output_validator, output) {
            (None, None) => true,
            (Some(validator), Some(json)) => {
                serde_json::from_slice(json).is_ok_and(|value: Value| validator.is_valid(&value))
            }
            _ => false,
        }
    }
}

fn validator_of_output(schema: &Value) -> Result<Validator, String> {
    validator(schema)
}

fn document(settings: SchemaSettings, schema: SchemaFn) -> Value {
    let mut generator = settings
        .with(|settings| settings.meta_schema = None)
        .into_generator();
    let mut schema = schema(&mut generator);
    // The Rust name of the type says nothing to an agent.
    schema.remove("title");
    schema.to_value()
}

/// The input of an action that takes none: an object without members.
fn no_input() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

fn validator(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| error.to_string())
}
