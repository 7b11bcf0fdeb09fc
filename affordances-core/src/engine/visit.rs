//! One request at one page: the phases that every document is made of.

use std::sync::Arc;
use std::time::Duration;

use http::request::Parts;

use super::admission::{Presented, why_not};
use super::runtime::{ActionRuntime, PageRuntime, Runtime};
use crate::call::{BoxError, Caller, Cx, Failure, Loaded, Shim};
use crate::protocol::ErrorCode;
use crate::table::PageDef;

/// A request that has reached a page, before anything has run.
pub(crate) struct Visit<L: 'static> {
    pub(crate) site: Arc<Runtime>,
    pub(crate) page: &'static PageDef<L>,
    /// The page's number in its site.
    pub(crate) number: usize,
    pub(crate) parts: Parts,
    pub(crate) state: L,
}

/// How one action stands towards one requester.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The action's number on its page.
    pub(crate) action: usize,
    /// Why it cannot be called now.
    pub(crate) reason: Option<String>,
}

impl<L: Clone + Send + Sync + 'static> Visit<L> {
    /// What was computed for this page at start.
    pub(crate) fn runtime(&self) -> &PageRuntime {
        &self.site.pages[self.number]
    }

    pub(crate) fn action(&self, number: usize) -> &ActionRuntime {
        &self.runtime().actions[number]
    }

    /// A context for one phase.
    pub(crate) fn cx<'c>(&'c self, caller: Option<&Caller>) -> Cx<'c, L> {
        Cx::new(&self.parts, &self.state, caller.cloned())
    }

    /// Runs a phase within the site's time limit.
    async fn within_limit<'c, T>(
        &self,
        phase: Shim<L, T>,
        mut cx: Cx<'c, L>,
    ) -> Result<T, Failure> {
        match tokio::time::timeout(self.site.settings.timeout, phase(&mut cx)).await {
            Ok(result) => result,
            Err(_) => Err(timed_out(self.page.meta.name, self.site.settings.timeout)),
        }
    }

    /// Who asks for a document: strangers are welcome, a credential that is
    /// wrong is not.
    pub(crate) async fn recognise(&self) -> Result<Option<Caller>, Failure> {
        let presented = self.site.present(&self.parts).await;
        if matches!(presented, Presented::InvalidBearer) {
            self.site.count_failed_authentication(&self.parts).await?;
        }
        presented.into_caller()
    }

    /// Loads the entities.
    pub(crate) async fn load(&self, caller: Option<&Caller>) -> Result<Loaded, Failure> {
        self.within_limit(self.page.load, self.cx(caller)).await
    }

    /// Runs a phase that reads the entities: a guard, the links, the summary.
    pub(crate) async fn with_entities<T>(
        &self,
        phase: Shim<L, T>,
        caller: Option<&Caller>,
        entities: &Loaded,
    ) -> Result<T, Failure> {
        self.within_limit(phase, self.cx(caller).with_entities(entities))
            .await
    }

    /// Whether the page's action number `action` may be known to `caller`.
    pub(crate) fn is_known(&self, action: usize, caller: Option<&Caller>) -> bool {
        let expose = &self.page.actions[action].meta.expose;
        expose.level.is_some() && expose.visible_to.is_none_or(|visible| visible(caller))
    }

    /// Whether the page exposes an action of this name to anybody.
    pub(crate) fn exposes(&self, name: &str) -> bool {
        self.page.meta.exposed(name).is_some()
    }

    /// What there is instead of an action that is not there, or is not there for
    /// this caller: the same for both.
    pub(crate) fn no_such_action(&self, caller: Option<&Caller>) -> Failure {
        let all = self.runtime().by_name.iter();
        let names: Vec<_> = all
            .filter(|action| self.is_known(**action, caller))
            .map(|action| self.page.actions[*action].meta.name)
            .collect();
        let message = if names.is_empty() {
            "This page has no actions.".to_owned()
        } else {
            format!(
                "This page has no such action. It has: {}.",
                names.join(", ")
            )
        };
        Failure::new(ErrorCode::NotFound, message)
    }

    /// Step 1: the action of this name, unless it is not exposed or hidden from
    /// the caller.
    pub(crate) fn resolve(&self, name: &str, caller: Option<&Caller>) -> Option<usize> {
        let found = self.page.meta.exposed(name);
        found.filter(|n| self.is_known(*n, caller))
    }

    /// How every action that the caller may know about stands. `known` is one
    /// that has just been found available, with its guard not to be asked again.
    pub(crate) async fn standings(
        &self,
        caller: Option<&Caller>,
        entities: &Loaded,
        known: Option<usize>,
    ) -> Result<Vec<Standing>, Failure> {
        let mut asked: Vec<(Shim<L, _>, Option<String>)> = Vec::new();
        let mut standings = Vec::new();
        for &number in &self.runtime().by_name {
            if !self.is_known(number, caller) {
                continue;
            }
            let action = &self.page.actions[number];
            let reason = match (why_not(&action.meta.expose, caller), action.guard) {
                (Some(refusal), _) => Some(refusal.reason()),
                (None, Some(guard)) if known != Some(number) => {
                    // Several actions may share a guard; one answer serves all.
                    let earlier = asked
                        .iter()
                        .find(|(asked, _)| std::ptr::fn_addr_eq(*asked, guard));
                    match earlier {
                        Some((_, reason)) => reason.clone(),
                        None => {
                            let reason = self.why_unavailable(guard, caller, entities).await?;
                            asked.push((guard, reason.clone()));
                            reason
                        }
                    }
                }
                _ => None,
            };
            standings.push(Standing {
                action: number,
                reason,
            });
        }
        Ok(standings)
    }

    /// Asks a guard. One that fails with `unavailable` says no like one that
    /// returns it.
    pub(crate) async fn why_unavailable(
        &self,
        guard: Shim<L, crate::call::Verdict>,
        caller: Option<&Caller>,
        entities: &Loaded,
    ) -> Result<Option<String>, Failure> {
        match self.with_entities(guard, caller, entities).await {
            Ok(verdict) => Ok(verdict.reason().map(str::to_owned)),
            Err(failure) if failure.code == ErrorCode::Unavailable => Ok(Some(failure.message)),
            Err(failure) => Err(failure),
        }
    }

    /// Writes the value of entity number `entity`.
    pub(crate) fn write_entity(
        &self,
        entities: &Loaded,
        entity: usize,
        to: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        (self.page.write)(entities, entity, to).map_err(|cause| unwritable(self, entity, cause))
    }
}

fn unwritable<L>(visit: &Visit<L>, entity: usize, cause: BoxError) -> Failure {
    let meta = &visit.page.meta;
    let key = meta.entities.get(entity).map_or("?", |entity| entity.key);
    Failure::internal(format!(
        "entity `{key}` of page `{}` is no JSON: {cause}",
        meta.name
    ))
}

/// What took longer than it may.
pub(crate) fn timed_out(what: &str, limit: Duration) -> Failure {
    Failure::internal(format!("`{what}` took longer than {limit:?}"))
}
