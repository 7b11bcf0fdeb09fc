//! The generated schemas and the hand-written ones say the same: each accepts exactly
//! what the other does, on documents of every kind and on each of their mutations.

use std::collections::BTreeSet;

use crate::documents::documents;
use crate::generate::generated;
use crate::mutations::mutations;
use crate::yardstick::{files, folder, validators};

/// Hand-written schemas that are no documents: what documents have in common.
const PARTS: [&str; 2] = ["affordances/action", "aboard/common"];

#[test]
fn the_generated_schemas_say_what_the_hand_written_ones_say() {
    let documents = documents();
    let (mut accepted, mut refused) = (0, 0);
    let mut differences = Vec::new();
    for protocol in ["affordances", "aboard"] {
        let by_hand = validators(protocol);
        for (path, schema) in generated() {
            let Some(name) = path
                .strip_prefix(protocol)
                .and_then(|rest| rest.strip_prefix('/'))
            else {
                continue;
            };
            let ours = jsonschema::options().build(&schema).unwrap();
            let theirs = &by_hand[name];
            assert!(!documents[path].is_empty(), "{path} has no documents");
            for document in &documents[path] {
                assert!(theirs.is_valid(document), "{path}, by hand: {document}");
                for document in mutations(document).iter().chain([document]) {
                    match (ours.is_valid(document), theirs.is_valid(document)) {
                        (true, true) => accepted += 1,
                        (false, false) => refused += 1,
                        (ours, _) => {
                            let who = if ours { "generated" } else { "hand-written" };
                            differences
                                .push(format!("{path}: only the {who} one takes {document}"));
                        }
                    }
                }
            }
        }
    }
    assert!(
        differences.is_empty(),
        "{} differences: {:#?}",
        differences.len(),
        &differences[..differences.len().min(12)]
    );
    // Enough of either to mean something.
    assert!(
        accepted > 500 && refused > 3000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn every_hand_written_schema_has_its_generated_one() {
    let ours: BTreeSet<_> = generated().into_keys().map(str::to_owned).collect();
    let mut theirs = BTreeSet::new();
    for protocol in ["affordances", "aboard"] {
        let names = files(&folder(protocol)).into_keys();
        theirs.extend(names.map(|name| format!("{protocol}/{name}")));
    }
    for part in PARTS {
        assert!(theirs.remove(part), "{part}");
    }
    assert_eq!(ours, theirs);
}
