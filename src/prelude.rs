//! What a page's module needs: `use affordances::prelude::*;`.

pub use affordances_core::{
    ActionError, Caller, Input, Nav, Outcome, PageView, Result, Verdict, Write,
};
pub use axum::extract::{Path, State};
pub use axum::response::Html;
pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};

pub use crate::web::Affordances;
pub use crate::{action, entities, entity, guard, load, markdown, nav, page, site, view};
