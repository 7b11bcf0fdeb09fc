//! The site index: made once at start.

use std::hash::{DefaultHasher, Hasher};

use bytes::Bytes;

use super::json::{self, Members};
use super::runtime::PageRuntime;
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
    pub(crate) fn new<S>(site: &Site<S>, pages: &[PageRuntime]) -> Self {
        let mut body = Vec::new();
        let mut index = Members::open(&mut body);
        index.member("v", protocol::VERSION);
        index.member("name", site.name);
        let routes = index.key("routes");
        list(routes, pages.iter(), |page, to| {
            let mut route = Members::open(to);
            route.member("route", &page.route);
            route.member("description", &one_line(page.meta.description));
            let listed = page.actions.iter().filter(|action| action.in_index);
            list(route.key("actions"), listed, |action, to| {
                action.descriptor.summary(to);
            });
            route.close();
        });
        let auth: Vec<_> = site.auth.iter().map(|auth| auth.as_str()).collect();
        index.member("auth", &auth);
        if let Some(mcp) = site.mcp {
            index.member("mcp", mcp);
        }
        index.close();
        // `DefaultHasher::new` has fixed keys: every instance says the same tag.
        let mut hasher = DefaultHasher::new();
        hasher.write(&body);
        Self {
            etag: format!("\"{:016x}\"", hasher.finish()),
            body: body.into(),
        }
    }
}

/// The first paragraph of a description, on one line.
fn one_line(description: &str) -> String {
    let first = description.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes an array.
pub(crate) fn list<T>(
    to: &mut Vec<u8>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    to.push(b'[');
    for (n, item) in items.enumerate() {
        if n > 0 {
            to.push(b',');
        }
        write(item, to);
    }
    to.push(b']');
}

/// Writes an array of values that serialise.
pub(crate) fn values<T: serde::Serialize>(to: &mut Vec<u8>, items: impl Iterator<Item = T>) {
    list(to, items, |item, to| json::value(to, &item));
}
