//! The property: a value is accepted exactly if it is valid against the
//! published schema, what is accepted is read, and what is then written fits.
//!
//! Seconds as it stands; `PROPTEST_CASES=20000` looks longer.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::case::Case;
use crate::generator::{Choices, mutated, near};

fn judge(case: &Case, value: &Value) -> Result<bool, TestCaseError> {
    let Case { name, input, .. } = case;
    let fits = case.validator.fits(value);
    prop_assert_eq!(
        fits,
        case.validator.issues(value).is_empty(),
        "{} issues of {}",
        name,
        value
    );
    prop_assert_eq!(
        fits,
        case.judge.is_valid(value),
        "{}: jsonschema on {} {:#}",
        name,
        value,
        input
    );
    match case.read(value) {
        Ok(written) if fits => {
            let issues = written.as_ref().map(|written| case.written.issues(written));
            let issues = issues.unwrap_or_default();
            prop_assert!(
                issues.is_empty(),
                "{} writes {:?}: {:?}",
                name,
                written,
                issues
            );
        }
        Ok(_) => prop_assert!(
            case.reads_more(),
            "{} is read from {} {:#}",
            name,
            value,
            input
        ),
        Err(error) => prop_assert!(
            !fits,
            "{} is not read from {}: {} {:#}",
            name,
            value,
            error,
            input
        ),
    }
    Ok(fits)
}

/// A value near the schema; now and then one that the table knows to fit.
fn start(case: &Case, choices: &mut Choices<'_>) -> Value {
    match choices.below(4) {
        1 => case.accepted[choices.below(case.accepted.len())].clone(),
        _ => near(&case.input, &case.input, choices, 0),
    }
}

#[test]
fn a_value_is_accepted_exactly_if_it_is_valid_against_the_published_schema() {
    let cases: u32 = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(192);
    let mut exact = 0;
    for case in crate::table() {
        let (mut fitting, mut others) = (0, 0);
        let mut runner = TestRunner::new(Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        });
        let bytes = proptest::collection::vec(any::<u8>(), 0..64);
        let outcome = runner.run(&bytes, |bytes| {
            let mut choices = Choices(bytes.iter());
            let value = start(&case, &mut choices);
            judge(&case, &value)?;
            judge(&case, &mutated(value, &mut choices)).map(drop)
        });
        if let Err(error) = outcome {
            panic!("{}: {error}", case.name);
        }
        // The generator reaches both sides.
        let mut runner = TestRunner::deterministic();
        for _ in 0..200 {
            let bytes = bytes.new_tree(&mut runner).unwrap().current();
            let mut choices = Choices(bytes.iter());
            let value = start(&case, &mut choices);
            for value in [value.clone(), mutated(value, &mut choices)] {
                *(if case.validator.fits(&value) {
                    &mut fitting
                } else {
                    &mut others
                }) += 1;
            }
        }
        exact += usize::from(!case.reads_more());
        let all_fit = case.name == "anything";
        assert!(
            fitting > 5 && (others > 5 || all_fit),
            "{}: {fitting} fit, {others} do not",
            case.name
        );
    }
    assert!(exact >= 45, "{exact} rows say exactly what serde reads");
}
