//! What a page shows, to an agent.

use std::collections::BTreeSet;

use affordances_grammar::Expose;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{PublishedSchema, pattern};

/// A graph, as the specification's section "Graph" defines it: what an agent
/// reads at a page's URL. The engine writes it straight to bytes; this type is
/// for those who read one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Graph {
    /// The protocol's major version.
    #[schemars(extend("const" = super::VERSION))]
    pub v: String,
    /// The concrete path, percent-encoded as it was requested.
    #[schemars(regex(pattern = pattern::PATH))]
    pub page: String,
    /// The route pattern.
    #[schemars(regex(pattern = pattern::ROUTE))]
    pub route: String,
    /// The page's state, keyed by name.
    pub entities: Map<String, Value>,
    /// Every action that the requester may know about.
    pub actions: Vec<ActionDescriptor>,
    /// Links to follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nav: Vec<NavLink>,
    /// The page's content as Markdown.
    #[schemars(with = "String")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub md: Option<String>,
}

impl Graph {
    /// The action of this name, if the graph lists it.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<&ActionDescriptor> {
        self.actions.iter().find(|action| action.name == name)
    }
}

/// A link of a graph, as it is read. Pages build theirs with
/// [`Nav`](crate::Nav).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NavLink {
    /// The path.
    #[schemars(regex(pattern = pattern::WORD))]
    pub to: String,
    /// What the link is called.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// When to follow it, in words.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
}

/// An action descriptor, as the specification's section "Action descriptor"
/// defines it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("allOf" = [read_only_without_effects(), {
    "if": { "properties": { "available": { "const": false } } },
    "then": { "required": ["reason"] },
    "else": { "properties": { "reason": false } },
}]))]
#[non_exhaustive]
pub struct ActionDescriptor {
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
    /// Whether this requester can call it now.
    pub available: bool,
    /// Why not.
    #[schemars(with = "String", regex(pattern = pattern::TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Keys of the entities that it changes.
    #[schemars(with = "BTreeSet<String>", inner(length(min = 1)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<String>>,
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// An action that changes nothing has no effects.
pub(super) fn read_only_without_effects() -> Value {
    json!({
        "if": { "required": ["readOnly"], "properties": { "readOnly": { "const": true } } },
        "then": { "properties": { "effects": { "maxItems": 0 } } },
    })
}

/// `expose` as its word; the grammar crate itself knows nothing of serde.
pub(super) mod expose {
    use affordances_grammar::Expose;
    use schemars::{Schema, SchemaGenerator, json_schema};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Expose::ALL.map(Expose::as_str) })
    }

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature is serde's"
    )]
    pub(crate) fn serialize<S: Serializer>(value: &Expose, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(value.as_str())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Expose, D::Error> {
        let word = std::borrow::Cow::<'de, str>::deserialize(from)?;
        Expose::parse(&word).map_err(|error| D::Error::custom(error.to_string()))
    }
}
