//! The schemas of handlers that are no actions: onboarding steps.

use serde_json::Value;

use super::schema::{ActionSchemas, published};
use crate::call::{InputSchema, SchemaFn};
use crate::protocol::Issue;

/// What a handler takes and gives, published and enforced by the rules that
/// hold for actions.
#[derive(Debug)]
pub struct HandlerSchemas {
    schemas: ActionSchemas,
    takes_input: bool,
    output: Option<Value>,
}

impl HandlerSchemas {
    /// Makes them.
    ///
    /// # Errors
    ///
    /// When a schema cannot be enforced; the text says which and why.
    pub fn new(
        inputs: &[fn() -> InputSchema],
        output: fn() -> Option<SchemaFn>,
    ) -> Result<Self, String> {
        let (input, output) = published(output, inputs)?;
        let schemas = ActionSchemas::new(input, output.as_ref())?;
        let takes_input = inputs.iter().any(|schema| schema().is_some());
        Ok(Self {
            // Where every JSON value fits, there is nothing to publish.
            takes_input: takes_input && !admits_all(&schemas.input),
            schemas,
            output,
        })
    }

    /// Those that were published before.
    ///
    /// # Errors
    ///
    /// When one cannot be enforced; the text says which and why.
    pub fn published(input: Option<Value>, output: Option<Value>) -> Result<Self, String> {
        Ok(Self {
            takes_input: input.is_some(),
            schemas: ActionSchemas::new(input.unwrap_or(Value::Bool(true)), output.as_ref())?,
            output,
        })
    }

    /// The schema of the input; `None` when it takes none, or any.
    #[must_use]
    pub fn input(&self) -> Option<&Value> {
        self.takes_input.then_some(&self.schemas.input)
    }

    /// The schema of the output; `None` when it gives none, or any.
    #[must_use]
    pub fn output(&self) -> Option<&Value> {
        let schema = self.output.as_ref();
        schema.filter(|schema| !admits_all(schema))
    }

    /// An input as its type reads it.
    ///
    /// # Errors
    ///
    /// Every fault, when it does not fit.
    pub fn judge(&self, input: Value) -> Result<Value, Vec<Issue>> {
        if self.takes_input {
            self.schemas.judge(input)
        } else {
            Ok(input)
        }
    }

    /// Whether the JSON of an output fits what is published.
    #[must_use]
    pub fn output_fits(&self, output: Option<&[u8]>) -> bool {
        self.output().is_none() || self.schemas.output_fits(output)
    }
}

fn admits_all(schema: &Value) -> bool {
    match schema {
        Value::Bool(all) => *all,
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::InputShape;

    #[test]
    fn b82_where_anything_fits_nothing_is_published() {
        let any = HandlerSchemas::new(&[|| Some(InputShape::of::<Value>())], || None).unwrap();
        assert_eq!(any.input(), None);
        assert!(any.judge(json!([1, null])).is_ok());
        let none = HandlerSchemas::new(&[|| None], || None).unwrap();
        assert_eq!(none.input(), None);
        assert!(none.judge(json!({ "x": 1 })).is_ok());
        let number = HandlerSchemas::new(&[|| Some(InputShape::of::<u8>())], || None).unwrap();
        assert!(number.input().is_some());
        assert_eq!(number.judge(json!("x")).unwrap_err().len(), 1);
    }
}
