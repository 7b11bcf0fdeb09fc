//! What a page's module needs: `use affordances::prelude::*;`.

pub use affordances_core::{
    ActionError, Caller, Input, Nav, Outcome, PageView, Result, Verdict, Write,
};
pub use axum::extract::{Path, State};
pub use axum::response::Html;
pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};

#[cfg(feature = "aboard")]
pub use crate::aboard::{StepContext, StepError};
pub use crate::web::Affordances;
pub use crate::{
    PathParams, action, entities, entity, guard, load, markdown, nav, page, site, view,
};
#[cfg(feature = "aboard")]
pub use crate::{onboarding, step};
