//! Grammar of summary templates: reads `Reserve {quantity} of {sku}` into literals and field names.
//!
//! The braces are those of `format!`, of which only the bare name is taken: the
//! sentence is for a person who approves a call, not for a programmer.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A sentence with places for fields of the input.
///
/// # Example
///
/// ```
/// use affordances_grammar::pattern::{Pattern, Piece};
///
/// let summary = Pattern::parse("Reserve {quantity} of {sku}")?;
/// assert_eq!(
///     summary.pieces(),
///     [
///         Piece::Literal("Reserve ".into()),
///         Piece::Placeholder("quantity".into()),
///         Piece::Literal(" of ".into()),
///         Piece::Placeholder("sku".into()),
///     ],
/// );
/// # Ok::<(), affordances_grammar::pattern::PatternError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    pieces: Vec<Piece>,
}

/// A part of a [`Pattern`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Text that stands as it is; `{{` and `}}` have become single braces.
    Literal(String),
    /// The name of a field, as Rust spells it but without `r#`.
    Placeholder(String),
}

impl Pattern {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// The first brace that is neither doubled nor around a field's name: see
    /// [`PatternError`].
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::Pattern;
    ///
    /// assert!(Pattern::parse("Pay {{all}} of {total}").is_ok());
    /// assert_eq!(
    ///     Pattern::parse("Pay {total:?}").unwrap_err().to_string(),
    ///     "`{total:?}` must not be formatted: write `{total}`",
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from_brace) = rest.split_at(at);
            literal.push_str(before);
            if let Some(after) = from_brace.strip_prefix("{{") {
                literal.push('{');
                rest = after;
            } else if let Some(after) = from_brace.strip_prefix("}}") {
                literal.push('}');
                rest = after;
            } else if let Some(after) = from_brace.strip_prefix('{') {
                let (name, after) = placeholder(after)?;
                if !literal.is_empty() {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                }
                pieces.push(Piece::Placeholder(name.to_owned()));
                rest = after;
            } else {
                return Err(PatternError(format!(
                    "`{}` must not close what was never opened: write `}}}}` for a brace in the text",
                    excerpt_before(text, text.len() - from_brace.len()),
                )));
            }
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        Ok(Self { pieces })
    }

    /// The parts in order; no two literals meet, and none is empty.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The names of the fields in order of appearance, repetitions included.
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::Pattern;
    ///
    /// let summary = Pattern::parse("{sku}: {quantity} of {sku}")?;
    /// let names: Vec<_> = summary.placeholders().collect();
    /// assert_eq!(names, ["sku", "quantity", "sku"]);
    /// # Ok::<(), affordances_grammar::pattern::PatternError>(())
    /// ```
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(_) => None,
            Piece::Placeholder(name) => Some(name.as_str()),
        })
    }
}

/// Reads the name after a `{` and gives it with the text behind its `}`.
fn placeholder(text: &str) -> Result<(&str, &str), PatternError> {
    let name = match text.find(['{', '}']) {
        Some(at) if text[at..].starts_with('}') => &text[..at],
        _ => {
            return Err(PatternError(format!(
                "`{{{}` is missing its `}}`: write `{{{{` for a brace in the text",
                excerpt_after(text),
            )));
        }
    };
    if is_field_name(name) {
        return Ok((name, &text[name.len() + 1..]));
    }

    let fault = |what: &str, fix: String| PatternError(format!("`{{{name}}}` {what}: {fix}"));
    let write = |name: &str| format!("write `{{{name}}}`");
    let bare = name.trim();
    let raw = bare.strip_prefix("r#").unwrap_or(bare);
    Err(match name.split_once(':') {
        Some((before, _)) if is_field_name(before.trim()) => {
            fault("must not be formatted", write(before.trim()))
        }
        _ if bare.is_empty() => fault(
            "names no field",
            "write the name of a field of the input, as in `{quantity}`".to_owned(),
        ),
        _ if bare.bytes().all(|b| b.is_ascii_digit()) => fault(
            "counts fields instead of naming one",
            "write the field's name".to_owned(),
        ),
        _ if is_field_name(raw) => fault("must be the bare name of a field", write(raw)),
        _ => fault(
            "must be the name of a field of the input",
            "for anything more, give a function as `summary`".to_owned(),
        ),
    })
}

/// Whether Rust would take it for an identifier, as nearly as `char` can tell.
fn is_field_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
        && name != "_"
}

/// The first word after a brace, enough to find the place.
fn excerpt_after(text: &str) -> &str {
    let end = text.find([' ', '{', '}']).unwrap_or(text.len());
    &text[..end]
}

/// The last word before the brace at `at`, with the brace.
fn excerpt_before(text: &str, at: usize) -> &str {
    let start = text[..at].rfind([' ', '{', '}']).map_or(0, |i| i + 1);
    &text[start..=at]
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Self::parse(text)
    }
}

/// Why a text is no template: names the bad piece, then the fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError(String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> Piece {
        Piece::Literal(text.to_owned())
    }

    fn error(text: &str) -> String {
        Pattern::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn doubled_braces_are_text() {
        let pieces = |text| Pattern::parse(text).unwrap().pieces;
        assert_eq!(pieces("{{x}}"), [literal("{x}")]);
        assert_eq!(
            pieces("a{{{b}}}c"),
            [literal("a{"), Piece::Placeholder("b".into()), literal("}c")],
        );
        assert_eq!(pieces(""), []);
        assert_eq!(pieces("plain \u{20ac}"), [literal("plain \u{20ac}")]);
    }

    #[test]
    fn a_placeholder_is_a_bare_name() {
        for text in ["{a}", "{_a}", "{type}", "{a1}", "{gr\u{f6}\u{df}e}"] {
            assert!(Pattern::parse(text).is_ok(), "{text}");
        }
        let cases = [
            (
                "{}",
                "`{}` names no field: write the name of a field of the input, as in `{quantity}`",
            ),
            (
                "{ }",
                "`{ }` names no field: write the name of a field of the input, as in `{quantity}`",
            ),
            ("{x:?}", "`{x:?}` must not be formatted: write `{x}`"),
            ("{x:>10}", "`{x:>10}` must not be formatted: write `{x}`"),
            (
                "{ x }",
                "`{ x }` must be the bare name of a field: write `{x}`",
            ),
            (
                "{r#type}",
                "`{r#type}` must be the bare name of a field: write `{type}`",
            ),
            (
                "{0}",
                "`{0}` counts fields instead of naming one: write the field's name",
            ),
            (
                "{a.b}",
                "`{a.b}` must be the name of a field of the input: for anything more, give a function as `summary`",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message);
        }
    }

    #[test]
    fn lone_braces_are_named_with_their_word() {
        let open = "is missing its `}`: write `{{` for a brace in the text";
        assert_eq!(error("Buy {sku now"), format!("`{{sku` {open}"));
        assert_eq!(error("Buy {"), format!("`{{` {open}"));
        assert_eq!(error("{a{b}"), format!("`{{a` {open}"));
        assert_eq!(
            error("Buy it} now"),
            "`it}` must not close what was never opened: write `}}` for a brace in the text",
        );
        assert!(error("}").starts_with("`}` must not close"));
        assert!(error("\u{20ac}}").starts_with("`\u{20ac}}` must not close"));
    }
}
