//! Types of the standard library and of chrono whose `Deserialize` refuses what
//! the schema that schemars gives them allows.

use schemars::Schema;
use serde_json::{Map, Value, json};

/// The most nanoseconds of a duration: serde carries more over, which may
/// overflow.
const MOST_NANOS: u32 = 999_999_999;

/// Says in a document what serde says of them.
pub(super) fn close(document: &mut Value) {
    let root = document
        .get("title")
        .and_then(Value::as_str)
        .map(str::to_owned);
    if let (Some(name), Some(schema)) = (root, document.as_object_mut()) {
        close_one(&name, schema);
    }
    let definitions = document.get_mut("$defs").and_then(Value::as_object_mut);
    for (name, schema) in definitions.into_iter().flatten() {
        if let Some(schema) = schema.as_object_mut() {
            close_one(name, schema);
        }
    }
}

/// A definition by the name and the shape that schemars gives it; a type of the
/// app's own may bear the name.
fn close_one(name: &str, schema: &mut Map<String, Value>) {
    if name.starts_with("Duration") && has_members(schema, &["nanos", "secs"]) {
        bound(schema, "nanos", MOST_NANOS.into());
        schema.insert("additionalProperties".into(), false.into());
    } else if name.starts_with("SystemTime")
        && has_members(schema, &["nanos_since_epoch", "secs_since_epoch"])
    {
        bound(schema, "nanos_since_epoch", MOST_NANOS.into());
        // What the system's clock holds.
        bound(schema, "secs_since_epoch", i64::MAX.into());
        schema.insert("additionalProperties".into(), false.into());
    } else if name.starts_with("Range_of_") && has_members(schema, &["end", "start"]) {
        schema.insert("additionalProperties".into(), false.into());
    } else if ["Result_of_", "Bound_of_", "OsString"]
        .iter()
        .any(|known| name.starts_with(known))
    {
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for variant in variants
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
        {
            if variant.contains_key("properties") {
                variant.insert("additionalProperties".into(), json!(false));
            }
        }
    }
}

/// chrono's `TimeDelta`, which counts in milliseconds: a list of seconds and
/// nanoseconds, whose seconds schemars calls an `i64`.
pub(super) fn bound_time_delta(schema: &mut Schema) {
    const MOST_SECONDS: i64 = i64::MAX / 1000 - 1;
    let Some(Value::Array(items)) = schema.get_mut("prefixItems") else {
        return;
    };
    if let [Value::Object(seconds), nanos] = items.as_mut_slice()
        && seconds
            .get("format")
            .is_some_and(|format| format == "int64")
        && nanos == &json!({ "type": "integer", "minimum": 0, "exclusiveMaximum": 1_000_000_000 })
    {
        seconds.insert("minimum".into(), (-MOST_SECONDS).into());
        seconds.insert("maximum".into(), MOST_SECONDS.into());
    }
}

fn has_members(schema: &Map<String, Value>, names: &[&str]) -> bool {
    let members = schema.get("properties").and_then(Value::as_object);
    members.is_some_and(|members| {
        members.len() == names.len() && names.iter().all(|name| members.contains_key(*name))
    }) && !schema.contains_key("additionalProperties")
}

fn bound(schema: &mut Map<String, Value>, member: &str, most: Value) {
    if let Some(member) = schema
        .get_mut("properties")
        .and_then(|members| members.get_mut(member))
        .and_then(Value::as_object_mut)
    {
        member.insert("maximum".into(), most);
    }
}
