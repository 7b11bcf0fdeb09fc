//! What tells one JSON value from another, whatever the order of its members
//! and the white space between them.

use serde_json::{Number, Value};
use sha2::{Digest as _, Sha256};

use super::Body;
use crate::session::Fingerprint;

/// The fingerprint of a body. No body is an empty object; those that are no
/// JSON are all alike, and unlike any that is.
pub(crate) fn of(body: &Body) -> Fingerprint {
    let mut canonical = Vec::with_capacity(128);
    match body {
        Body::Json(value) => write(value, &mut canonical),
        Body::Absent => canonical.extend(b"{}"),
        Body::Malformed | Body::NotJson => canonical.push(b'?'),
    }
    let digest: [u8; 32] = Sha256::digest(&canonical).into();
    let mut fingerprint = Fingerprint::default();
    fingerprint.copy_from_slice(&digest[..16]);
    fingerprint
}

fn write(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Object(members) => {
            // The map may keep the order of the text: a feature of serde_json
            // that another crate can turn on.
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            to.push(b'{');
            for (name, member) in members {
                string(name, to);
                to.push(b':');
                write(member, to);
                to.push(b',');
            }
            to.push(b'}');
        }
        Value::Array(items) => {
            to.push(b'[');
            for item in items {
                write(item, to);
                to.push(b',');
            }
            to.push(b']');
        }
        Value::String(text) => string(text, to),
        Value::Number(number) => to.extend_from_slice(canonical(number).to_string().as_bytes()),
        Value::Bool(true) => to.push(b't'),
        Value::Bool(false) => to.push(b'f'),
        Value::Null => to.push(b'n'),
    }
}

/// By length, so that nothing has to be escaped.
fn string(text: &str, to: &mut Vec<u8>) {
    to.push(b'"');
    to.extend_from_slice(&(text.len() as u64).to_le_bytes());
    to.extend_from_slice(text.as_bytes());
}

/// `1.0` and `1e0` are `1` written otherwise.
fn canonical(number: &Number) -> Number {
    match number.as_f64().filter(|_| number.is_f64()) {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "between these bounds every whole f64 is an i64"
        )]
        Some(whole) if whole.fract() == 0.0 && whole.abs() <= LARGEST_WHOLE => {
            (whole as i64).into()
        }
        _ => number.clone(),
    }
}

/// Up to here an f64 tells neighbouring integers apart.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_991.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn print(json: &str) -> Fingerprint {
        of(&Body::read(json.as_bytes()))
    }

    #[test]
    fn order_and_white_space_do_not_matter() {
        assert_eq!(
            print(r#"{"a":1,"b":{"c":[1,2],"d":null}}"#),
            print("{ \"b\": {\"d\":null,\"c\":[1, 2]},\n\"a\": 1.0 }")
        );
        assert_eq!(print("1e2"), print("100"));
        assert_eq!(print(r#""\u0041""#), print(r#""A""#));
        assert_eq!(print(" { } "), of(&Body::Absent));
    }

    #[test]
    fn everything_else_does() {
        let texts = [
            "null",
            "true",
            "false",
            "0",
            "1",
            "\"1\"",
            "[]",
            "{}",
            "[1]",
            "[[1]]",
            "[1,1]",
            "{\"a\":1}",
            "{\"a\":\"1\"}",
            "{\"b\":1}",
            "{\"a\":1,\"b\":1}",
            "[\"a\",1]",
            "1.5",
            "18446744073709551615",
            "\"\"",
            "[\"\"]",
            "[\"\",\"\"]",
            "\"n\"",
            "-1",
            "\"?\"",
        ];
        let mut prints: Vec<_> = texts.iter().map(|text| print(text)).collect();
        prints.push(of(&Body::Malformed));
        let all = prints.len();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), all);
    }
}
