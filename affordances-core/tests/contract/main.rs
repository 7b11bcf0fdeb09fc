//! Pairs of contracts: what each pair must be called, and in which words.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use affordances_core::contract::{Contract, Severity};
use serde_json::{Value, json};

mod alternatives;
mod documents;
mod inputs;
mod outputs;
mod references;
mod sites;
mod soundness;

/// A pair: a name for it, the older, the newer, and what must be found, each as
/// `severity place: what`.
type Pair<'p> = (&'p str, Value, Value, &'p [&'p str]);

/// A site of one page and one action, of which `change` makes more.
fn site(change: impl FnOnce(&mut Value)) -> Contract {
    let mut site = json!({
        "version": 1,
        "v": "0",
        "name": "Shop",
        "auth": ["cookie", "bearer"],
        "pages": { "cart": {
            "route": "/cart",
            "description": "What the visitor has chosen.",
            "entities": ["cart", "total"],
            "actions": { "add": {
                "description": "Put pieces in.",
                "expose": "session",
                "effects": ["cart"],
                "input": { "type": "object" },
                "output": { "type": "object" },
            } },
        } },
    });
    change(&mut site);
    Contract::parse(&site.to_string()).unwrap()
}

/// Everything that `new` does otherwise, a line each.
fn lines(old: &Contract, new: &Contract) -> Vec<String> {
    let changes = new.changes_since(old);
    let lines = changes.iter().map(|change| {
        let severity = match change.severity {
            Severity::Trivial => "trivial",
            Severity::Additive => "additive",
            Severity::Breaking => "breaking",
            _ => "unknown",
        };
        format!("{severity} {change}")
    });
    lines.collect()
}

/// Judges every pair as the schema of an action's input or output.
fn judge(which: &str, pairs: &[Pair<'_>]) {
    let schema = |schema: &Value| {
        site(|site| site["pages"]["cart"]["actions"]["add"][which] = schema.clone())
    };
    let place = format!("page `cart`, action `add`, {which}");
    let mut wrong = Vec::new();
    for (name, old, new, expected) in pairs {
        let found = lines(&schema(old), &schema(new));
        let found: Vec<_> = found
            .iter()
            .map(|line| line.replace(&place, which))
            .collect();
        if found != *expected {
            wrong.push(format!(
                "{name}:\n  expected {expected:#?}\n  found {found:#?}"
            ));
        }
        assert_eq!(lines(&schema(new), &schema(new)), [""; 0], "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same change in both directions of values: one line for the input, one for
/// the output.
fn judge_both(pairs: &[(&str, Value, Value, [&str; 2])]) {
    for (number, which) in ["input", "output"].into_iter().enumerate() {
        let of_one = pairs.iter().map(|(name, old, new, expected)| {
            let expected = &expected[number..=number];
            (*name, old.clone(), new.clone(), expected)
        });
        judge(which, &of_one.collect::<Vec<_>>());
    }
}

/// An object of these members that lets in no other.
fn closed(properties: Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// An object of these members that lets others in.
fn open(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}
