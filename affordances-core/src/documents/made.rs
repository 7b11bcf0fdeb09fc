//! Documents made from the types of actions: the only way into schema generation.

use super::{ActionDocument, Descriptor, Documents, IndexDocument};
use crate::engine::SiteFault;
use crate::engine::schema::published;
use crate::table::{ActionMeta, ActionTypes, PageMeta, Site};

/// Makes every document of a site.
///
/// # Errors
///
/// Every action whose schemas cannot be published, and why.
pub(super) fn documents<S>(site: &Site<S>) -> Result<Documents, Vec<SiteFault>> {
    let Some(schemas) = site.schemas else {
        return Err(vec![SiteFault::new(
            "the site has no schemas: take the `static` that `site!` declares",
        )]);
    };
    let mut faults = Vec::new();
    let mut pages = Vec::new();
    for (number, page) in site.pages.iter().enumerate() {
        let types = schemas.get(number).copied().unwrap_or_default();
        let mut documents = Vec::new();
        for (number, meta) in page.meta.actions.iter().enumerate() {
            match document(page.meta, meta, types.get(number)) {
                Ok(document) => documents.push(document),
                Err(fault) => faults.push(fault),
            }
        }
        pages.push(documents);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let index = IndexDocument::of(site, &pages);
    Ok(Documents { index, pages })
}

fn document(
    page: &PageMeta,
    action: &ActionMeta,
    types: Option<&ActionTypes>,
) -> Result<Option<ActionDocument>, SiteFault> {
    if action.expose.level.is_none() {
        return Ok(None);
    }
    let types = types.ok_or("the site's table has no schemas for it".to_owned());
    let (input, output) = types
        .and_then(|&(output, inputs)| published(output, inputs))
        .map_err(|what| SiteFault::of_action(page, action, &what))?;
    Ok(Some(ActionDocument {
        descriptor: Descriptor::new(action, &input, output.as_ref()),
        input,
        output,
    }))
}
