//! A call, read from a body.

use std::fmt;

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::Issue;

/// The deepest nesting that a call's body may have. JSON that people and
/// agents write is a handful of levels deep; recursion is bounded long before
/// any stack is at risk.
const MAX_DEPTH: usize = 64;

/// A call, as the specification's section "Call" defines it.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[non_exhaustive]
pub struct Call {
    /// The action's name, exactly as published.
    pub action: String,
    /// The input; `{}` where the call has none.
    #[schemars(default = "no_input")]
    pub input: Value,
    /// Whether the person behind the call has approved it.
    #[schemars(default)]
    pub confirm: bool,
}

impl Call {
    /// A call of `action` with `input`, not confirmed.
    #[must_use]
    pub fn new(action: impl Into<String>, input: Value) -> Self {
        Self {
            action: action.into(),
            input,
            confirm: false,
        }
    }

    /// With `confirm: true`.
    #[must_use]
    pub fn confirmed(mut self, confirm: bool) -> Self {
        self.confirm = confirm;
        self
    }

    /// Reads a call from a body, before step 1: what fails here is answered
    /// with 400 and nothing runs. Unknown members are ignored; of a repeated
    /// member the last counts, for the check and for the handler alike.
    ///
    /// ```
    /// use affordances_core::protocol::Call;
    ///
    /// let call = Call::from_json(br#"{"action":"addToCart","input":{"sku":"TEE"}}"#).unwrap();
    /// assert_eq!(call.action, "addToCart");
    /// assert!(Call::from_json(br#"{"action":"buy","confirm":"true"}"#).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When the body is not JSON, not an object, nested too deeply, has no
    /// string `action`, or a `confirm` that is no boolean.
    pub fn from_json(body: &[u8]) -> Result<Self, CallFault> {
        let text = std::str::from_utf8(body)
            .map_err(|_| CallFault::whole("the body must be JSON in UTF-8"))?;
        if text.trim_ascii().is_empty() {
            return Err(CallFault::whole(
                "the body is empty: send {\"action\": \"…\", \"input\": {…}}",
            ));
        }
        if deeper_than(text, MAX_DEPTH) {
            return Err(CallFault::whole(format!(
                "the body is nested too deeply: at most {MAX_DEPTH} levels"
            )));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            // serde's sentence would quote the body; the place is what helps.
            CallFault::whole(format!(
                "the body is not valid JSON (line {}, column {})",
                error.line(),
                error.column()
            ))
        })?;
        let Value::Object(members) = value else {
            return Err(CallFault::whole(
                "the body must be a JSON object: {\"action\": \"…\", \"input\": {…}}",
            ));
        };
        Self::from_members(members)
    }

    fn from_members(mut members: Map<String, Value>) -> Result<Self, CallFault> {
        let action = match members.remove("action") {
            Some(Value::String(action)) => action,
            Some(_) => return Err(CallFault::at("/action", "must be a string")),
            None => {
                return Err(CallFault::at(
                    "/action",
                    "is required: the name of the action to run",
                ));
            }
        };
        let confirm = match members.remove("confirm") {
            Some(Value::Bool(confirm)) => confirm,
            Some(_) => return Err(CallFault::at("/confirm", "must be true or false")),
            None => false,
        };
        let input = members.remove("input").unwrap_or_else(no_input);
        Ok(Self {
            action,
            input,
            confirm,
        })
    }
}

fn no_input() -> Value {
    Value::Object(Map::new())
}

/// Counts brackets outside strings, so that the depth is known before anything
/// recurses.
fn deeper_than(text: &str, limit: usize) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > limit {
                    return true;
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Why a body is not a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallFault(Issue);

impl CallFault {
    fn whole(message: impl Into<String>) -> Self {
        Self(Issue::new("", message))
    }

    fn at(path: &str, message: &str) -> Self {
        Self(Issue::new(path, message))
    }

    /// The fault, at its place in the body.
    #[must_use]
    pub fn into_issue(self) -> Issue {
        self.0
    }
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.path.strip_prefix('/') {
            Some(member) => write!(f, "`{member}` {}", self.0.message),
            None => f.write_str(&self.0.message),
        }
    }
}

impl std::error::Error for CallFault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(body: &str) -> String {
        Call::from_json(body.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a80_a_call_names_its_action() {
        assert!(fault("{}").starts_with("`action` is required"));
        assert_eq!(fault(r#"{"action":7}"#), "`action` must be a string");
    }

    #[test]
    fn a81_what_is_no_object_is_refused() {
        for body in ["", "  ", "[]", "7", "null", "\"x\"", "{", "{\"action\":"] {
            assert!(Call::from_json(body.as_bytes()).is_err(), "{body}");
        }
        assert!(Call::from_json(b"\xff\xfe").is_err());
        let deep = format!(
            r#"{{"action":"a","input":{}{}}}"#,
            "[".repeat(100),
            "]".repeat(100)
        );
        assert!(fault(&deep).contains("nested too deeply"));
        let brackets_in_a_string = format!(r#"{{"action":"a","input":"{}"}}"#, "[".repeat(500));
        assert!(Call::from_json(brackets_in_a_string.as_bytes()).is_ok());
    }

    #[test]
    fn a83_an_absent_input_is_an_empty_object_and_null_stays_null() {
        let call = Call::from_json(br#"{"action":"a"}"#).unwrap();
        assert_eq!(call.input, serde_json::json!({}));
        let call = Call::from_json(br#"{"action":"a","input":null}"#).unwrap();
        assert_eq!(call.input, Value::Null);
    }

    #[test]
    fn a106_only_a_boolean_confirms() {
        for confirm in ["null", "\"true\"", "1", "[]"] {
            assert!(fault(&format!(r#"{{"action":"a","confirm":{confirm}}}"#)).contains("confirm"));
        }
    }

    #[test]
    fn the_message_does_not_quote_the_body() {
        assert!(!fault(r#"{"action": secret-token}"#).contains("secret"));
    }
}
