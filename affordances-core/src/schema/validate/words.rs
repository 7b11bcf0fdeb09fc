//! What a schema asks for, in words. Only the schema's own words appear, which
//! are published anyway, and no more of them than a reader takes in.

use serde_json::Value;

use super::rules::Types;

/// The most values that are listed.
pub(super) const LISTED: usize = 12;
/// The longest word of the schema that is repeated whole, in characters.
const LONGEST: usize = 128;

/// `must be of type string or null`.
pub(super) fn of_type(types: Types) -> String {
    let names: Vec<_> = types.names().collect();
    match names.as_slice() {
        [] => "must not be given".to_owned(),
        names => format!("must be of type {}", names.join(" or ")),
    }
}

/// `one of "a", "b"`; the value itself where it is the only one.
pub(super) fn one_of(values: &[Value]) -> String {
    let listed: Vec<_> = values.iter().take(LISTED).map(short).collect();
    let more = if values.len() > LISTED { ", …" } else { "" };
    match listed.as_slice() {
        [only] => only.clone(),
        listed => format!("one of {}{more}", listed.join(", ")),
    }
}

/// A value of the schema as JSON, cut where it is long.
pub(super) fn short(value: &Value) -> String {
    cut(&value.to_string())
}

/// A text of the schema, cut where it is long.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

pub(super) fn characters(count: u64) -> &'static str {
    if count == 1 {
        "character"
    } else {
        "characters"
    }
}

pub(super) fn items(count: u64) -> &'static str {
    if count == 1 { "item" } else { "items" }
}

pub(super) fn members(count: u64) -> &'static str {
    if count == 1 { "member" } else { "members" }
}
