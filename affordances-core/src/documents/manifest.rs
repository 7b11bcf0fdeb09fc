//! What the documents of a site are about: everything in them but the schemas. An
//! export states it, and a server compares it with the table it was compiled with.

use serde::{Deserialize, Serialize};

use super::index::one_line;
use crate::engine::under;
use crate::protocol;
use crate::table::{ActionMeta, Site};

/// The manifest of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version of this crate, which has made the documents.
    affordances: String,
    /// The protocol's major version.
    v: String,
    name: String,
    auth: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mcp: Option<String>,
    pub(super) pages: Vec<PageManifest>,
}

/// One page, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PageManifest {
    pub(super) name: String,
    route: String,
    description: String,
    /// Those that are exposed, in the order of their names.
    pub(super) actions: Vec<ActionManifest>,
}

/// One action, by its name on its page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActionManifest {
    pub(super) name: String,
    description: String,
    expose: String,
    /// Whether everybody may know about it.
    pub(super) in_index: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guard: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    effects: Option<Vec<String>>,
    read_only: bool,
}

impl Manifest {
    /// Of the site as it is compiled here.
    pub(super) fn of<S>(site: &Site<S>) -> Self {
        let pages = site.pages.iter().map(|page| {
            let actions = page.meta.actions.iter();
            let mut actions: Vec<_> = actions.filter_map(ActionManifest::of).collect();
            actions.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            PageManifest {
                name: page.meta.name.to_owned(),
                route: under(site.prefix, page.meta.route),
                description: one_line(page.meta.description),
                actions,
            }
        });
        Self {
            affordances: env!("CARGO_PKG_VERSION").to_owned(),
            v: protocol::VERSION.to_owned(),
            name: site.name.to_owned(),
            auth: site
                .auth
                .iter()
                .map(|auth| auth.as_str().to_owned())
                .collect(),
            mcp: site.mcp.map(str::to_owned),
            pages: pages.collect(),
        }
    }

    /// What an exported manifest says otherwise than the compiled one, in words.
    pub(super) fn differences(&self, compiled: &Self) -> Vec<String> {
        let Self {
            affordances,
            v,
            name,
            auth,
            mcp,
            pages,
        } = self;
        let mut found = Vec::new();
        if (affordances, v) != (&compiled.affordances, &compiled.v) {
            found.push(format!(
                "affordances {affordances} has made them, and this is affordances {}",
                compiled.affordances
            ));
        }
        let settings = [
            ("name", *name == compiled.name),
            ("auth", *auth == compiled.auth),
            ("mcp", *mcp == compiled.mcp),
        ];
        for (setting, _) in settings.iter().filter(|(_, same)| !same) {
            found.push(format!("their `{setting}` is not that of `site!` here"));
        }
        each(
            pages,
            &compiled.pages,
            |p| &p.name,
            |name, pair| match pair {
                (Some(exported), Some(compiled)) => {
                    exported.differences(compiled, &mut found);
                }
                (Some(_), None) => {
                    found.push(format!("they have a page `{name}`, which is not here"));
                }
                _ => found.push(format!("they lack page `{name}`")),
            },
        );
        if found.is_empty() && self != compiled {
            found.push("their pages stand in another order than in `site!` here".to_owned());
        }
        found
    }
}

impl PageManifest {
    fn differences(&self, compiled: &Self, found: &mut Vec<String>) {
        let page = &self.name;
        if (&self.route, &self.description) != (&compiled.route, &compiled.description) {
            found.push(format!(
                "page `{page}` has another route or description in them"
            ));
        }
        each(
            &self.actions,
            &compiled.actions,
            |a| &a.name,
            |name, pair| {
                found.push(match pair {
                    (Some(exported), Some(compiled)) if exported == compiled => return,
                    (Some(_), Some(_)) => {
                        format!("action `{name}` of page `{page}` is annotated otherwise in them")
                    }
                    (Some(_), None) => {
                        format!("they have an action `{name}` of page `{page}`, which is not here")
                    }
                    _ => format!("they lack action `{name}` of page `{page}`"),
                });
            },
        );
    }
}

impl ActionManifest {
    fn of(action: &'static ActionMeta) -> Option<Self> {
        Some(Self {
            name: action.name.to_owned(),
            description: action.description.to_owned(),
            expose: action.expose.level?.as_str().to_owned(),
            in_index: action.expose.in_index(),
            guard: action.guard.map(str::to_owned),
            effects: action
                .effects
                .map(|keys| keys.iter().map(|key| (*key).to_owned()).collect()),
            read_only: action.read_only,
        })
    }
}

/// Pairs the items of two lists by name: first those of `a`, then those that `b`
/// alone has.
fn each<'i, T>(
    a: &'i [T],
    b: &'i [T],
    name: impl Fn(&'i T) -> &'i str,
    mut tell: impl FnMut(&'i str, (Option<&'i T>, Option<&'i T>)),
) {
    let find = |list: &'i [T], wanted: &str| list.iter().find(|item| name(item) == wanted);
    for item in a {
        tell(name(item), (Some(item), find(b, name(item))));
    }
    for item in b.iter().filter(|item| find(a, name(item)).is_none()) {
        tell(name(item), (None, Some(item)));
    }
}
