//! Why a number or a text does not fit.

use serde_json::Number;

use crate::schema::validate::issues::{Issues, Place};
use crate::schema::validate::number;
use crate::schema::validate::rules::{NumberRules, StringRules};
use crate::schema::validate::words;

pub(super) fn of_number(rules: &NumberRules, value: &Number, at: Place<'_>, to: &mut Issues) {
    let limits = [
        (&rules.minimum, "minimum", "at least"),
        (&rules.maximum, "maximum", "at most"),
        (&rules.exclusive_minimum, "exclusiveMinimum", "more than"),
        (&rules.exclusive_maximum, "exclusiveMaximum", "less than"),
    ];
    for (limit, keyword, words) in limits {
        let Some(limit) = limit else { continue };
        let order = number::compare(value, limit);
        let fits = match keyword {
            "minimum" => order.is_ge(),
            "maximum" => order.is_le(),
            "exclusiveMinimum" => order.is_gt(),
            _ => order.is_lt(),
        };
        if !fits {
            to.add(at, format!("must be {words} {limit}"), Some(keyword));
        }
    }
    if let Some(of) = rules
        .multiple_of
        .as_ref()
        .filter(|of| !number::is_multiple(value, of))
    {
        to.add(
            at,
            format!("must be a multiple of {of}"),
            Some("multipleOf"),
        );
    }
}

pub(super) fn of_string(rules: &StringRules, text: &str, at: Place<'_>, to: &mut Issues) {
    let count = text.chars().count() as u64;
    if let Some(least) = rules.min_length.filter(|least| count < *least) {
        to.add(
            at,
            format!("must have at least {least} {}", words::characters(least)),
            Some("minLength"),
        );
    }
    if let Some(most) = rules.max_length.filter(|most| count > *most) {
        return to.add(
            at,
            format!("must have at most {most} {}", words::characters(most)),
            Some("maxLength"),
        );
    }
    if let Some((name, _)) = rules.format.as_ref().filter(|(_, fits)| !fits(text)) {
        to.add(at, format!("must be a valid {name}"), Some("format"));
    }
    if let Some((pattern, _)) = rules
        .pattern
        .as_ref()
        .filter(|(_, compiled)| !compiled.is_match(text))
    {
        to.add(
            at,
            format!("must match the pattern {}", words::cut(pattern)),
            Some("pattern"),
        );
    }
}
