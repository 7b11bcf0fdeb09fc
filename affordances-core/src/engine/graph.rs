//! A page's graph, for whoever asks.

use std::sync::atomic::Ordering::Relaxed;

use super::Answer;
use super::json::{Members, list, values};
use super::visit::Visit;
use crate::call::Failure;
use crate::protocol;

/// A graph above this size is worth a word in the log: about 2,000 tokens.
const CEILING: usize = 8 * 1024;

/// Answers a GET for the graph.
pub(crate) async fn graph<L>(visit: &Visit<L>, path: &str) -> Answer
where
    L: Clone + Send + Sync + 'static,
{
    match document(visit, path).await {
        Ok(body) => Answer::ok(body),
        Err(failure) => visit.site.failed(failure),
    }
}

async fn document<L>(visit: &Visit<L>, path: &str) -> Result<Vec<u8>, Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let caller = visit.recognise().await?;
    let caller = caller.as_ref();
    let entities = visit.load(caller).await?;
    let standings = visit.standings(caller, &entities, None).await?;
    let nav = match visit.page.nav {
        Some(nav) => visit.with_entities(nav, caller, &entities).await?,
        None => Vec::new(),
    };
    let markdown = match visit.page.markdown {
        Some(markdown) => Some(visit.with_entities(markdown, caller, &entities).await?),
        None => None,
    };

    let runtime = visit.runtime();
    let mut body = Vec::with_capacity(2048);
    let mut graph = Members::open(&mut body);
    graph.member("v", protocol::VERSION);
    graph.member("page", path);
    graph.member("route", &runtime.route);
    let mut shown = Members::open(graph.key("entities"));
    for (number, entity) in visit.page.meta.entities.iter().enumerate() {
        visit.write_entity(&entities, number, shown.key(entity.key))?;
    }
    shown.close();
    list(graph.key("actions"), standings.iter(), |standing, to| {
        runtime.actions[standing.action]
            .descriptor
            .standing(standing.reason.as_deref(), to);
    });
    if !nav.is_empty() {
        values(graph.key("nav"), nav.iter());
    }
    if let Some(markdown) = markdown {
        graph.member("md", &markdown);
    }
    graph.close();
    // Once a page, or any client could flood the log.
    if body.len() > CEILING && !runtime.is_large.swap(true, Relaxed) {
        tracing::warn!(
            page = visit.page.meta.name,
            bytes = body.len(),
            "a graph is larger than about 2,000 tokens: summarise large collections"
        );
    }
    Ok(body)
}
