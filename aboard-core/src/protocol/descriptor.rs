//! What a flow offers, for machines (specification, section 1.1).

use std::collections::BTreeSet;

use affordances_core::protocol::PublishedSchema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pattern;

/// A flow's descriptor. Its members are in snake_case but for `dependsOn`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Descriptor {
    /// The protocol's version.
    #[schemars(extend("const" = super::VERSION))]
    pub aboard: String,
    /// What the product is called.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub name: String,
    /// Which flow this is.
    #[schemars(regex(pattern = pattern::NAME))]
    pub slug: String,
    /// Where the same flow stands as a prompt.
    #[schemars(regex(pattern = pattern::URL))]
    pub prompt_uri: String,
    /// Where sessions are created.
    #[schemars(regex(pattern = pattern::URL))]
    pub session_endpoint: String,
    /// Where steps are called; `{id}` stands for the step's.
    #[schemars(regex(pattern = pattern::TEMPLATE))]
    pub step_endpoint_template: String,
    /// Where sessions are revoked; `{id}` stands for the session's.
    #[schemars(regex(pattern = pattern::TEMPLATE))]
    pub revocation_endpoint: String,
    /// What it takes to create a session.
    pub auth: AuthDescriptor,
    /// The steps, each after those that it depends on.
    pub steps: Vec<StepDescriptor>,
}

/// What it takes to create a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct AuthDescriptor {
    /// `bearer`.
    #[schemars(extend("const" = "bearer"))]
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether an access token must be sent.
    pub required: bool,
    /// Where to get one.
    #[schemars(with = "String", regex(pattern = pattern::URL))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discovery: Option<String>,
}

impl AuthDescriptor {
    /// By bearer token, with the page that says where to get one.
    #[must_use]
    pub fn bearer(required: bool, discovery: Option<String>) -> Self {
        Self {
            kind: "bearer".to_owned(),
            required,
            discovery,
        }
    }
}

/// One step of a flow. What it does not have is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct StepDescriptor {
    /// Unique in its flow.
    #[schemars(regex(pattern = pattern::NAME))]
    pub id: String,
    /// What it does.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub description: String,
    /// Where it is called.
    #[schemars(regex(pattern = pattern::URL))]
    pub endpoint: String,
    /// The steps that come first.
    #[schemars(with = "BTreeSet<String>", inner(regex(pattern = pattern::NAME)))]
    #[serde(rename = "dependsOn", default)]
    pub depends_on: Vec<String>,
    /// What the agent takes away from it.
    pub artifact: Option<Artifact>,
    /// JSON Schema 2020-12 of the body to post.
    #[schemars(with = "Option<PublishedSchema>")]
    pub input_schema: Option<Value>,
    /// JSON Schema 2020-12 of the output.
    #[schemars(with = "Option<PublishedSchema>")]
    pub output_schema: Option<Value>,
}

/// Something to take away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Artifact {
    /// What it is called.
    #[schemars(regex(pattern = pattern::TEXT))]
    pub name: String,
    /// Where it is.
    #[schemars(regex(pattern = pattern::URL))]
    pub url: String,
}

impl Artifact {
    /// An artifact at an absolute URL.
    #[must_use]
    pub fn new(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            url: url.into(),
        }
    }
}
