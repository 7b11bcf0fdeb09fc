//! Documents that a build script has exported and `include_site!` has put into the
//! binary: nothing is made, and nothing of schemars is reached from here.

use serde::Deserialize;
use serde_json::Value;

use super::manifest::Manifest;
use super::{ActionDocument, Descriptor, Documents, IndexDocument};
use crate::engine::SiteFault;
use crate::table::{ActionMeta, PageMeta, Site};

/// An action's summary, under the names of its page and its own.
type Summary = (&'static str, &'static str, &'static str);

/// The exported documents of a site, as constants. The file `site.rs` of an
/// export makes one.
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    manifest: &'static str,
    index: &'static str,
    summaries: &'static [Summary],
}

impl Embedded {
    /// The contents of `manifest.json`, of `index.json`, and the summaries of the
    /// actions with the names of page and action before each.
    #[must_use]
    pub const fn new(
        manifest: &'static str,
        index: &'static str,
        summaries: &'static [Summary],
    ) -> Self {
        Self {
            manifest,
            index,
            summaries,
        }
    }

    /// The documents, if they are those of `site` as it is compiled here.
    pub(super) fn documents<S>(&self, site: &Site<S>) -> Result<Documents, Vec<SiteFault>> {
        let exported: Manifest = serde_json::from_str(self.manifest)
            .map_err(|error| vec![foreign(&format!("their manifest is unreadable: {error}"))])?;
        let differences = exported.differences(&Manifest::of(site));
        if !differences.is_empty() {
            return Err(differences.iter().map(|what| foreign(what)).collect());
        }
        let pages = site.pages.iter().map(|page| {
            let actions = page.meta.actions.iter();
            actions
                .map(|action| self.document(page.meta, action))
                .collect()
        });
        Ok(Documents {
            pages: pages
                .collect::<Result<_, _>>()
                .map_err(|fault| vec![fault])?,
            index: IndexDocument::new(self.index.as_bytes()),
        })
    }

    fn document(
        &self,
        page: &PageMeta,
        action: &ActionMeta,
    ) -> Result<Option<ActionDocument>, SiteFault> {
        #[derive(Deserialize)]
        struct Schemas {
            input: Value,
            output: Option<Value>,
        }
        if action.expose.level.is_none() {
            return Ok(None);
        }
        let wanted = (page.name, action.name);
        let summary = self
            .summaries
            .iter()
            .find(|(page, action, _)| (*page, *action) == wanted)
            .map(|(_, _, summary)| *summary)
            .unwrap_or_default();
        let Schemas { input, output } = serde_json::from_str(summary).map_err(|error| {
            let what = format!(
                "the descriptor of action `{}` of page `{}` is unreadable: {error}",
                action.name, page.name
            );
            foreign(&what)
        })?;
        Ok(Some(ActionDocument {
            descriptor: Descriptor::embedded(summary),
            input,
            output,
        }))
    }
}

/// Documents of another site than the one in this binary must never be served.
fn foreign(what: &str) -> SiteFault {
    SiteFault::new(format!(
        "the embedded documents are not those of this site: {what}\n    \
         build the server again; if that does not help, its build-dependency on the annotated crate \
         has other features, or is another version, than its dependency"
    ))
}
