//! A145: every Affordances document of the whole run against the hand-written
//! schemas in `tests/spec-schemas/`, and against what no schema can say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::Reply;

/// The validators of the documents, by the name of their file.
static DOCUMENTS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec-schemas");
    let mut all = serde_json::Map::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            all.insert(name, serde_json::from_str(&text).unwrap());
        }
    }
    ["graph", "delta", "site-index", "call"]
        .into_iter()
        .map(|document| {
            // One schema that embeds all under their `$id`s and points at one.
            let bundle = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$ref": all[document]["$id"],
                "$defs": all,
            });
            (document, jsonschema::options().build(&bundle).unwrap())
        })
        .collect()
});

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
