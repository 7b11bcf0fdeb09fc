//! Every document of the whole run against the hand-written schemas in
//! `tests/spec-schemas/aboard/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jsonschema::Validator;

use super::Reply;
use crate::yardstick;

static DOCUMENTS: LazyLock<BTreeMap<String, Validator>> =
    LazyLock::new(|| yardstick::validators("aboard"));

/// Judges an answer in JSON by what was asked.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    let value = reply.json();
    let path = path.split('?').next().unwrap();
    let segments: Vec<&str> = path.split('/').collect();
    let document = match (method, segments.as_slice()) {
        _ if value.get("ok") == Some(&false.into()) => "step-failed",
        _ if !reply.status.is_success() => "error",
        (_, [_, ".well-known", ..]) => "descriptor",
        ("POST", [.., "sessions"]) => "session-created",
        ("POST", [.., "steps", _]) => "step-success",
        ("POST", [.., "revoke"]) => "revoked",
        ("GET", [.., "sessions"]) => "session-list",
        ("GET", [.., "sessions", _]) => "session",
        _ => panic!("{method} {path} answers a document that nobody knows"),
    };
    let faults = DOCUMENTS[document].iter_errors(&value);
    let faults: Vec<_> = faults
        .map(|fault| format!("{fault} at {}", fault.instance_path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{method} {path}: {document} {faults:#?}\n{value:#}"
    );
}
