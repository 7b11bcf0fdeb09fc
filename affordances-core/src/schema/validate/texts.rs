//! Texts that fit: one of each format, and one for a pattern.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::Value;

use super::rules::Node;

const OF_FORMAT: &[(&str, &str)] = &[
    ("date", "2024-02-29"),
    ("date-time", "2024-02-29T12:30:00Z"),
    ("duration", "PT1H"),
    ("email", "joe@shop.example"),
    ("hostname", "shop.example"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("iri", "https://shop.example/"),
    ("iri-reference", "/cart"),
    ("json-pointer", "/a"),
    ("partial-date-time", "2024-02-29T12:30:00"),
    ("partial-time", "12:30:00"),
    ("regex", "^a$"),
    ("relative-json-pointer", "0"),
    ("time", "12:30:00Z"),
    ("uri", "https://shop.example/"),
    ("uri-reference", "/cart"),
    ("uuid", "67e55044-10b1-426f-9247-bb680e5fe0c8"),
];

/// Texts that may fit all of these schemas; the caller asks.
pub(super) fn candidates<'n>(nodes: impl Iterator<Item = &'n Node>) -> Vec<Value> {
    let mut texts = vec!["text".to_owned()];
    for rules in nodes.filter_map(|node| node.string.as_deref()) {
        if let Some((format, _)) = &rules.format {
            let known = OF_FORMAT.iter().find(|(name, _)| name == format);
            texts.extend(known.map(|(_, text)| (*text).to_owned()));
        }
        if let Some((_, pattern)) = &rules.pattern {
            let found = matching(pattern);
            // Where the length has its say, more of the last character may do.
            let longer = found
                .as_ref()
                .zip(rules.min_length)
                .and_then(|(text, least)| {
                    let missing = usize::try_from(least)
                        .ok()?
                        .checked_sub(text.chars().count())?;
                    let last = text.chars().last()?;
                    Some(format!(
                        "{text}{}",
                        String::from(last).repeat(missing.min(4096))
                    ))
                });
            texts.extend(found);
            texts.extend(longer);
        }
        let length = rules
            .min_length
            .or(rules.max_length.map(|most| most.min(4)));
        let length = length.and_then(|length| usize::try_from(length).ok());
        texts.extend(
            length
                .filter(|length| *length <= 65_536)
                .map(|length| "a".repeat(length)),
        );
    }
    texts.push(String::new());
    texts.into_iter().map(Value::String).collect()
}

/// A short text that a pattern matches.
pub(super) fn matching(pattern: &Regex) -> Option<String> {
    let hir = regex_syntax::parse(pattern.as_str()).ok()?;
    let mut text = String::new();
    write(&hir, &mut text)?;
    pattern.is_match(&text).then_some(text)
}

fn write(hir: &Hir, to: &mut String) -> Option<()> {
    if to.len() > 65_536 {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => to.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(Class::Unicode(class)) => {
            let within = |wanted: &char| {
                class
                    .iter()
                    .any(|range| (range.start()..=range.end()).contains(wanted))
            };
            let plain = ['a', 'A', '0'].into_iter().find(within);
            to.push(plain.or_else(|| Some(class.iter().next()?.start()))?);
        }
        HirKind::Class(Class::Bytes(class)) => to.push(char::from(class.iter().next()?.start())),
        HirKind::Repetition(repeated) => {
            for _ in 0..repeated.min {
                write(&repeated.sub, to)?;
            }
        }
        HirKind::Capture(group) => write(&group.sub, to)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, to))?,
        HirKind::Alternation(parts) => write(parts.first()?, to)?,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::validate::{format, pattern};

    #[test]
    fn each_format_has_a_text_that_fits() {
        for name in format::names().split(", ") {
            let (_, text) = OF_FORMAT.iter().find(|(known, _)| *known == name).unwrap();
            assert!(format::find(name).unwrap().unwrap()(text), "{name}");
        }
    }

    #[test]
    fn a_pattern_has_a_text_that_matches() {
        for (pattern, text) in [
            ("^[A-Z]{2}-[0-9]+$", Some("AA-0")),
            (r"^(a|b)?\d*\.$", Some(".")),
            (r"^[^\x00-\x1f\x7f-\x9f]*$", Some("")),
            (r"^\p{Script=Greek}$", Some("Ͱ")),
            (r"a\b.", None),
            ("^[]$", None),
        ] {
            let compiled = pattern::compile(pattern).unwrap();
            assert_eq!(matching(&compiled).as_deref(), text, "{pattern}");
        }
    }
}
