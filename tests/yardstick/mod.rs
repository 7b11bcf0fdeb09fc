//! The hand-written schemas in `tests/spec-schemas/`, as validators: what the tests
//! over HTTP judge documents by, and what the generated schemas are compared with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The folder of one protocol's schemas.
pub(crate) fn folder(protocol: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/spec-schemas")
        .join(protocol)
}

/// The JSON files of a folder, by the name of the file.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Value> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = files.map(|file| file.unwrap().path());
    let json = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    json.map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_str(&text).unwrap())
    })
    .collect()
}

/// A validator for each schema of a protocol, by the name of its file.
pub(crate) fn validators(protocol: &str) -> BTreeMap<String, Validator> {
    // All of them under their `$id`s: they refer to each other.
    let mut all = Map::new();
    for protocol in ["affordances", "aboard"] {
        let files = files(&folder(protocol)).into_iter();
        all.extend(files.map(|(name, schema)| (format!("{protocol}-{name}"), schema)));
    }
    let names = files(&folder(protocol)).into_keys();
    names
        .map(|name| {
            let bundle = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$ref": all[&format!("{protocol}-{name}")]["$id"],
                "$defs": all,
            });
            (name, jsonschema::options().build(&bundle).unwrap())
        })
        .collect()
}
