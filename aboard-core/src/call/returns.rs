//! What a step returns, and how it becomes one shape for the runtime.

use affordances_core::__macro::SchemaFn;
use affordances_core::engine::Failure;
use affordances_core::{BoxError, OutputType};
use serde_json::value::RawValue;

use super::StepFailure;

/// What a step has done.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct StepDone {
    /// The output as JSON; `None` for `()`.
    pub output: Option<Box<RawValue>>,
    /// Why the output is no JSON.
    pub unwritable: Option<BoxError>,
}

impl StepDone {
    /// The effect has happened: an output that does not serialise is told apart
    /// from a step that failed.
    fn of(output: &impl OutputType) -> Self {
        let written = output.write().map_err(BoxError::from).and_then(|json| {
            let json = json.map(|json| String::from_utf8(json.into_vec()));
            let json = json.transpose()?.map(RawValue::from_string);
            Ok(json.transpose()?)
        });
        match written {
            Ok(output) => Self {
                output,
                unwritable: None,
            },
            Err(cause) => Self {
                output: None,
                unwritable: Some(cause),
            },
        }
    }
}

/// The value itself.
#[derive(Debug)]
pub enum ViaValue {}
/// Through `Result`.
#[derive(Debug)]
pub enum ViaResult {}

/// A type that a step can return: an output, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "a step cannot return `{Self}`",
    label = "not an output, nor a `Result` of one with `StepError` or `ActionError`",
    note = "an output is `()` or a type with `#[derive(Serialize, JsonSchema)]`; of `Option<T>`, `Vec<T>` and `Result<T>` it is `T` that needs the derives",
    note = "if the derives are there, they are of another version: affordances uses serde 1 and schemars 1, whose `JsonSchema` is `affordances::prelude::JsonSchema`",
    note = "for the error type take `StepError`: `?` turns every other error into it",
    note = "see `unusable_output` in affordances::errors"
)]
pub trait StepReturn<M> {
    /// The schema of the output; `None` when there is none.
    fn schema() -> Option<SchemaFn>;

    /// Converts.
    ///
    /// # Errors
    ///
    /// The step's own error.
    fn into_step(self) -> Result<StepDone, Failure>;
}

impl<T: OutputType> StepReturn<ViaValue> for T {
    fn schema() -> Option<SchemaFn> {
        <T as OutputType>::schema()
    }

    fn into_step(self) -> Result<StepDone, Failure> {
        Ok(StepDone::of(&self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: OutputType, E: StepFailure> StepReturn<ViaResult> for Result<T, E> {
    fn schema() -> Option<SchemaFn> {
        <T as OutputType>::schema()
    }

    fn into_step(self) -> Result<StepDone, Failure> {
        self.map(|output| StepDone::of(&output)).map_err(Into::into)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use affordances_core::ActionError;

    use super::*;
    use crate::StepError;

    #[test]
    fn b71_a_step_may_return_nothing() {
        assert!(<() as StepReturn<_>>::schema().is_none());
        assert!(().into_step().unwrap().output.is_none());
        assert!(<Result<u32, StepError> as StepReturn<_>>::schema().is_some());
        let done = Ok::<u32, ActionError>(7).into_step().unwrap();
        assert_eq!(done.output.unwrap().get(), "7");
    }

    #[test]
    fn b69_an_output_that_is_no_json_is_told_apart() {
        let done = HashMap::from([((1, 2), 3)]).into_step().unwrap();
        assert!(done.output.is_none() && done.unwritable.is_some());
    }

    #[test]
    fn b68_only_a_message_by_hand_is_told() {
        let failure = |error: StepError| Err::<(), _>(error).into_step().unwrap_err();
        assert_eq!(failure(StepError::new("refused")).message, "refused");
        let parse = "x".parse::<u32>().unwrap_err();
        assert!(!failure(parse.into()).message.contains("digit"));
    }
}
