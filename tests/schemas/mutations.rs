//! A document made wrong, or other, in every small way.

use serde_json::{Map, Value, json};

/// What each value of a document is replaced by.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(7),
        json!(""),
        json!(" "),
        json!("two words"),
        json!("a\nb"),
        json!("/a/../b"),
        json!("//host/path"),
        json!("/a\\b"),
        json!("https://acme.example/{id}/x"),
        json!("https://acme.example/x"),
        json!("#/$defs/X"),
        json!("[slug]"),
        json!("/[slug]/[...rest]/more"),
        json!("~2"),
        json!([]),
        json!({}),
    ];
    match value {
        Value::String(text) => {
            others.push(format!("{text}x").into());
            others.push(format!(" {text}").into());
            others.push(text.to_uppercase().into());
            others.push(text.replace('.', "/").into());
        }
        Value::Array(items) => {
            // Twice the same, and one of another kind.
            others.push(items.iter().chain(items).cloned().collect());
            others.push(items.iter().cloned().chain([json!(1)]).collect());
            others.push(items.iter().skip(1).cloned().collect());
        }
        Value::Object(members) => {
            let more = |name: &str, value: Value| {
                let mut more: Map<String, Value> = members.clone();
                more.insert(name.to_owned(), value);
                Value::Object(more)
            };
            // Members that only some objects know, and one that none does.
            for name in [
                "available",
                "reason",
                "error",
                "output",
                "stepId",
                "missing",
                "readOnly",
            ] {
                if !members.contains_key(name) {
                    others.push(more(name, json!("x")));
                    others.push(more(name, json!(true)));
                    others.push(more(name, Value::Null));
                }
            }
            others.push(more("laterMember", json!({ "any": 1 })));
            others.push(more("$ref", json!("https://elsewhere.example/schema")));
            others.push(more("type", json!("strange")));
            for name in members.keys() {
                let mut less = members.clone();
                less.remove(name);
                others.push(Value::Object(less));
            }
        }
        _ => {}
    }
    others
}

/// Every document that differs from this one at one place.
pub(crate) fn mutations(document: &Value) -> Vec<Value> {
    let mut all = others(document);
    match document {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                all.extend(mutations(item).into_iter().map(|other| {
                    let mut items = items.clone();
                    items[at] = other;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                all.extend(mutations(value).into_iter().map(|other| {
                    let mut members = members.clone();
                    members.insert(name.clone(), other);
                    Value::Object(members)
                }));
            }
        }
        _ => {}
    }
    all
}
