//! The files, and whether what is committed is what is generated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use ::affordances::aboard::protocol as aboard;
use ::affordances::protocol as affordances;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas")
}

/// Who writes a document: what a server sends has all that it always sends, what a
/// client sends may leave out what has a default.
#[derive(Clone, Copy)]
enum By {
    Server,
    Client,
}

/// Every document of both protocols, by the path of its file without the ending.
pub(crate) fn generated() -> BTreeMap<&'static str, Value> {
    use By::{Client, Server};
    BTreeMap::from([
        of::<affordances::Graph>("affordances/graph", Server),
        of::<affordances::Call>("affordances/call", Client),
        of::<affordances::Delta>("affordances/delta", Server),
        of::<affordances::SiteIndex>("affordances/site-index", Server),
        of::<affordances::ActionDescriptor>("affordances/action-descriptor", Server),
        of::<affordances::ActionSummary>("affordances/action-summary", Server),
        of::<affordances::PublishedSchema>("affordances/published-schema", Server),
        of::<aboard::Descriptor>("aboard/descriptor", Server),
        of::<aboard::CreateSession>("aboard/create-session", Client),
        of::<aboard::SessionCreated>("aboard/session-created", Server),
        of::<aboard::StepSuccess>("aboard/step-success", Server),
        of::<aboard::StepFailed>("aboard/step-failed", Server),
        of::<aboard::ErrorBody>("aboard/error", Server),
        of::<aboard::Revoked>("aboard/revoked", Server),
        of::<aboard::Event>("aboard/event", Server),
        of::<aboard::Notification>("aboard/notification", Server),
        of::<aboard::SessionView>("aboard/session", Server),
        of::<aboard::SessionList>("aboard/session-list", Server),
    ])
}

fn of<T: JsonSchema>(path: &'static str, by: By) -> (&'static str, Value) {
    let settings = SchemaSettings::draft2020_12().with_transform(Portable);
    let settings = match by {
        By::Server => settings.for_serialize(),
        By::Client => settings.for_deserialize(),
    };
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let id = format!("{REPOSITORY}/blob/main/schemas/{path}.json");
    schema.insert("$id".to_owned(), id.into());
    (path, schema.to_value())
}

/// Takes off what only Rust knows, such as the format `uint32`.
#[derive(Clone)]
struct Portable;

impl Transform for Portable {
    fn transform(&mut self, schema: &mut Schema) {
        let format = schema.get("format").and_then(Value::as_str);
        if format.is_some_and(|format| format.starts_with("uint")) {
            schema.remove("format");
        }
        transform_subschemas(self, schema);
    }
}

#[test]
fn the_committed_schemas_are_those_of_the_types() {
    let bless = env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for (path, schema) in generated() {
        let file = folder().join(path).with_extension("json");
        let committed = fs::read_to_string(&file).unwrap_or_default();
        if serde_json::from_str(&committed).is_ok_and(|committed: Value| committed == schema) {
            continue;
        }
        if bless {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, format!("{schema:#}\n")).unwrap();
        } else {
            wrong.push(format!("schemas/{path}.json"));
        }
    }
    assert!(
        wrong.is_empty(),
        "not what the types say: {wrong:#?}\nwrite them with\n  \
         BLESS=1 cargo test --all-features --test schemas\nand read what has changed"
    );
    let known: BTreeSet<_> = generated().into_keys().collect();
    for protocol in ["affordances", "aboard"] {
        for name in crate::yardstick::files(&folder().join(protocol)).into_keys() {
            let path = format!("{protocol}/{name}");
            assert!(
                known.contains(path.as_str()),
                "schemas/{path}.json is of no type"
            );
        }
    }
}

#[test]
fn every_schema_is_valid_under_its_meta_schema() {
    for (path, schema) in generated() {
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(schema["description"].is_string(), "{path} says what it is");
    }
}
