//! The body of a request, as the adapter has received it.

use serde_json::Value;

/// The deepest nesting that a body may have: recursion is bounded long before
/// any stack is at risk.
const MAX_DEPTH: usize = 64;

/// A body. What is wrong with one is judged in its turn, after what comes first
/// in the protocol.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Body {
    /// There is none; it counts as `{}`.
    Absent,
    /// JSON.
    Json(Value),
    /// Not JSON, though it says so.
    Malformed,
    /// It does not say that it is JSON.
    NotJson,
}

impl Body {
    /// Reads a body that says that it is JSON, or says nothing. Of a repeated
    /// member the last counts, for the check and for the step alike.
    ///
    /// ```
    /// use aboard_core::runtime::Body;
    ///
    /// assert_eq!(Body::read(b""), Body::Absent);
    /// assert_eq!(Body::read(b"{"), Body::Malformed);
    /// assert_eq!(Body::read(b"[1]"), Body::Json(serde_json::json!([1])));
    /// ```
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        if bytes.trim_ascii().is_empty() {
            return Self::Absent;
        }
        match serde_json::from_slice(bytes) {
            // serde_json's own limit is 128.
            Ok(value) if !deeper_than(&value, MAX_DEPTH) => Self::Json(value),
            _ => Self::Malformed,
        }
    }
}

fn deeper_than(value: &Value, levels: usize) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return value.is_array() || value.is_object();
    };
    match value {
        Value::Array(items) => items.iter().any(|item| deeper_than(item, levels)),
        Value::Object(members) => members.values().any(|member| deeper_than(member, levels)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b83_what_is_no_json_is_malformed() {
        for body in ["{", "nope", "{\"a\":}", "1 2", "\u{feff}{}"] {
            assert_eq!(Body::read(body.as_bytes()), Body::Malformed, "{body}");
        }
        assert_eq!(Body::read(b"\xff"), Body::Malformed);
        assert_eq!(Body::read(b"\"\xff\""), Body::Malformed);
        assert_eq!(Body::read(b" null\n"), Body::Json(Value::Null));
        assert_eq!(Body::read(b" \r\n"), Body::Absent);
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(matches!(Body::read(nested(64).as_bytes()), Body::Json(_)));
        for levels in [65, 127, 128, 100_000] {
            assert_eq!(Body::read(nested(levels).as_bytes()), Body::Malformed);
        }
    }
}
