//! An action's input, typed.

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
    note = "write `#[derive(Deserialize, JsonSchema)]` on `{Self}`, with schemars 1.x (the version that affordances uses)",
    note = "see `unusable_input` in affordances::errors"
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
        T::deserialize(json).map_err(|error| disagreement(std::any::type_name::<T>(), &error))
    }
}

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
