//! A small shared cache after RFC 9111, greedy wherever the RFC leaves it a
//! choice: what it may store it stores, what it may reuse it reuses.

use std::sync::Mutex;

use axum::body::Body;

use super::{Client, Reply};

/// A shared cache in front of a server.
pub(crate) struct Proxy {
    origin: Client,
    stored: Mutex<Vec<Stored>>,
}

struct Stored {
    uri: String,
    /// The request's fields that `Vary` names, with what they were.
    selecting: Vec<(String, Option<String>)>,
    reply: Reply,
}

/// Where an answer came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    Origin,
    Cache,
    /// Stored, and the origin said that it is still good.
    Revalidated,
}

/// Statuses that may be stored without being asked to (RFC 9110, section 15.1).
const HEURISTICALLY_CACHEABLE: [u16; 11] = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

impl Proxy {
    pub(crate) fn new(origin: &Client) -> Self {
        Self {
            origin: origin.clone(),
            stored: Mutex::default(),
        }
    }

    /// A GET through the cache.
    pub(crate) async fn get(&self, uri: &str, headers: &[(&str, &str)]) -> (Reply, From) {
        if let Some(reply) = self.fresh(uri, headers) {
            return (reply, From::Cache);
        }
        // Section 4.3.1: every tag that is stored for the URI may be offered,
        // whatever `Vary` says of its response.
        let tags = self.tags(uri);
        let mut sent = headers.to_vec();
        if !tags.is_empty() {
            sent.push(("if-none-match", &tags));
        }
        let reply = self.origin.send("GET", uri, &sent, Body::empty()).await;
        if reply.status == 304 {
            let tag = reply.header("etag").to_owned();
            let stored = self.stored.lock().unwrap();
            let selected = stored
                .iter()
                .find(|stored| stored.uri == uri && stored.reply.header("etag") == tag);
            let reply = selected.expect("a 304 names a stored tag").reply.clone();
            return (reply, From::Revalidated);
        }
        if may_be_stored(headers, &reply) {
            let selecting = members(&reply, "vary")
                .into_iter()
                .map(|name| (name.clone(), value(headers, &name)))
                .collect();
            self.stored.lock().unwrap().push(Stored {
                uri: uri.to_owned(),
                selecting,
                reply: reply.clone(),
            });
        }
        (reply, From::Origin)
    }

    /// A stored response that fits the request (section 4.1), the latest first.
    fn fresh(&self, uri: &str, headers: &[(&str, &str)]) -> Option<Reply> {
        let fits = |stored: &&Stored| {
            stored.uri == uri
                && !members(&stored.reply, "cache-control").contains(&"no-cache".to_owned())
                && stored
                    .selecting
                    .iter()
                    .all(|(name, was)| value(headers, name) == *was)
        };
        let stored = self.stored.lock().unwrap();
        stored.iter().rev().find(fits).map(|s| s.reply.clone())
    }

    fn tags(&self, uri: &str) -> String {
        let stored = self.stored.lock().unwrap();
        let tags: Vec<_> = stored
            .iter()
            .filter(|stored| stored.uri == uri)
            .map(|stored| stored.reply.header("etag"))
            .filter(|tag| !tag.is_empty())
            .collect();
        tags.join(", ")
    }
}

/// Section 3, and 3.5 for what is asked for with a credential.
fn may_be_stored(headers: &[(&str, &str)], reply: &Reply) -> bool {
    let directives = members(reply, "cache-control");
    let says = |directive: &str| directives.iter().any(|said| said == directive);
    let authorized = value(headers, "authorization").is_some();
    HEURISTICALLY_CACHEABLE.contains(&reply.status.as_u16())
        && !says("no-store")
        && !says("private")
        && (!authorized || says("public"))
        && !members(reply, "vary").contains(&"*".to_owned())
}

/// The members of a header that is a list, over all its lines.
fn members(reply: &Reply, name: &str) -> Vec<String> {
    let lines = reply.headers.get_all(name);
    lines
        .iter()
        .flat_map(|line| line.to_str().unwrap().split(','))
        .map(|member| member.trim().to_ascii_lowercase())
        .collect()
}

fn value(headers: &[(&str, &str)], name: &str) -> Option<String> {
    let lines: Vec<_> = headers
        .iter()
        .filter(|(header, _)| header.eq_ignore_ascii_case(name))
        .map(|(_, value)| *value)
        .collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}
