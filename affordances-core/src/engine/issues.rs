//! What is wrong with an input, in words: the validator's findings as issues
//! that never quote what was sent.

use std::fmt::Write as _;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use crate::protocol::Issue;

/// The most issues that one answer lists.
const MOST: usize = 32;
/// A member's name longer than this is not repeated in a pointer.
const LONGEST_NAME: usize = 128;

/// Collects the findings: every fault once, at most [`MOST`].
pub(crate) fn collect<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> Vec<Issue> {
    let mut issues = Vec::new();
    for error in errors {
        explain(&error, &mut issues);
        if issues.len() >= MOST {
            issues.truncate(MOST);
            break;
        }
    }
    issues
}

fn explain(error: &ValidationError<'_>, issues: &mut Vec<Issue>) {
    let at = error.instance_path().as_str();
    let keyword = error.kind().keyword();
    let mut push = |path: String, message: String| {
        let issue = Issue::new(path, message).keyword(keyword);
        if issues.len() < MOST && !issues.contains(&issue) {
            issues.push(issue);
        }
    };
    match error.kind() {
        Kind::Required { property } => {
            push(
                member(at, property.as_str().unwrap_or_default()),
                "is required".into(),
            );
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for name in unexpected.iter().take(MOST) {
                push(member(at, name), "is not a member of this input".into());
            }
        }
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => match closest(context, at) {
            Some(branch) => branch.iter().for_each(|error| explain(error, issues)),
            None => {
                let (path, message) = variants(context, at);
                push(path, message);
            }
        },
        Kind::OneOfMultipleValid { .. } => {
            push(at.into(), "fits more than one of the alternatives".into());
        }
        Kind::PropertyNames { .. } => {
            push(at.into(), "has a member whose name is not allowed".into());
        }
        kind => push(at.into(), sentence(kind)),
    }
}

/// The pointer of a member, its name escaped (RFC 6901).
fn member(at: &str, name: &str) -> String {
    if name.chars().count() > LONGEST_NAME {
        return at.to_owned();
    }
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The one alternative that the input means to be: the only one whose tag (a
/// `const` or `enum`) it does not miss, or the only one of its JSON type.
fn closest<'e>(
    context: &'e [Vec<ValidationError<'static>>],
    at: &str,
) -> Option<&'e [ValidationError<'static>]> {
    let only = |misses: &dyn Fn(&ValidationError<'_>) -> bool| {
        let mut left = context.iter().filter(|branch| !branch.iter().any(misses));
        match (left.next(), left.next()) {
            (Some(branch), None) => Some(branch.as_slice()),
            _ => None,
        }
    };
    let of_its_type = |error: &ValidationError<'_>| {
        error.instance_path().as_str() == at && matches!(error.kind(), Kind::Type { .. })
    };
    let misses_tag = |error: &ValidationError<'_>| {
        of_its_type(error)
            || tag_of(error, at).is_some()
            // an alternative told apart by a member that is not there
            || matches!(error.kind(), Kind::Required { property } if is_tag(context, at, property))
    };
    only(&misses_tag).or_else(|| only(&of_its_type))
}

/// The tag that an error says is missed: a `const` or one-word `enum` on a
/// direct member.
fn tag_of<'e>(error: &'e ValidationError<'_>, at: &str) -> Option<(&'e str, &'e Value)> {
    let tag = error
        .instance_path()
        .as_str()
        .strip_prefix(at)?
        .strip_prefix('/')?;
    if tag.contains('/') {
        return None;
    }
    match error.kind() {
        Kind::Constant { expected_value } => Some((tag, expected_value)),
        _ => None,
    }
}

/// Whether some alternative tells itself apart by this member.
fn is_tag(context: &[Vec<ValidationError<'static>>], at: &str, property: &Value) -> bool {
    context
        .iter()
        .flatten()
        .filter_map(|error| tag_of(error, at))
        .any(|(tag, _)| property.as_str() == Some(tag))
}

/// What the alternatives are, where none is the one meant.
fn variants(context: &[Vec<ValidationError<'static>>], at: &str) -> (String, String) {
    let mut tags: Vec<(&str, &Value)> = Vec::new();
    for found in context
        .iter()
        .flatten()
        .filter_map(|error| tag_of(error, at))
    {
        if !tags.contains(&found) {
            tags.push(found);
        }
    }
    match tags.first() {
        Some((tag, _)) if tags.iter().all(|(other, _)| other == tag) => {
            let mut message = "must be one of ".to_owned();
            list(&mut message, tags.iter().map(|(_, value)| *value));
            (member(at, tag), message)
        }
        _ => match missing_in_all(context) {
            Some(name) => (member(at, name), "is required".into()),
            None => (at.to_owned(), "fits none of the alternatives".into()),
        },
    }
}

/// The member that every alternative misses: the tag, left out.
fn missing_in_all<'e>(context: &'e [Vec<ValidationError<'static>>]) -> Option<&'e str> {
    let missing = |error: &'e ValidationError<'static>| match error.kind() {
        Kind::Required { property } => property.as_str(),
        _ => None,
    };
    let (first, others) = context.split_first()?;
    first.iter().filter_map(missing).find(|name| {
        others
            .iter()
            .all(|branch| branch.iter().any(|e| missing(e) == Some(*name)))
    })
}

fn list<'v>(to: &mut String, values: impl Iterator<Item = &'v Value>) {
    for (n, value) in values.take(12).enumerate() {
        let _ = write!(to, "{}{value}", if n == 0 { "" } else { ", " });
    }
}

/// What a keyword demands. Only the schema's own words appear, which are
/// published anyway.
fn sentence(kind: &Kind) -> String {
    match kind {
        Kind::Type { kind } => match kind {
            TypeKind::Single(json_type) => format!("must be of type {json_type}"),
            TypeKind::Multiple(types) => {
                let names: Vec<String> = types.iter().map(|t| t.to_string()).collect();
                format!("must be of type {}", names.join(" or "))
            }
        },
        Kind::Constant { expected_value } => format!("must be {expected_value}"),
        Kind::Enum { options } => {
            let mut message = "must be one of ".to_owned();
            match options.as_array() {
                Some(options) => list(&mut message, options.iter()),
                None => message.push_str("the allowed values"),
            }
            message
        }
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("must be more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        Kind::MultipleOf { multiple_of, .. } => format!("must be a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("must have at least {limit} {}", characters(*limit)),
        Kind::MaxLength { limit } => format!("must have at most {limit} {}", characters(*limit)),
        Kind::MinItems { limit } => format!("must have at least {limit} items"),
        Kind::MaxItems { limit } => format!("must have at most {limit} items"),
        Kind::MinProperties { limit } => format!("must have at least {limit} members"),
        Kind::MaxProperties { limit } => format!("must have at most {limit} members"),
        Kind::UniqueItems => "must not have the same item twice".into(),
        Kind::Contains => "lacks an item that it must contain".into(),
        Kind::Pattern { pattern } => format!("must match the pattern {pattern}"),
        Kind::Format { format } => format!("must be a valid {format}"),
        Kind::AdditionalItems { .. } | Kind::UnevaluatedItems { .. } => "has too many items".into(),
        Kind::FalseSchema => "must not be given".into(),
        _ => "is not allowed here".into(),
    }
}

fn characters(limit: u64) -> &'static str {
    if limit == 1 {
        "character"
    } else {
        "characters"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn issues(schema: &Value, input: &Value) -> Vec<(String, String)> {
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .build(schema)
            .unwrap();
        collect(validator.iter_errors(input))
            .into_iter()
            .map(|issue| (issue.path, issue.message))
            .collect()
    }

    fn coupon() -> Value {
        json!({ "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "percent" }, "code": { "type": "string" } },
              "required": ["kind", "code"], "additionalProperties": false },
            { "type": "object", "properties": { "kind": { "const": "giftCard" }, "number": { "type": "string" } },
              "required": ["kind", "number"], "additionalProperties": false },
        ]})
    }

    #[test]
    fn a102_every_fault_has_its_place() {
        let schema = json!({ "type": "object", "required": ["sku"], "additionalProperties": false,
            "properties": { "sku": { "type": "string" }, "quantity": { "type": "integer", "minimum": 1 } } });
        let found = issues(&schema, &json!({ "quantity": 0, "a/b~c": 1 }));
        assert!(found.contains(&("/sku".into(), "is required".into())));
        assert!(found.contains(&("/quantity".into(), "must be at least 1".into())));
        assert!(found.contains(&("/a~1b~0c".into(), "is not a member of this input".into())));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn a_tagged_enum_is_judged_by_the_variant_that_was_meant() {
        assert_eq!(
            issues(&coupon(), &json!({ "kind": "percent" })),
            [("/code".into(), "is required".into())]
        );
        assert_eq!(
            issues(&coupon(), &json!({ "kind": "giftCard", "number": 7 })),
            [("/number".into(), "must be of type string".into())]
        );
        let one_of = r#"must be one of "percent", "giftCard""#;
        assert_eq!(
            issues(&coupon(), &json!({ "kind": "x" })),
            [("/kind".into(), one_of.into())]
        );
        assert_eq!(
            issues(&coupon(), &json!({})),
            [("/kind".into(), "is required".into())]
        );
    }

    #[test]
    fn an_optional_object_is_judged_as_the_object() {
        let schema = json!({ "anyOf": [
            { "type": "object", "properties": { "zip": { "type": "string" } }, "required": ["zip"] },
            { "type": "null" } ] });
        assert_eq!(
            issues(&schema, &json!({})),
            [("/zip".into(), "is required".into())]
        );
    }

    #[test]
    fn the_number_of_issues_is_bounded_and_nothing_is_quoted() {
        let schema = json!({ "type": "object", "additionalProperties": false });
        let mut many = serde_json::Map::new();
        for n in 0..1000 {
            many.insert(format!("m{n}"), json!("canary"));
        }
        many.insert("x".repeat(10_000), json!(1));
        let found = issues(&schema, &Value::Object(many));
        assert!(found.len() <= MOST);
        assert!(
            found
                .iter()
                .all(|(path, message)| path.len() < 200 && !message.contains("canary"))
        );
        let found = issues(&json!({ "type": "integer" }), &json!("canary"));
        assert!(!found[0].1.contains("canary"));
    }
}
