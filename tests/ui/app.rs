//! What the cases of onboarding annotate: the types of a small app.
#![allow(dead_code, unused_imports)]

pub use affordances::aboard::{StepContext, StepError};
pub use affordances::prelude::*;
pub use affordances::{onboarding, step};

/// The state of every flow.
#[derive(Clone)]
pub struct App;

/// A state that cannot be made from an `App`.
#[derive(Clone)]
pub struct Other;

#[derive(Deserialize, JsonSchema)]
pub struct CreateOrg {
    pub name: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Org {
    pub org_id: String,
}

/// Without derives.
pub struct Bare;
