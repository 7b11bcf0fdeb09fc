//! Shapes of types, and what their published schemas say of values: for each,
//! the schemas themselves, values that are accepted, and values that are not.
//!
//! Three judges are asked of every value: our validator, `jsonschema` with the
//! same schema, and serde. What is accepted must be read, and what is written
//! must fit; where serde reads more than its schema allows, the row says so.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod case;
mod collections;
mod enums;
mod flattened;
mod generator;
mod identity;
mod numbers;
mod objects;
mod property;
mod refused;
mod standard;

use case::Case;

/// Every row of the table.
fn table() -> Vec<Case> {
    [
        numbers::cases(),
        objects::cases(),
        enums::cases(),
        flattened::cases(),
        collections::cases(),
        standard::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn the_table_has_a_row_for_each_shape() {
    let names: std::collections::BTreeSet<_> = table().iter().map(|case| case.name).collect();
    assert_eq!(names.len(), table().len(), "two rows have one name");
    assert!(names.len() >= 60, "{}", names.len());
}

#[test]
fn values_are_judged_alike_by_the_schema_the_other_validator_and_serde() {
    for case in table() {
        case.check();
    }
}

#[test]
fn the_schemas_are_as_they_were_published() {
    case::compare_with_published(&table());
}
