//! The contestants: one file each, with the crate that a user of it would write.

mod affordances;
mod aide;
mod axum;
mod axum_schemars;
mod dropshot;
mod poem_openapi;
mod rmcp;
mod utoipa;

use crate::Failure;

/// One way to write the same handlers: templates in the language of `template.rs`.
#[derive(Debug)]
pub struct Framework {
    /// As `--frameworks` and the report call it; the generated packages bear it.
    pub name: &'static str,
    /// The lines of `[dependencies]`.
    pub(crate) dependencies: &'static str,
    /// `src/main.rs`, but for the `mod` lines.
    pub(crate) main: &'static str,
    /// `src/page$page.rs`: ten handlers.
    pub(crate) page: &'static str,
}

/// This crate's own name among [`ALL`].
pub(crate) const OURS: &str = affordances::AFFORDANCES.name;
/// Handlers without any description.
pub(crate) const PLAIN: &str = axum::AXUM.name;
/// The base of the goals: what an app pays that publishes schemas by hand.
pub(crate) const BASE: &str = axum_schemars::AXUM_SCHEMARS.name;

/// In the order of the report.
pub const ALL: [&Framework; 8] = [
    &axum::AXUM,
    &axum_schemars::AXUM_SCHEMARS,
    &affordances::AFFORDANCES,
    &utoipa::UTOIPA,
    &poem_openapi::POEM_OPENAPI,
    &dropshot::DROPSHOT,
    &aide::AIDE,
    &rmcp::RMCP,
];

/// The framework of this name.
///
/// # Errors
///
/// When there is none; the text lists them.
pub fn named(name: &str) -> Result<&'static Framework, Failure> {
    ALL.into_iter()
        .find(|framework| framework.name == name)
        .ok_or_else(|| {
            let names = ALL.map(|framework| framework.name).join(", ");
            Failure::new(format!("`{name}` is no framework: take one of {names}"))
        })
}
