//! Random values near a schema: such as fit it, and such as nearly do.
//!
//! Written apart from the library's own samples, so that the property does not
//! ask the validator about itself. Each choice takes bytes from a list that
//! proptest makes, and so shrinks.

use serde_json::{Map, Number, Value, json};

/// Choices, until they are used up; then the first of each.
pub(crate) struct Choices<'c>(pub(crate) std::slice::Iter<'c, u8>);

impl Choices<'_> {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let byte = self.0.next().copied().unwrap_or(0);
        usize::from(byte) % count.max(1)
    }

    fn of<'v, T>(&mut self, all: &'v [T]) -> Option<&'v T> {
        all.get(self.below(all.len()))
    }
}

const TEXTS: &[&str] = &[
    "",
    "a",
    "text",
    "ab",
    "AB-1",
    "é",
    "0",
    "1",
    "255",
    "256",
    "-1",
    "-0",
    "01",
    "18446744073709551615",
    "127.0.0.1",
    "::1",
    "2024-02-29",
    "2023-02-29",
    "2024-02-29T12:30:00Z",
    "2024-02-29T12:30:00",
    "12:30:00",
    "PT1H",
    "https://a.example/",
    "67e55044-10b1-426f-9247-bb680e5fe0c8",
    "joe@a.example",
    "true",
    "null",
    "small",
    "Mon",
    "kind",
    "a/b~c",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1.0",
    "2.0",
    "-3.0",
    "255.0",
    "256.0",
    "1e18",
    "1e19",
    "1e20",
    "0.5",
    "1e300",
    "-1e39",
];

fn number(choices: &mut Choices<'_>) -> Value {
    let text = choices.of(NUMBERS).copied().unwrap_or("0");
    serde_json::from_str(text).unwrap()
}

fn text(choices: &mut Choices<'_>) -> String {
    choices.of(TEXTS).copied().unwrap_or_default().to_owned()
}

/// Any JSON, not deep.
fn anything(choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        0 => Value::Null,
        1 => json!(choices.below(2) == 0),
        2 | 3 => number(choices),
        4 | 5 => text(choices).into(),
        6 => json!([number(choices)]),
        _ => json!({ text(choices): number(choices) }),
    }
}

/// A value as the schema describes it, as far as that is easily followed.
pub(crate) fn near(
    document: &Value,
    schema: &Value,
    choices: &mut Choices<'_>,
    depth: usize,
) -> Value {
    if depth > 6 {
        return anything(choices);
    }
    let Value::Object(keywords) = schema else {
        return anything(choices);
    };
    if let Some(target) = keywords.get("$ref").and_then(Value::as_str) {
        let target = document.pointer(target.trim_start_matches('#')).unwrap();
        let referred = near(document, target, choices, depth + 1);
        return merged(referred, own(document, keywords, choices, depth));
    }
    let mut value = own(document, keywords, choices, depth);
    for combinator in ["oneOf", "anyOf"] {
        if let Some(branch) = keywords
            .get(combinator)
            .and_then(Value::as_array)
            .and_then(|all| choices.of(all))
        {
            value = Some(merged(near(document, branch, choices, depth + 1), value));
        }
    }
    for part in keywords
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        value = Some(merged(near(document, part, choices, depth + 1), value));
    }
    value.unwrap_or_else(|| anything(choices))
}

/// What of an object is said here and there is there.
fn merged(value: Value, also: Option<Value>) -> Value {
    match (value, also) {
        (Value::Object(mut members), Some(Value::Object(more))) => {
            members.extend(more);
            Value::Object(members)
        }
        (value, _) => value,
    }
}

/// What the keywords of this schema itself ask for.
fn own(
    document: &Value,
    keywords: &Map<String, Value>,
    choices: &mut Choices<'_>,
    depth: usize,
) -> Option<Value> {
    if let Some(constant) = keywords.get("const") {
        return Some(constant.clone());
    }
    if let Some(options) = keywords.get("enum").and_then(Value::as_array) {
        return choices.of(options).cloned();
    }
    let json_type = match keywords.get("type")? {
        Value::Array(types) => choices.of(types)?.as_str()?,
        only => only.as_str()?,
    };
    Some(match json_type {
        "null" => Value::Null,
        "boolean" => json!(choices.below(2) == 0),
        "integer" | "number" => {
            let limits = ["minimum", "maximum"]
                .map(|limit| keywords.get(limit).and_then(Value::as_number).cloned());
            match (choices.below(4), limits) {
                (0, [Some(limit), _]) | (1, [_, Some(limit)]) => Value::Number(limit),
                _ => number(choices),
            }
        }
        "string" => text(choices).into(),
        "array" => {
            let mut items = Vec::new();
            let prefix = keywords.get("prefixItems").and_then(Value::as_array);
            for schema in prefix.into_iter().flatten() {
                items.push(near(document, schema, choices, depth + 1));
            }
            if let Some(schema) = keywords.get("items") {
                let least = keywords
                    .get("minItems")
                    .and_then(Value::as_u64)
                    .unwrap_or(0);
                for _ in 0..usize::try_from(least).unwrap() + choices.below(3) {
                    items.push(near(document, schema, choices, depth + 1));
                }
                if let Some(most) = keywords.get("maxItems").and_then(Value::as_u64) {
                    items.truncate(usize::try_from(most).unwrap());
                }
            }
            Value::Array(items)
        }
        _ => {
            let mut members = Map::new();
            let required = keywords.get("required").and_then(Value::as_array);
            let is_required = |name: &str| {
                required.is_some_and(|names| names.iter().any(|required| required == name))
            };
            for (name, schema) in keywords
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                if is_required(name) || choices.below(2) == 0 {
                    members.insert(name.clone(), near(document, schema, choices, depth + 1));
                }
            }
            for (_, schema) in keywords
                .get("patternProperties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                members.insert(text(choices), near(document, schema, choices, depth + 1));
            }
            match keywords.get("additionalProperties") {
                Some(Value::Bool(false)) => {}
                Some(schema) => {
                    for _ in 0..choices.below(3) {
                        members.insert(text(choices), near(document, schema, choices, depth + 1));
                    }
                }
                None if choices.below(4) == 0 => {
                    members.insert(text(choices), anything(choices));
                }
                None => {}
            }
            Value::Object(members)
        }
    })
}

/// The same value with a few things changed somewhere in it.
pub(crate) fn mutated(mut value: Value, choices: &mut Choices<'_>) -> Value {
    for _ in 0..choices.below(3) {
        let mut places = Vec::new();
        collect(&value, &mut String::new(), &mut places);
        let Some(place) = choices.of(&places).cloned() else {
            break;
        };
        if let Some(part) = value.pointer_mut(&place) {
            mutate(part, choices);
        }
    }
    value
}

fn collect(value: &Value, at: &mut String, places: &mut Vec<String>) {
    places.push(at.clone());
    let length = at.len();
    let mut visit = |step: &str, child: &Value| {
        at.push('/');
        at.push_str(step);
        collect(child, at, places);
        at.truncate(length);
    };
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(n, item)| visit(&n.to_string(), item)),
        Value::Object(members) => members
            .iter()
            .for_each(|(name, member)| visit(&name.replace('~', "~0").replace('/', "~1"), member)),
        _ => {}
    }
}

fn mutate(part: &mut Value, choices: &mut Choices<'_>) {
    match (part, choices.below(4)) {
        (Value::Object(members), 0) => {
            members.insert(text(choices), anything(choices));
        }
        (Value::Object(members), 1) => {
            let names: Vec<String> = members.keys().cloned().collect();
            if let Some(name) = choices.of(&names) {
                members.remove(name);
            }
        }
        (Value::Array(items), 0) => items.push(anything(choices)),
        (Value::Array(items), 1) => {
            items.pop();
        }
        (Value::Number(number), 0) => {
            // Written as a float, the least `i64` counts as an integer below it,
            // for such integers arrive as this float.
            let float = number.as_f64().filter(|float| *float > -9.2e18);
            if let Some(float) = float.and_then(Number::from_f64) {
                *number = float;
            }
        }
        (part, _) => *part = anything(choices),
    }
}
