//! The documents on which the schemas are compared: the examples of the hand-written
//! ones, and what our types write.

use std::collections::BTreeMap;

use ::affordances::aboard::protocol as aboard;
use ::affordances::protocol as affordances;
use serde_json::{Value, json};

use crate::yardstick::{files, folder};

/// Documents of a kind, by the path of its schema.
pub(crate) fn documents() -> BTreeMap<String, Vec<Value>> {
    let mut all: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for protocol in ["affordances", "aboard"] {
        for (name, schema) in files(&folder(protocol)) {
            let examples = schema["examples"].as_array().cloned().unwrap_or_default();
            all.entry(format!("{protocol}/{name}"))
                .or_default()
                .extend(examples);
        }
    }
    for (path, document) in ours() {
        all.get_mut(path).unwrap().push(document);
    }
    all
}

/// Rich ones: every member is there, so that each can be made wrong.
fn ours() -> Vec<(&'static str, Value)> {
    let action = json!({
        "name": "addToCart", "description": "Add a variant.", "input": { "type": "object" },
        "output": { "$ref": "#/$defs/Cart", "$defs": { "Cart": { "type": "object" } } },
        "expose": "confirm", "guard": "a variant is in stock", "effects": ["cart"],
    });
    let mut unavailable = action.clone();
    unavailable["available"] = false.into();
    unavailable["reason"] = "Sold out".into();
    let mut read = action.clone();
    read["available"] = true.into();
    read["readOnly"] = true.into();
    read["effects"] = json!([]);
    let issue = json!({ "path": "/a~1b/0", "message": "must not exceed 10", "keyword": "maximum" });
    let principal = json!({ "subject": "user_123", "agentProvider": "anthropic" });
    let progress = json!({ "completed": 1, "total": 3 });
    let event = json!({
        "id": "0017", "sessionId": "0192", "type": "step.failed", "stepId": "auth",
        "data": { "attempt": 1 }, "at": 1_700_000_000_000_u64,
    });
    let step = json!({
        "id": "auth", "status": "completed", "attempts": 2, "stuck": true, "error": "Taken.",
        "output": { "id": 1 },
    });
    let session = json!({
        "sessionId": "0192", "slug": "default", "status": "abandoned", "principal": principal,
        "metadata": { "run": 7 }, "progress": progress, "steps": [step],
        "createdAt": 1_700_000_000_000_u64, "events": [event],
    });
    let documents = vec![
        ("affordances/action-descriptor", unavailable.clone()),
        ("affordances/action-descriptor", read.clone()),
        ("affordances/action-summary", action.clone()),
        (
            "affordances/graph",
            json!({
                "v": "0", "page": "/files/a/b", "route": "/files/[...path]",
                "entities": { "cart": { "items": [] } }, "actions": [unavailable, read],
                "nav": [{ "to": "/cart", "label": "Cart", "when": "something is in it" }],
                "md": "# Files",
            }),
        ),
        (
            "affordances/delta",
            json!({
                "ok": true, "changed": { "cart": {} }, "output": { "quantity": 2 },
                "actionsAdded": [unavailable], "actionsRemoved": ["checkOut"],
                "redirect": "/cart?a=1", "message": "Added.",
            }),
        ),
        (
            "affordances/delta",
            json!({
                "ok": false, "changed": {}, "message": "No.",
                "error": { "code": "invalid_input", "message": "No.", "issues": [issue] },
            }),
        ),
        (
            "affordances/site-index",
            json!({
                "v": "0", "name": "Shop",
                "routes": [{ "route": "/[slug]/[[...rest]]", "description": "All.", "actions": [action] }],
                "auth": ["cookie", "bearer"], "mcp": "/mcp",
            }),
        ),
        (
            "affordances/call",
            json!({ "action": "addToCart", "input": { "sku": "TEE" }, "confirm": true }),
        ),
        (
            "aboard/step-failed",
            json!({
                "ok": false, "status": "failed", "error": "input_invalid", "issues": [issue],
                "attempts": 2, "next": "auth", "reference": "e-17",
            }),
        ),
        (
            "aboard/error",
            json!({
                "error": "unmet_dependencies", "message": "Do these first.", "missing": ["auth"],
                "issues": [issue], "reference": "e-17",
            }),
        ),
        ("aboard/event", event.clone()),
        ("aboard/session", session.clone()),
        (
            "aboard/session-list",
            json!({ "sessions": [session], "nextCursor": "0191" }),
        ),
        (
            "aboard/notification",
            json!({
                "event": "agent.stuck", "sessionId": "0192", "stepId": "auth", "attempts": 3,
                "error": "Taken.", "principal": principal, "metadata": { "run": 7 },
            }),
        ),
    ];
    // What they say is what our types read and write.
    for (path, document) in &documents {
        assert_eq!(*document, through_its_type(path, document), "{path}");
    }
    documents
}

fn through_its_type(path: &str, document: &Value) -> Value {
    fn through<T: serde::Serialize + serde::de::DeserializeOwned>(document: &Value) -> Value {
        let read: T = serde_json::from_value(document.clone()).unwrap();
        serde_json::to_value(read).unwrap()
    }
    match path {
        "affordances/action-descriptor" => through::<affordances::ActionDescriptor>(document),
        "affordances/action-summary" => through::<affordances::ActionSummary>(document),
        "affordances/graph" => through::<affordances::Graph>(document),
        "affordances/delta" => through::<affordances::Delta>(document),
        "affordances/site-index" => through::<affordances::SiteIndex>(document),
        // Has no derive: a call is read by hand, so that its faults have places.
        "affordances/call" => {
            let call = affordances::Call::from_json(document.to_string().as_bytes()).unwrap();
            json!({ "action": call.action, "input": call.input, "confirm": call.confirm })
        }
        "aboard/step-failed" => through::<aboard::StepFailed>(document),
        "aboard/error" => through::<aboard::ErrorBody>(document),
        "aboard/event" => through::<aboard::Event>(document),
        "aboard/session" => through::<aboard::SessionView>(document),
        "aboard/session-list" => through::<aboard::SessionList>(document),
        "aboard/notification" => through::<aboard::Notification>(document),
        other => panic!("{other} has no type here"),
    }
}
