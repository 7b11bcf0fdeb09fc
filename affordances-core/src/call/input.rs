//! An action's input, typed.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Failure;
use crate::protocol::{ErrorCode, Issue};

/// The validated input of an action.
///
/// `T` derives `Deserialize` and `JsonSchema`; the schema is published, and
/// what does not fit it never reaches the handler.
///
/// ```
/// use affordances_core::Input;
///
/// async fn add_to_cart(Input(quantity): Input<u32>) { /* … */ }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Input<T>(pub T);

/// Makes the JSON Schema of a type.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// The schema of the input that a parameter stands for, where it stands for one.
pub type InputSchema = Option<SchemaFn>;

/// A type that can be the input of an action.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of an action",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema`",
    note = "write `#[derive(Deserialize, JsonSchema)]` on `{Self}`, with schemars 1.x (the version that affordances uses)"
)]
pub trait InputType: Send + Sized + 'static {
    /// Makes the schema that is published and enforced.
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    /// Reads the type from JSON that fits the schema.
    ///
    /// # Errors
    ///
    /// Where the type refuses what its schema allows.
    fn read(json: &Value) -> Result<Self, Failure>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> InputType for T {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.root_schema_for::<T>()
    }

    // Not inlined: the derived `Deserialize` is most of what an action costs
    // in a release build, and the summary reads the same type again.
    #[inline(never)]
    fn read(json: &Value) -> Result<Self, Failure> {
        let mut json = Cow::Borrowed(json);
        loop {
            let error = match T::deserialize(&*json) {
                Ok(read) => return Ok(read),
                Err(error) => error,
            };
            json = match whole_numbers(&json) {
                Some(changed) => Cow::Owned(changed),
                None => return Err(disagreement(std::any::type_name::<T>(), &error)),
            };
        }
    }
}

/// The same JSON with `1.0` and `1e3` written as `1` and `1000`, which JSON
/// Schema calls integers too; `None` when there is none of them.
fn whole_numbers(json: &Value) -> Option<Value> {
    let mut changed = json.clone();
    rewrite(&mut changed).then_some(changed)
}

fn rewrite(json: &mut Value) -> bool {
    match json {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "between these bounds every whole f64 is an i64"
            )]
            Some(whole) if whole.fract() == 0.0 && whole.abs() <= LARGEST_WHOLE => {
                *number = (whole as i64).into();
                true
            }
            _ => false,
        },
        // No short cut: every number is to be seen.
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |any, item| rewrite(item) | any),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |any, member| rewrite(member) | any),
        _ => false,
    }
}

/// Up to here an f64 tells neighbouring integers apart.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_991.0;

/// The schema has let through what the type refuses. The caller gets a 422 that
/// quotes nothing; the developer gets the reason.
fn disagreement(type_name: &str, error: &serde_json::Error) -> Failure {
    tracing::warn!(
        input = type_name,
        %error,
        "the input fits its JSON Schema but not its type: state the rule in the schema"
    );
    Failure {
        code: ErrorCode::InvalidInput,
        ..Failure::invalid_input(vec![Issue::new("", "does not fit what this action takes")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_integer_may_be_written_with_a_point() {
        let read = |json| <Vec<u8> as InputType>::read(&json).ok();
        assert_eq!(read(json!([1.0, 2, 3e1])), Some(vec![1, 2, 30]));
        assert_eq!(read(json!([1.5])), None);
        assert_eq!(read(json!([1e300])), None);
        assert_eq!(<f64 as InputType>::read(&json!(1.0)).ok(), Some(1.0));
    }
}
