#![no_implicit_prelude]
#![deny(warnings, missing_docs, unreachable_pub)]
//! A flow without the prelude, under strict lints.
extern crate affordances;

use ::affordances::{onboarding, step};

/// The state.
#[derive(::core::clone::Clone)]
pub struct App;

/// Get a workspace.
#[onboarding(name = "Acme", state = super::App)]
pub mod flow {
    use super::step;

    /// Provision a workspace.
    #[step]
    pub async fn create_org() {}

    /// Create a project.
    #[step]
    pub async fn create_project(
        cx: &::affordances::aboard::StepContext,
    ) -> ::core::result::Result<u32, ::affordances::aboard::StepError> {
        ::core::result::Result::Ok(cx.attempt())
    }
}

fn main() {
    let _ = &flow::FLOW;
}
