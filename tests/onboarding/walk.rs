//! A client that uses nothing but the descriptor walks both flows.

use serde_json::{Map, Value, json};

use crate::support::{ACCESS, BASE, Client, on_both_stores};

/// Makes a value that a schema admits, from the schema alone.
fn make(schema: &Value, root: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').unwrap();
        return make(root.pointer(pointer).unwrap(), root);
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    if let Some(variants) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return make(&variants[0], root);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str(),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let members = required.map(|name| {
                let name = name.as_str().unwrap();
                (name.to_owned(), make(&schema["properties"][name], root))
            });
            Value::Object(members.collect::<Map<_, _>>())
        }
        Some("string") => {
            json!("x".repeat(usize::try_from(schema["minLength"].as_u64().unwrap_or(1)).unwrap()))
        }
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        _ => json!({}),
    }
}

fn path(url: &Value) -> &str {
    url.as_str().unwrap().strip_prefix(BASE).unwrap()
}

/// From the descriptor's URL to a flow that is done.
async fn walk(client: &Client, descriptor: &str) -> usize {
    let descriptor = client.get(descriptor).await.ok();
    assert_eq!(descriptor["aboard"], "0.2");
    let known = match descriptor["auth"]["required"].as_bool().unwrap() {
        true => client.bearer(ACCESS),
        false => client.clone(),
    };
    let created = known
        .post_nothing(path(&descriptor["session_endpoint"]))
        .await
        .ok();
    let client = client.bearer(created["sessionToken"].as_str().unwrap());
    let mut next = created["next"].clone();
    let mut calls = 0;
    while let Some(id) = next.as_str() {
        let steps = descriptor["steps"].as_array().unwrap();
        let step = steps.iter().find(|step| step["id"] == id).unwrap();
        let schema = &step["input_schema"];
        let body = if schema.is_null() {
            json!({})
        } else {
            make(schema, schema)
        };
        let answer = client.post(path(&step["endpoint"]), &body).await.ok();
        let output = &step["output_schema"];
        if !output.is_null() {
            assert!(jsonschema::is_valid(output, &answer["output"]), "{answer}");
        }
        calls += 1;
        next = answer["next"].clone();
        if next.is_null() {
            assert_eq!(answer["progress"]["completed"], answer["progress"]["total"]);
        }
    }
    calls
}

on_both_stores! {
    async fn b28_a_client_walks_both_flows_by_their_descriptors(on) {
        let at = "/.well-known/agent-onboarding";
        assert_eq!(walk(&on.client, at).await, 6);
        assert_eq!(walk(&on.client, &format!("{at}/mini.json")).await, 1);
    }
}
