//! The contract test: what it writes, what it lets through, what it says.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use affordances::testing::Contract;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::documents::{one, two};

/// A folder with the contract of the site, as `change` has made it.
fn committed(change: impl Fn(&mut Value)) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contract.json");
    Contract::of(&one::SITE).bless(&path).unwrap();
    let mut contract: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut contract);
    fs::write(&path, contract.to_string()).unwrap();
    (folder, path)
}

fn action<'c>(contract: &'c mut Value, name: &str) -> &'c mut Value {
    &mut contract["pages"]["cart"]["actions"][name]
}

/// As if the site had had another maximum.
fn more_was_allowed(contract: &mut Value) {
    action(contract, "add")["input"]["properties"]["quantity"]["maximum"] = json!(20);
}

/// As if the site had had an action less.
fn there_was_no_clear(contract: &mut Value) {
    let actions = contract["pages"]["cart"]["actions"].as_object_mut();
    actions.unwrap().remove("clear").unwrap();
}

#[test]
fn a65_a_contract_holds_what_is_promised() {
    let (_folder, path) = committed(|_| {});
    let mut contract: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(contract["version"], 1);
    assert_eq!(contract["pages"]["cart"]["route"], "/cart");
    assert_eq!(contract["pages"]["cart"]["entities"], json!(["pieces"]));
    let actions = contract["pages"]["cart"]["actions"].as_object().unwrap();
    let names: Vec<_> = actions.keys().collect();
    // Those that some may not know about too; not those that are not exposed.
    assert_eq!(names, ["add", "audit", "clear"]);
    assert_eq!(action(&mut contract, "audit")["hidden"], true);
    let add = action(&mut contract, "add");
    assert_eq!(add["expose"], "public");
    assert_eq!(add["input"]["properties"]["quantity"]["maximum"], 10);
    assert_eq!(add["output"]["type"], "integer");
}

#[test]
fn moving_functions_changes_no_byte_of_a_contract() {
    let folder = tempfile::tempdir().unwrap();
    let text = |contract: Contract, name: &str| {
        contract.bless(&folder.path().join(name)).unwrap();
        fs::read(folder.path().join(name)).unwrap()
    };
    assert_eq!(
        text(Contract::of(&one::SITE), "new/folder/one.json"),
        text(Contract::of(&two::SITE), "two.json")
    );
}

#[test]
fn a65_a_missing_file_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contract.json");
    let why = Contract::of(&one::SITE).compare(&path).unwrap_err();
    assert!(
        why.ends_with("contract.json is missing: run the test with BLESS=1, and commit the file")
    );
    assert!(!path.exists());
}

#[test]
fn a65_the_same_passes_and_is_not_written_again() {
    // Written by hand, in one line.
    let (_folder, path) = committed(|_| {});
    let before = fs::read(&path).unwrap();
    Contract::of(&one::SITE).compare(&path).unwrap();
    Contract::of(&one::SITE).check(&path);
    Contract::of(&one::SITE).bless(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a65_what_is_added_is_to_be_written_down() {
    let (_folder, path) = committed(there_was_no_clear);
    let contract = Contract::of(&one::SITE);
    let why = contract.compare(&path).unwrap_err();
    assert!(
        why.ends_with(
            "1 additive change:\n  \
               - page `cart`, action `clear`: is new, with `expose = \"public\"`\n\
             run the test with BLESS=1, and commit the file"
        ),
        "{why}"
    );
    contract.bless(&path).unwrap();
    contract.compare(&path).unwrap();
}

#[test]
fn a65_what_breaks_is_neither_let_through_nor_written() {
    let (_folder, path) = committed(more_was_allowed);
    let before = fs::read(&path).unwrap();
    let contract = Contract::of(&one::SITE);
    let change = "1 breaking change:\n  \
        - page `cart`, action `add`, input `/quantity`: `maximum` is 10 and was 20\n";
    let advice = "callers of version 1 may fail: take the breaking changes back, or raise the \
        version in the test, `.version(2)`, and run it with BLESS=1";
    for why in [
        contract.compare(&path).unwrap_err(),
        contract.bless(&path).unwrap_err(),
    ] {
        assert!(why.ends_with(&format!("{change}{advice}")), "{why}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);

    let panic = catch_unwind(AssertUnwindSafe(|| contract.check(&path))).unwrap_err();
    let said = panic.downcast_ref::<String>().unwrap();
    assert!(said.contains("`maximum` is 10 and was 20"), "{said}");
}

#[test]
fn a65_a_raised_version_lets_what_breaks_be_written() {
    let (_folder, path) = committed(more_was_allowed);
    let contract = Contract::of(&one::SITE).version(2);
    // Not before it is written down.
    let why = contract.compare(&path).unwrap_err();
    assert!(
        why.contains("version 2, and version 1 in the file\n1 breaking change"),
        "{why}"
    );
    assert!(
        why.ends_with("run the test with BLESS=1, and commit the file"),
        "{why}"
    );
    contract.bless(&path).unwrap();
    contract.compare(&path).unwrap();
    // And from then on the version stays.
    let lowered = Contract::of(&one::SITE).compare(&path).unwrap_err();
    assert!(
        lowered.ends_with("the version is 1, and the file's is 2: it must not be lowered"),
        "{lowered}"
    );
}

#[test]
fn a_file_that_is_no_contract_is_told_and_kept() {
    let (_folder, path) = committed(|contract| *contract = json!([]));
    let contract = Contract::of(&one::SITE);
    for why in [
        contract.compare(&path).unwrap_err(),
        contract.bless(&path).unwrap_err(),
    ] {
        assert!(why.contains("this is no contract"), "{why}");
        assert!(why.ends_with("restore the file, or delete it and run the test with BLESS=1"));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "[]");
}

#[test]
fn a111_an_output_is_held_against_the_published_schema() {
    let contract = Contract::of(&one::SITE);
    contract.check_output("cart", "add", &3_u32);
    let said = |page: &str, output: Value| {
        let check = AssertUnwindSafe(|| drop(contract.check_output(page, "add", &output).clone()));
        let panic = catch_unwind(check).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    assert_eq!(
        said("cart", json!("three")),
        "the output of action `add` of page `cart` violates its own schema: it must be of type integer"
    );
    assert_eq!(
        said("basket", json!(3)),
        "the contract has no action `add` of page `basket`"
    );
}
