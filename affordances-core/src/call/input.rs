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

/// What the input is that a parameter stands for, where it stands for one.
pub type InputSchema = Option<InputShape>;

/// A type of input, as what publishes its schema knows it.
#[derive(Debug, Clone, Copy)]
pub struct InputShape {
    /// Makes its schema.
    pub(crate) schema: SchemaFn,
    /// Says whether it reads a value.
    pub(crate) reads: fn(&Value) -> Result<(), serde_json::Error>,
    /// Its name, for whoever wrote it.
    pub(crate) name: fn() -> &'static str,
}

impl InputShape {
    /// That of a type.
    #[must_use]
    pub fn of<T: InputType>() -> Self {
        Self {
            schema: T::schema,
            reads: |json| T::read(json).map(drop),
            name: std::any::type_name::<T>,
        }
    }
}

/// A type that can be the input of an action.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the input of a call",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema`",
    note = "write `#[derive(Deserialize, JsonSchema)]` on it, or on the `T` of an `Option<T>` or a `Vec<T>`",
    note = "if the derives are there, they are of another version: affordances uses serde 1 and schemars 1, whose `JsonSchema` is `affordances::prelude::JsonSchema`",
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
    fn read(json: &Value) -> Result<Self, serde_json::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> InputType for T {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.root_schema_for::<T>()
    }

    // Not inlined: the derived `Deserialize` is most of what an action costs
    // in a release build, and the summary reads the same type again.
    #[inline(never)]
    fn read(json: &Value) -> Result<Self, serde_json::Error> {
        T::deserialize(json)
    }
}

/// The schema has let through what the type refuses: a rule that no sample has
/// shown at start. The caller gets a 422 that quotes nothing; the developer gets
/// the reason.
pub(super) fn disagreement(type_name: &str, error: &serde_json::Error) -> Failure {
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
