//! The delta of a success: what changed, what can be done now.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use serde_json::Value;

use super::Answer;
use super::audit::EffectsAudit;
use super::call::payload_text;
use super::json::{Members, list, values};
use super::visit::{Standing, Visit, timed_out};
use crate::call::{Caller, Done, Failure, Loaded};
use crate::protocol::ErrorCode;

const READ_AGAIN: &str = "the page's new state could not be read: request the page again";

/// What the reload has found.
enum After {
    State {
        changed: Option<Changed>,
        standings: Vec<Standing>,
    },
    /// The page is gone with its action.
    Gone,
    /// It could not be read; the effect has happened all the same.
    Unreadable,
}

/// Reloads the page and writes the delta. From here on nothing may fail: the
/// action has run.
pub(crate) async fn success<L>(
    visit: &Visit<L>,
    action: usize,
    done: Done,
    caller: Option<&Caller>,
    before: &Loaded,
    stood: &[Standing],
) -> Answer
where
    L: Clone + Send + Sync + 'static,
{
    let after = reload(visit, action, caller, before).await;

    let mut body = Vec::with_capacity(512);
    let mut delta = Members::open(&mut body);
    delta.member("ok", &true);
    if let After::State {
        changed: Some(changed),
        ..
    } = &after
    {
        let mut entities = Members::open(delta.key("changed"));
        for (key, json) in changed {
            entities.raw(key, json);
        }
        entities.close();
    }
    if let Some(output) = &done.output {
        delta.raw("output", output);
    }
    write_actions(visit, stood, &after, &mut delta);
    if let Some(redirect) = &done.redirect {
        delta.member("redirect", redirect);
    }
    match (&done.message, &after) {
        (Some(message), After::Unreadable) => {
            delta.member("message", &format!("{message} ({READ_AGAIN})"));
        }
        (None, After::Unreadable) => delta.member("message", &format!("Done, but {READ_AGAIN}.")),
        (Some(message), _) => delta.member("message", message),
        (None, _) => {}
    }
    delta.close();

    let mut answer = Answer::ok(body);
    answer.headers = done.headers;
    answer.redirect = done.redirect;
    answer
}

/// Reads the page after the run, within the site's limit; a panic on the way is
/// one more reason why it cannot be read.
async fn reload<L>(
    visit: &Visit<L>,
    action: usize,
    caller: Option<&Caller>,
    before: &Loaded,
) -> After
where
    L: Clone + Send + Sync + 'static,
{
    let read = async {
        let entities = visit.load(caller).await?;
        let standings = visit.standings(caller, &entities, None).await?;
        if let Some(audit) = visit.parts.extensions.get::<EffectsAudit>() {
            audit_effects(visit, action, before, &entities, audit);
        }
        Ok(After::State {
            changed: changed(visit, action, before, &entities)?,
            standings,
        })
    };
    let limit = visit.site.settings.timeout;
    let read = tokio::time::timeout(limit, read)
        .map(|read| read.unwrap_or_else(|_| Err(timed_out(visit.page.meta.name, limit))));
    let failure = match AssertUnwindSafe(read).catch_unwind().await {
        Ok(Ok(after)) => return after,
        Ok(Err(failure)) if failure.code == ErrorCode::NotFound => return After::Gone,
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::internal(payload_text(&*payload)),
    };
    log(visit, &failure);
    After::Unreadable
}

fn log<L>(visit: &Visit<L>, failure: &Failure) {
    tracing::error!(
        page = visit.page.meta.name,
        cause = failure.cause.as_ref().map(tracing::field::display),
        message = failure.message,
        "the page's state could not be read after an action"
    );
}

type Changed = Vec<(&'static str, Vec<u8>)>;

/// `changed`: with declared effects exactly those keys, without any every
/// top-level entity that differs, and nothing for an action that changes
/// nothing.
fn changed<L>(
    visit: &Visit<L>,
    action: usize,
    before: &Loaded,
    after: &Loaded,
) -> Result<Option<Changed>, Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let meta = &visit.page.actions[action].meta;
    let mut changed = Vec::new();
    for (number, entity) in visit.page.meta.entities.iter().enumerate() {
        let counts = match meta.effects {
            _ if meta.read_only => false,
            Some(effects) => effects.contains(&entity.key),
            None => differs(visit, number, before, after)?,
        };
        if counts {
            let mut json = Vec::new();
            visit.write_entity(after, number, &mut json)?;
            changed.push((entity.key, json));
        }
    }
    Ok((!changed.is_empty()).then_some(changed))
}

/// Compares an entity before and after, as JSON values: the order in which a
/// map is written does not count.
fn differs<L>(
    visit: &Visit<L>,
    entity: usize,
    before: &Loaded,
    after: &Loaded,
) -> Result<bool, Failure>
where
    L: Clone + Send + Sync + 'static,
{
    let (mut was, mut is) = (Vec::new(), Vec::new());
    visit.write_entity(before, entity, &mut was)?;
    visit.write_entity(after, entity, &mut is)?;
    if was == is {
        return Ok(false);
    }
    let value = |json: &[u8]| serde_json::from_slice::<Value>(json).ok();
    Ok(value(&was) != value(&is))
}

/// `actionsAdded` and `actionsRemoved`: what has changed in the action list,
/// availability included.
fn write_actions<L>(visit: &Visit<L>, stood: &[Standing], after: &After, delta: &mut Members<'_>)
where
    L: Clone + Send + Sync + 'static,
{
    let stands: &[Standing] = match after {
        After::State { standings, .. } => standings,
        After::Gone => &[],
        After::Unreadable => return,
    };
    let find = |list: &[Standing], action| -> Option<bool> {
        list.iter()
            .find(|s| s.action == action)
            .map(|s| s.reason.is_none())
    };
    let added: Vec<_> = stands
        .iter()
        .filter(|now| find(stood, now.action) != Some(now.reason.is_none()))
        .collect();
    if !added.is_empty() {
        list(delta.key("actionsAdded"), added.into_iter(), |now, to| {
            visit
                .action(now.action)
                .descriptor
                .standing(now.reason.as_deref(), to);
        });
    }
    let removed: Vec<_> = stood
        .iter()
        .filter(|was| find(stands, was.action).is_none())
        .map(|was| visit.action(was.action).meta.name)
        .collect();
    if !removed.is_empty() {
        values(delta.key("actionsRemoved"), removed.into_iter());
    }
}

/// Compares what an action changed with what it declares.
fn audit_effects<L>(
    visit: &Visit<L>,
    action: usize,
    before: &Loaded,
    after: &Loaded,
    audit: &EffectsAudit,
) where
    L: Clone + Send + Sync + 'static,
{
    let meta = &visit.page.actions[action].meta;
    let declared = match meta.effects {
        _ if meta.read_only => &[],
        Some(effects) => effects,
        None => return, // whatever differs is published
    };
    for (number, entity) in visit.page.meta.entities.iter().enumerate() {
        let undeclared = !entity.volatile && !declared.contains(&entity.key);
        if undeclared && differs(visit, number, before, after).unwrap_or(true) {
            audit.note(format!(
                "action `{}` of page `{}` changed the entity `{}`, which is not among its effects",
                meta.name, visit.page.meta.name, entity.key
            ));
        }
    }
}
