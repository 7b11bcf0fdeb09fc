//! The site index: its bytes, and the tag by which caches know them.

use std::hash::{DefaultHasher, Hasher};

use bytes::Bytes;

use super::ActionDocument;
use crate::engine::json::{Members, list};
use crate::engine::under;
use crate::protocol;
use crate::table::Site;

/// The site index, ready to be served.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct IndexDocument {
    /// The JSON.
    pub body: Bytes,
    /// Its strong entity tag (RFC 9110 section 8.8.3), quotes included.
    pub etag: String,
}

impl IndexDocument {
    pub(super) fn new(body: impl Into<Bytes>) -> Self {
        let body = body.into();
        // `DefaultHasher::new` has fixed keys: every instance says the same tag.
        let mut hasher = DefaultHasher::new();
        hasher.write(&body);
        Self {
            etag: format!("\"{:016x}\"", hasher.finish()),
            body,
        }
    }

    /// The index of a site whose pages have these documents. Actions stand in
    /// the order of their names, so that moving a function changes nothing.
    pub(super) fn of<S>(site: &Site<S>, pages: &[Vec<Option<ActionDocument>>]) -> Self {
        let mut body = Vec::new();
        let mut index = Members::open(&mut body);
        index.member("v", protocol::VERSION);
        index.member("name", site.name);
        let pages = site.pages.iter().zip(pages);
        list(index.key("routes"), pages, |(page, documents), to| {
            let actions = page.meta.actions.iter();
            let mut listed: Vec<_> = actions
                .zip(documents)
                .filter(|(action, _)| action.expose.in_index())
                .filter_map(|(action, document)| Some((action.name, document.as_ref()?)))
                .collect();
            listed.sort_unstable_by_key(|(name, _)| *name);
            let mut route = Members::open(to);
            route.member("route", &under(site.prefix, page.meta.route));
            route.member("description", &one_line(page.meta.description));
            list(
                route.key("actions"),
                listed.into_iter(),
                |(_, document), to| {
                    to.extend_from_slice(document.descriptor.summary());
                },
            );
            route.close();
        });
        let auth: Vec<_> = site.auth.iter().map(|auth| auth.as_str()).collect();
        index.member("auth", &auth);
        if let Some(mcp) = site.mcp {
            index.member("mcp", mcp);
        }
        index.close();
        Self::new(body)
    }
}

/// The first paragraph of a description, on one line.
pub(super) fn one_line(description: &str) -> String {
    let first = description.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
