//! What a site offers, before any page is opened.

use affordances_grammar::Expose;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::graph::{expose, is_false};

/// A site index, as the specification's section "Site index" defines it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SiteIndex {
    /// The protocol's major version.
    pub v: String,
    /// What the site is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Every route that has a graph.
    pub routes: Vec<RouteSummary>,
    /// How callers may authenticate: `cookie`, `bearer`.
    pub auth: Vec<String>,
    /// The MCP endpoint, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<String>,
}

/// One route of a site index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RouteSummary {
    /// The route pattern.
    pub route: String,
    /// One line on what the page is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its actions.
    pub actions: Vec<ActionSummary>,
}

/// An action descriptor without one request's availability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActionSummary {
    /// Unique per route, stable across releases.
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON Schema 2020-12 of the input.
    pub input: Value,
    /// JSON Schema 2020-12 of the output, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    /// Who may call it.
    #[schemars(with = "String")]
    #[serde(with = "expose")]
    pub expose: Expose,
    /// The precondition, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Keys of the entities that it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<String>>,
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
}
