//! Step 4: an action's schemas, as they are made from its types, and its input
//! against them.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use crate::call::{InputSchema, SchemaFn};
use crate::protocol::Issue;
use crate::schema::{Direction, SchemaFault, Validator};

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
    let input = input.map_or_else(no_input, |schema| {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        document(settings.with_transform(RecursiveTransform(bounded)), schema)
    });
    let output =
        output().map(|schema| document(SchemaSettings::draft2020_12().for_serialize(), schema));
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

fn document(settings: SchemaSettings, schema: SchemaFn) -> Value {
    let mut generator = settings
        .with(|settings| settings.meta_schema = None)
        .into_generator();
    let mut schema = schema(&mut generator);
    // The Rust name of the type says nothing to an agent.
    schema.remove("title");
    let mut schema = schema.to_value();
    // Some crate among an app's dependencies may have serde_json keep the order in
    // which objects are filled. The documents are the same with and without it.
    schema.sort_all_objects();
    schema
}

/// States the bounds of an integer's type, which `format` alone only hints at:
/// what the type cannot hold is a fault that the schema finds, at its place.
fn bounded(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    let Some((least, most)) = format.and_then(integer_bounds) else {
        return;
    };
    for (keyword, bound) in [("minimum", least), ("maximum", most)] {
        if schema.get(keyword).is_none() {
            schema.insert(keyword.to_owned(), bound);
        }
    }
}

/// The least and the most that an integer of this `format` can be.
pub(crate) fn integer_bounds(format: &str) -> Option<(Value, Value)> {
    Some(match format {
        "int8" => (json!(i8::MIN), json!(i8::MAX)),
        "int16" => (json!(i16::MIN), json!(i16::MAX)),
        "int32" => (json!(i32::MIN), json!(i32::MAX)),
        "int64" | "int" => (json!(i64::MIN), json!(i64::MAX)),
        // Integers beyond 64 bits do not arrive as integers.
        "int128" => (json!(i64::MIN), json!(u64::MAX)),
        "uint8" => (json!(0), json!(u8::MAX)),
        "uint16" => (json!(0), json!(u16::MAX)),
        "uint32" => (json!(0), json!(u32::MAX)),
        "uint64" | "uint" | "uint128" => (json!(0), json!(u64::MAX)),
        _ => return None,
    })
}

/// The input of an action that takes none: an object without members. In the order of
/// names, as [`document`] sorts the others.
fn no_input() -> Value {
    json!({ "additionalProperties": false, "properties": {}, "type": "object" })
}

fn in_words(which: &str, faults: &[SchemaFault]) -> String {
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    format!("in its {which} schema, {}", faults.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_states_what_its_type_holds() {
        #[derive(schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its schema is used")]
        struct Numbers {
            long: u64,
            signed: Option<i32>,
            #[schemars(range(min = 1, max = 10))]
            few: u32,
        }
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let settings = settings.with_transform(RecursiveTransform(bounded));
        let schema = document(settings, |generator| generator.root_schema_for::<Numbers>());
        let bounds = |name: &str| {
            let property = &schema["properties"][name];
            (property["minimum"].clone(), property["maximum"].clone())
        };
        assert_eq!(bounds("long"), (json!(0), json!(u64::MAX)));
        assert_eq!(bounds("signed"), (json!(i32::MIN), json!(i32::MAX)));
        assert_eq!(bounds("few"), (json!(1), json!(10)));

        let validator = Validator::new(&schema, Direction::Input).unwrap();
        let fits = |text: &str| {
            let long: Value = serde_json::from_str(text).unwrap();
            validator.fits(&json!({ "long": long, "few": 1 }))
        };
        assert!(fits("18446744073709551615") && fits("1.0"));
        assert!(!fits("18446744073709551616") && !fits("-1") && !fits("1.5"));
    }
}
