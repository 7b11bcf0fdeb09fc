//! A145: every Affordances document of the whole run against the hand-written
//! schemas in `tests/spec-schemas/affordances/`, and against what no schema can say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::Reply;
use crate::yardstick;

/// The validators of the documents, by the name of their file.
static DOCUMENTS: LazyLock<BTreeMap<String, Validator>> =
    LazyLock::new(|| yardstick::validators("affordances"));

/// What is wrong with a document of this kind; nothing when it is sound.
pub(crate) fn faults(document: &str, value: &Value) -> Vec<String> {
    let mut faults: Vec<String> = DOCUMENTS[document]
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    let mut unless = |holds: bool, what: &str| {
        if !holds {
            faults.push(what.to_owned());
        }
    };
    let names = |list: &Value| -> Vec<String> {
        let actions = list.as_array().cloned().unwrap_or_default();
        actions
            .iter()
            .map(|a| a["name"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    let unique = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    match document {
        "graph" => {
            unless(
                unique(&names(&value["actions"])),
                "action names are unique per route",
            );
            for action in value["actions"].as_array().into_iter().flatten() {
                for effect in action["effects"].as_array().into_iter().flatten() {
                    let key = effect.as_str().unwrap_or_default();
                    unless(
                        value["entities"].get(key).is_some(),
                        "effects are keys of entities",
                    );
                }
            }
        }
        "delta" => {
            let error = &value["error"];
            unless(
                error.is_null() || error["message"] == value["message"],
                "`message` equals `error.message`",
            );
            unless(
                unique(&names(&value["actionsAdded"])),
                "an action is added once",
            );
        }
        _ => {}
    }
    faults
}

/// Judges an answer by what was asked.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    let value: Value = reply.value();
    let document = match (method, path) {
        (_, "/.well-known/affordances.json") => "site-index",
        ("GET", _) if reply.status.is_success() => "graph",
        _ => "delta",
    };
    let faults = faults(document, &value);
    assert!(
        faults.is_empty(),
        "{method} {path}: {document} {faults:#?}\n{value:#}"
    );
}
