//! The document of a contract, and the list of changes as people read it.

use affordances_core::contract::{Contract, Severity};
use serde_json::{Value, json};

use crate::site;

#[test]
fn a_contract_is_read_as_it_was_written() {
    let contract = site(|_| {}).version(3);
    let text = contract.text();
    assert!(
        text.starts_with("{\n  \"version\": 3,\n") && text.ends_with("}\n"),
        "{text}"
    );
    let read = Contract::parse(&text).unwrap();
    assert_eq!(read, contract);
    assert_eq!(read.current_version(), 3);
    assert_eq!(read.text(), text);
}

#[test]
fn the_order_of_members_is_that_of_their_names() {
    let text = |input: &str| {
        let page = format!(
            r#"{{"version": 1, "v": "0", "name": "", "auth": [], "pages": {{ "p": {{
                "route": "/", "description": "", "entities": [], "actions": {{ "a": {{
                "description": "", "expose": "public", "input": {input} }} }} }} }} }}"#
        );
        Contract::parse(&page).unwrap().text()
    };
    let one = text(r#"{ "type": "object", "properties": { "b": {}, "a": {} } }"#);
    assert_eq!(
        one,
        text(r#"{ "properties": { "a": {}, "b": {} }, "type": "object" }"#)
    );
}

#[test]
fn what_is_no_contract_is_refused_with_its_place() {
    let refusal = |text: &str| Contract::parse(text).unwrap_err().to_string();
    assert!(refusal("").starts_with("this is no contract: EOF"));
    let text = site(|_| {}).text().replace("\"expose\"", "\"exposed\"");
    let refused = refusal(&text);
    assert!(refused.contains("unknown field `exposed`"), "{refused}");
    assert!(refused.contains("line "), "{refused}");
}

#[test]
fn changes_are_listed_the_worst_first() {
    let old = site(|_| {});
    let new = site(|s| {
        s["name"] = json!("Store");
        s["auth"] = json!(["bearer"]);
        let action: &mut Value = &mut s["pages"]["cart"]["actions"]["add"];
        action["expose"] = json!("public");
        action["output"] = json!({ "type": "string" });
    });
    let changes = new.changes_since(&old);
    assert_eq!(changes.severity(), Some(Severity::Breaking));
    assert_eq!(
        changes.to_string(),
        "2 breaking changes:\n  \
           - the site: callers can no longer authenticate by `cookie`\n  \
           - page `cart`, action `add`, output: sent now: texts\n\
         2 additive changes:\n  \
           - page `cart`, action `add`: `expose` is \"public\" and was \"session\"\n  \
           - page `cart`, action `add`, output: no longer sent: objects\n\
         1 trivial change:\n  \
           - the site: is called \"Store\" and was \"Shop\"\n"
    );
    assert_eq!(old.changes_since(&old).severity(), None);
    assert_eq!(old.changes_since(&old).to_string(), "");
}

#[test]
fn a111_an_output_is_held_against_the_contract() {
    let contract = site(|s| {
        s["pages"]["cart"]["actions"]["add"]["output"] = json!({
            "type": "object",
            "properties": { "pieces": { "type": "integer", "maximum": 10 } },
            "required": ["pieces"],
        });
    });
    let fault = |output: Value| contract.output_fault("cart", "add", &output).unwrap();
    assert_eq!(fault(json!({ "pieces": 10 })), None);
    let words = fault(json!({ "pieces": 11 })).unwrap();
    assert_eq!(words, "`/pieces` must be at most 10");
    let unknown = contract
        .output_fault("cart", "put", &json!(null))
        .unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "the contract has no action `put` of page `cart`"
    );
}
