//! The validator against the JSON-Schema-Test-Suite, draft 2020-12: formats
//! asserted, and all the files but those about several documents
//! (`anchor`, `dynamicRef`, `refRemote`, `vocabulary`, …).

use std::fs;
use std::path::{Path, PathBuf};

use affordances_core::schema::{Direction, Validator};
use serde_json::Value;

fn files() -> std::io::Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/json-schema-test-suite");
    let mut files = Vec::new();
    for folder in ["", "optional", "optional/format"] {
        for entry in fs::read_dir(root.join(folder))? {
            files.push(entry?.path());
        }
    }
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort();
    Ok(files)
}

/// A schema that refers outside itself is none that is published.
fn is_of_several_documents(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members
                .iter()
                .any(|(name, value)| match (name.as_str(), value) {
                    ("$id" | "$anchor" | "$dynamicRef", Value::String(_)) => true,
                    ("$ref", Value::String(to)) => !to.starts_with('#'),
                    (_, value) => is_of_several_documents(value),
                })
        }
        Value::Array(items) => items.iter().any(is_of_several_documents),
        _ => false,
    }
}

#[test]
fn the_suite_passes_but_for_schemas_of_several_documents() {
    let (mut passed, mut of_several) = (0, 0);
    let mut wrong = Vec::new();
    for file in files().unwrap() {
        let groups: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        for group in groups.as_array().unwrap() {
            let at = format!("{}: {}", file.display(), group["description"]);
            let validator = match Validator::new(&group["schema"], Direction::Input) {
                Ok(validator) => validator,
                Err(_) if is_of_several_documents(&group["schema"]) => {
                    of_several += 1;
                    continue;
                }
                Err(faults) => {
                    wrong.push(format!("{at} is refused: {faults:?}"));
                    continue;
                }
            };
            for test in group["tests"].as_array().unwrap() {
                let data = &test["data"];
                let valid = test["valid"].as_bool().unwrap();
                if validator.fits(data) == valid && validator.issues(data).is_empty() == valid {
                    passed += 1;
                } else {
                    wrong.push(format!("{at}: {} {data}", test["description"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(passed >= 1486 && of_several <= 24, "{passed} {of_several}");
}
