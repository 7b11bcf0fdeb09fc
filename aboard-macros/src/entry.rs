//! The entries of our own messages in the error index; those that the macro crates share are in the
//! support crate.
use affordances_macro_support::entries;
pub(crate) use affordances_macro_support::entry::{
    DUPLICATE_NAME, INVALID_NAME, LISTED_TWICE, MISPLACED_ATTRIBUTE, MISSING_DESCRIPTION,
    OPAQUE_OUTPUT, RELATIVE_CRATE_PATH,
};

entries! {
    #[cfg(test)]
    pub(crate) ALL;

    ATTRIBUTE_OUTSIDE_ONBOARDING = "attribute_outside_onboarding";
    CIRCULAR_STEPS = "circular_steps";
    DEPENDENCY_ON_ITSELF = "dependency_on_itself";
    INVALID_ENDPOINT_PATH = "invalid_endpoint_path";
    INVALID_LOCATION = "invalid_location";
    INVALID_STUCK_AFTER = "invalid_stuck_after";
    MISSING_STEPS = "missing_steps";
    UNKNOWN_DEPENDENCY = "unknown_dependency";
    UNKNOWN_IDENTITY = "unknown_identity";
    UNMARKED_STEP = "unmarked_step";
}
