//! Every place of a document, with the JSON Pointer that leads there.

use serde_json::Value;

/// Shows each value, those around before those within.
pub(super) fn visit(document: &Value, show: &mut impl FnMut(&str, &Value)) {
    within(document, &mut String::new(), show);
}

fn within(value: &Value, at: &mut String, show: &mut impl FnMut(&str, &Value)) {
    show(at, value);
    let length = at.len();
    let mut step = |step: &str, child: &Value| {
        at.push('/');
        at.push_str(step);
        within(child, at, show);
        at.truncate(length);
    };
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                step(&crate::schema::escaped(name), member);
            }
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                step(&n.to_string(), item);
            }
        }
        _ => {}
    }
}
