//! What a site offers, before any page is opened.

use std::collections::BTreeSet;

use affordances_grammar::Expose;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::graph::{expose, is_false, read_only_without_effects};
use super::{PublishedSchema, pattern};

/// A site index, as the specification's section "Site index" defines it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SiteIndex {
    /// The protocol's major version.
    #[schemars(extend("const" = super::VERSION))]
    pub v: String,
    /// What the site is called.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Every route that has a graph.
    pub routes: Vec<RouteSummary>,
    /// How callers may authenticate: `cookie`, `bearer`.
    #[schemars(schema_with = "auth")]
    pub auth: Vec<String>,
    /// The MCP endpoint, if there is one.
    #[schemars(with = "String", regex(pattern = pattern::WORD))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<String>,
}

/// One route of a site index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RouteSummary {
    /// The route pattern.
    #[schemars(regex(pattern = pattern::ROUTE))]
    pub route: String,
    /// One line on what the page is for.
    #[schemars(with = "String", regex(pattern = pattern::LINE))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its actions.
    pub actions: Vec<ActionSummary>,
}

/// An action descriptor without one request's availability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("allOf" = [
    read_only_without_effects(),
    { "properties": { "available": false, "reason": false } },
]))]
#[non_exhaustive]
pub struct ActionSummary {
    /// Unique per route, stable across releases.
    #[schemars(regex(pattern = pattern::WORD))]
    pub name: String,
    /// What it does.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub description: String,
    /// JSON Schema 2020-12 of the input.
    #[schemars(with = "PublishedSchema")]
    pub input: Value,
    /// JSON Schema 2020-12 of the output, when there is one.
    #[schemars(with = "PublishedSchema")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    /// Who may call it.
    #[schemars(schema_with = "expose::schema")]
    #[serde(with = "expose")]
    pub expose: Expose,
    /// The precondition, in words.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Keys of the entities that it changes.
    #[schemars(with = "BTreeSet<String>", inner(length(min = 1)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<String>>,
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
}

fn auth(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": { "enum": ["cookie", "bearer"] },
        "uniqueItems": true,
    })
}
