//! Two versions of one action.

use affordances_grammar::Expose;

use super::changes::At;
use super::record::ActionRecord;
use super::schema;
use super::site::only_in;
use crate::schema::Direction;

/// What an action does otherwise; `entities` are those that its page showed.
pub(super) fn compare(
    old: &ActionRecord,
    new: &ActionRecord,
    entities: &[String],
    at: &mut At<'_>,
) {
    let ActionRecord {
        description,
        expose,
        requires,
        hidden,
        guard,
        effects,
        writes,
        read_only,
        idempotent,
        destructive,
        tool,
        input,
        output,
    } = old;
    if *description != new.description {
        at.trivial("is described in other words");
    }
    compare_expose(expose, &new.expose, at);
    match (requires, &new.requires) {
        (None, None) => {}
        (Some(old), Some(new)) if old == new => {}
        (Some(old), None) => at.additive(format!("no longer asks for the scope `{old}`")),
        (None, Some(new)) => at.breaking(format!("asks for the scope `{new}`")),
        (Some(old), Some(new)) => {
            at.breaking(format!("asks for the scope `{new}` and asked for `{old}`"));
        }
    }
    match (hidden, new.hidden) {
        (false, true) => at.breaking("has `visible_to`: some may no longer know about it"),
        (true, false) => at.additive("has no `visible_to`: everybody may know about it"),
        _ => {}
    }
    match (guard, &new.guard) {
        (None, None) => {}
        (Some(old), Some(new)) if old == new => {}
        (Some(_), None) => at.additive("has no guard"),
        (None, Some(new)) => at.breaking(format!(
            "has a guard (\"{new}\"): calls may be refused that were not"
        )),
        (Some(_), Some(_)) => at.trivial("has a guard in other words"),
    }
    compare_effects(effects.as_deref(), new.effects.as_deref(), entities, at);
    for resource in only_in(writes, &new.writes) {
        at.breaking(format!("no longer writes `{resource}`"));
    }
    for resource in only_in(&new.writes, writes) {
        at.additive(format!("writes `{resource}`"));
    }
    promise(*read_only, new.read_only, "is read-only", at);
    promise(*idempotent, new.idempotent, "is idempotent", at);
    promise(!*destructive, !new.destructive, "destroys nothing", at);
    match (tool, &new.tool) {
        (old, new) if old == new => {}
        (Some(old), Some(new)) => {
            at.breaking(format!("its tool is called `{new}` and was `{old}`"));
        }
        // With the MCP endpoint, of which the site's part tells.
        _ => {}
    }
    compare_schemas("input", input, &new.input, Direction::Input, at);
    match (output, &new.output) {
        (None, None) => {}
        (None, Some(_)) => at.additive("has an output"),
        (Some(_), None) => at.breaking("has no output any more"),
        (Some(old), Some(new)) => {
            compare_schemas("output", old, new, Direction::Output, at);
        }
    }
}

fn compare_expose(old: &str, new: &str, at: &mut At<'_>) {
    // In the order in which fewer calls are let through.
    let strictness = |level: &str| Expose::ALL.iter().position(|one| one.as_str() == level);
    let what = format!("`expose` is \"{new}\" and was \"{old}\"");
    match (strictness(old), strictness(new)) {
        _ if old == new => {}
        (Some(old), Some(new)) if new < old => at.additive(what),
        (Some(_), Some(_)) => at.breaking(what),
        _ => at.breaking(format!("{what}: which is the stricter is not known")),
    }
}

fn compare_effects(
    old: Option<&[String]>,
    new: Option<&[String]>,
    entities: &[String],
    at: &mut At<'_>,
) {
    let (old, new) = match (old, new) {
        (None, None) => return,
        (Some(old), Some(new)) => (old, new),
        // Where nothing is declared, whatever differs is told.
        (None, Some(new)) => {
            if only_in(entities, new).next().is_none() {
                at.additive("declares its effects, which are all that the page shows");
            } else {
                let left: Vec<_> = (only_in(entities, new))
                    .map(|key| format!("`{key}`"))
                    .collect();
                let left = left.join(", ");
                at.breaking(format!(
                    "declares its effects, and {left} is not among them"
                ));
            }
            return;
        }
        (Some([]), None) => {
            at.breaking("no longer says that it changes nothing which the page shows");
            return;
        }
        (Some(_), None) => {
            at.breaking("declares no effects any more: what was always told may be missing");
            return;
        }
    };
    for key in only_in(old, new) {
        at.breaking(format!("`{key}` is no longer among its effects"));
    }
    for key in only_in(new, old) {
        at.additive(format!("`{key}` is among its effects"));
    }
}

/// Something that is good to know of an action.
fn promise(old: bool, new: bool, words: &str, at: &mut At<'_>) {
    match (old, new) {
        (true, false) => at.breaking(format!("no longer says that it {words}")),
        (false, true) => at.additive(format!("says that it {words}")),
        _ => {}
    }
}

fn compare_schemas(
    which: &str,
    old: &serde_json::Value,
    new: &serde_json::Value,
    direction: Direction,
    at: &mut At<'_>,
) {
    let found = schema::compare(old, new, direction);
    if found.is_empty() && old != new {
        at.within(which)
            .trivial("is written otherwise; the same values fit");
    }
    for found in found {
        let place = match found.at.as_str() {
            "" => which.to_owned(),
            pointer => format!("{which} `{pointer}`"),
        };
        let severity = found.kind.severity(direction);
        at.within(&place).add(severity, found.what);
    }
}
