//! The file of a contract.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::documents::Documents;
use crate::engine::under;
use crate::protocol;
use crate::table::{ActionMeta, PageMeta, Site};

/// A site's part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteRecord {
    pub(super) version: u32,
    /// The protocol's major version.
    pub(super) v: String,
    pub(super) name: String,
    pub(super) auth: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mcp: Option<String>,
    /// By name.
    pub(super) pages: BTreeMap<String, PageRecord>,
}

/// A page's part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageRecord {
    /// With the site's prefix.
    pub(super) route: String,
    pub(super) description: String,
    /// The keys of what it shows, in their order.
    pub(super) entities: Vec<String>,
    /// Those that are exposed, by name.
    pub(super) actions: BTreeMap<String, ActionRecord>,
}

/// An action's part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ActionRecord {
    pub(super) description: String,
    pub(super) expose: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) requires: Option<String>,
    /// Some may not know about it: it has `visible_to`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) hidden: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) guard: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) effects: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) writes: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) read_only: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) idempotent: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) destructive: bool,
    /// Its tool's name, where the site has tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tool: Option<String>,
    pub(super) input: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Value>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde asks for"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl SiteRecord {
    pub(super) fn of<S>(site: &Site<S>, documents: &Documents) -> Self {
        let pages = site.pages.iter().zip(&documents.pages);
        let pages = pages.map(|(page, documents)| {
            let actions = page.meta.actions.iter().zip(documents);
            let actions = actions.filter_map(|(action, document)| {
                let document = document.as_ref()?;
                let mut record = ActionRecord::of(action)?;
                if site.mcp.is_some() {
                    record.tool = Some(action.tool_name(page.meta.name).to_string());
                }
                record.input = document.input.clone();
                record.output = document.output.clone();
                Some((action.name.to_owned(), record))
            });
            let record = PageRecord {
                route: under(site.prefix, page.meta.route),
                description: page.meta.description.to_owned(),
                entities: entities(page.meta),
                actions: actions.collect(),
            };
            (page.meta.name.to_owned(), record)
        });
        Self {
            version: 1,
            v: protocol::VERSION.to_owned(),
            name: site.name.to_owned(),
            auth: (site.auth.iter())
                .map(|auth| auth.as_str().to_owned())
                .collect(),
            mcp: site.mcp.map(str::to_owned),
            pages: pages.collect(),
        }
    }

    /// As a file. The members of schemas stand in the order of their names:
    /// another crate of the build may have asked serde_json for another one.
    pub(super) fn text(&self) -> String {
        let mut sorted = self.clone();
        for action in (sorted.pages.values_mut()).flat_map(|page| page.actions.values_mut()) {
            action.input = in_order(&action.input);
            action.output = action.output.as_ref().map(in_order);
        }
        let mut text = serde_json::to_string_pretty(&sorted).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn in_order(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            let members = members.into_iter();
            let members = members.map(|(name, value)| (name.clone(), in_order(value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(in_order).collect(),
        other => other.clone(),
    }
}

fn entities(page: &PageMeta) -> Vec<String> {
    let mut keys: Vec<_> = (page.entities.iter())
        .map(|entity| entity.key.to_owned())
        .collect();
    keys.sort_unstable();
    keys
}

impl ActionRecord {
    /// What the annotation says; without schemas.
    fn of(action: &ActionMeta) -> Option<Self> {
        let sorted = |names: &[&str]| {
            let mut names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            names.sort_unstable();
            names
        };
        Some(Self {
            description: action.description.to_owned(),
            expose: action.expose.level?.as_str().to_owned(),
            requires: action.expose.scope.map(str::to_owned),
            hidden: !action.expose.in_index(),
            guard: action.guard.map(str::to_owned),
            effects: action.effects.map(sorted),
            writes: sorted(action.writes),
            read_only: action.read_only,
            idempotent: action.idempotent,
            destructive: action.destructive,
            tool: None,
            input: Value::Null,
            output: None,
        })
    }
}
