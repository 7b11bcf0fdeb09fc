//! One segment of a route: tells literals from parameters and refuses what only looks like either.
//!
//! Most wrong segments are right ones of another router, so each refusal
//! spells the Next.js form of what was meant.

use super::{Parameter, ParameterKind, RouteError, Segment};

/// Reads a segment that is not empty; `number` counts from 1.
pub(super) fn parse(piece: &str, number: usize) -> Result<Segment, RouteError> {
    let at = At { piece, number };
    if piece.contains(['[', ']']) {
        at.brackets().map(Segment::Parameter)
    } else {
        at.literal().map(|()| Segment::Literal(piece.to_owned()))
    }
}

/// The segment under judgement: what every error has to name.
#[derive(Clone, Copy)]
struct At<'a> {
    piece: &'a str,
    number: usize,
}

impl<'a> At<'a> {
    fn error(self, what: &str, fix: impl Into<String>) -> RouteError {
        RouteError::at(self.number, format!("`{}` {what}", self.piece), fix.into())
    }

    fn brackets(self) -> Result<Parameter, RouteError> {
        let Self { piece, .. } = self;
        let double = piece.starts_with("[[");
        let (open, close) = if double { ("[[", "]]") } else { ("[", "]") };

        let Some(inside) = piece.strip_prefix(open) else {
            // Either `slug]` or `post-[slug]`.
            return Err(match piece.strip_suffix(']') {
                Some(name) if is_name(name) => {
                    self.error("is missing its `[`", format!("write `[{name}]`"))
                }
                _ => self.mixed(),
            });
        };
        let Some((inside, after)) = inside.split_once(close) else {
            let name = inside.trim_end_matches(']');
            let fix = format!("write `{open}{name}{close}`");
            return Err(if double && name != inside {
                self.error("is missing a second `]`", fix)
            } else {
                self.error(&format!("is missing its `{close}`"), fix)
            });
        };
        if !after.is_empty() {
            return Err(if after.chars().all(|c| c == ']') {
                self.error(
                    "has a `]` too many",
                    format!("write `{open}{inside}{close}`"),
                )
            } else {
                self.mixed()
            });
        }

        let (kind, name) = match inside.strip_prefix("...") {
            Some(name) if double => (ParameterKind::OptionalRest, name),
            Some(name) => (ParameterKind::Rest, name),
            None if double => {
                let name = inside.trim_start_matches('.');
                return Err(self.error(
                    "is not a parameter: only a catch-all can be optional",
                    format!("write `[[...{name}]]`, or mount two routes"),
                ));
            }
            None => (ParameterKind::One, inside),
        };
        self.name(name, kind)?;
        Ok(Parameter {
            name: name.to_owned(),
            kind,
        })
    }

    /// Checks the name between the brackets, as the field of a struct must be able to bear it.
    fn name(self, name: &str, kind: ParameterKind) -> Result<(), RouteError> {
        if is_name(name) {
            return Ok(());
        }
        let written = |name: &str, kind| {
            Parameter {
                name: name.to_owned(),
                kind,
            }
            .to_string()
        };
        if name.is_empty() {
            let fix = format!("write `{}`", written("name", kind));
            return Err(self.error("names no parameter", fix));
        }
        // `[*rest]`, `[..rest]` and an editor's own ellipsis.
        let rest = name.trim_start_matches(['.', '*', '\u{2026}']);
        if rest != name && is_name(rest) {
            let kind = match kind {
                ParameterKind::One => ParameterKind::Rest,
                other => other,
            };
            let fix = format!("write `{}`", written(rest, kind));
            return Err(self.error("is not Next.js form", fix));
        }
        let repaired: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let repaired = repaired.trim_end_matches('_');
        let fix = if is_name(repaired) {
            format!("write `{}`", written(repaired, kind))
        } else {
            "use ASCII letters, digits and `_`, beginning with a letter or `_`".to_owned()
        };
        Err(self.error("does not hold a parameter name", fix))
    }

    fn literal(self) -> Result<(), RouteError> {
        let Self { piece, .. } = self;
        if let Some(fix) = foreign_form(piece) {
            return Err(self.error("is not Next.js form", format!("write `{fix}`")));
        }
        if matches!(piece, "." | "..") {
            return Err(self.error(
                "is resolved by clients and never reaches a server",
                "write the address that it leads to",
            ));
        }
        if piece.starts_with('(') && piece.ends_with(')') {
            return Err(self.error(
                "is a route group, which is no part of an address",
                "leave it out",
            ));
        }
        match piece.chars().find(|&c| !is_literal(c)) {
            None => Ok(()),
            Some(bad) => Err(self.bad_character(bad)),
        }
    }

    fn bad_character(self, bad: char) -> RouteError {
        let what = match bad {
            '?' | '#' => format!("must not contain `{bad}`, a route is the path alone"),
            ' ' => "must not contain a space".to_owned(),
            c if c.is_control() => format!("must not contain `{}`", c.escape_default()),
            c => format!("must not contain `{c}`"),
        };
        let fix = match bad {
            '?' | '#' => "drop everything from there on",
            '%' => "write the character itself, or take the segment as a parameter `[name]`",
            '{' | '}' | '*' => {
                "a parameter is written `[name]`, a catch-all `[...name]`, an optional one `[[...name]]`"
            }
            '<' | '>' => "a parameter is written `[name]`",
            _ => {
                "clients percent-encode it: use other words, or take the segment as a parameter `[name]`"
            }
        };
        self.error(&what, fix)
    }

    fn mixed(self) -> RouteError {
        self.error(
            "mixes text and a parameter",
            "a parameter must be a whole segment, such as `[name]`: take the text apart in the page",
        )
    }
}

/// The Next.js form of a parameter that is written as another router has it.
fn foreign_form(piece: &str) -> Option<String> {
    let braces = |open, close| piece.strip_prefix(open)?.strip_suffix(close);
    let (name, rest) = if let Some(name) = braces("{*", "}").or_else(|| piece.strip_prefix('*')) {
        (name, true)
    } else if let Some(name) = braces("{", "}").or_else(|| braces("<", ">")) {
        (name, false)
    } else {
        (piece.strip_prefix(':')?, false)
    };
    let (rest, name) = match name.strip_suffix('*') {
        Some(name) => (true, name),
        None => (rest, name),
    };
    let (open, placeholder) = if rest {
        ("[...", "rest")
    } else {
        ("[", "name")
    };
    // A name that is no name itself gets the general form, not a wrong one.
    let name = if is_name(name) { name } else { placeholder };
    Some(format!("{open}{name}]"))
}

/// Whether a struct field can have this name: ASCII, as Rust spells it.
fn is_name(name: &str) -> bool {
    let tail = match name.as_bytes() {
        [b'_', tail @ ..] if !tail.is_empty() => tail,
        [first, tail @ ..] if first.is_ascii_alphabetic() => tail,
        _ => return false,
    };
    tail.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a character reaches a server as it is, and the router takes it literally.
///
/// These are the `pchar` of RFC 3986 without `%` (more than one spelling) and
/// `*` (reads like a wildcard).
fn is_literal(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~!$&'()+,;=:@".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(piece: &str) -> String {
        parse(piece, 2).unwrap_err().to_string()
    }

    #[test]
    fn unclosed_brackets_name_what_is_missing() {
        let cases = [
            (
                "[slug",
                "`[slug` is missing its `]` (segment 2): write `[slug]`",
            ),
            (
                "slug]",
                "`slug]` is missing its `[` (segment 2): write `[slug]`",
            ),
            (
                "[...r",
                "`[...r` is missing its `]` (segment 2): write `[...r]`",
            ),
            (
                "[[...r",
                "`[[...r` is missing its `]]` (segment 2): write `[[...r]]`",
            ),
            (
                "[[...r]",
                "`[[...r]` is missing a second `]` (segment 2): write `[[...r]]`",
            ),
            (
                "[slug]]",
                "`[slug]]` has a `]` too many (segment 2): write `[slug]`",
            ),
        ];
        for (piece, message) in cases {
            assert_eq!(error(piece), message);
        }
    }

    #[test]
    fn forms_of_other_routers_are_translated() {
        let cases = [
            (":id", "`:id` is not Next.js form (segment 2): write `[id]`"),
            (
                "{id}",
                "`{id}` is not Next.js form (segment 2): write `[id]`",
            ),
            (
                "<id>",
                "`<id>` is not Next.js form (segment 2): write `[id]`",
            ),
            (
                "{*path}",
                "`{*path}` is not Next.js form (segment 2): write `[...path]`",
            ),
            (
                "*path",
                "`*path` is not Next.js form (segment 2): write `[...path]`",
            ),
            (
                ":path*",
                "`:path*` is not Next.js form (segment 2): write `[...path]`",
            ),
            (
                "*",
                "`*` is not Next.js form (segment 2): write `[...rest]`",
            ),
            (
                "**",
                "`**` is not Next.js form (segment 2): write `[...rest]`",
            ),
            ("{}", "`{}` is not Next.js form (segment 2): write `[name]`"),
            (
                "[*path]",
                "`[*path]` is not Next.js form (segment 2): write `[...path]`",
            ),
            (
                "[..path]",
                "`[..path]` is not Next.js form (segment 2): write `[...path]`",
            ),
            (
                "[\u{2026}path]",
                "`[\u{2026}path]` is not Next.js form (segment 2): write `[...path]`",
            ),
        ];
        for (piece, message) in cases {
            assert_eq!(error(piece), message);
        }
    }

    #[test]
    fn a_parameter_is_a_whole_segment() {
        for piece in [
            "[id].json",
            "post-[id]",
            "[a][b]",
            "[[...r]].json",
            "a[b",
            "a]b",
        ] {
            assert!(
                error(piece).contains("mixes text and a parameter (segment 2)"),
                "{piece}"
            );
        }
    }

    #[test]
    fn only_a_catch_all_is_optional() {
        assert_eq!(
            error("[[id]]"),
            "`[[id]]` is not a parameter: only a catch-all can be optional (segment 2): \
             write `[[...id]]`, or mount two routes",
        );
    }

    #[test]
    fn parameter_names_are_field_names() {
        for piece in ["[a]", "[_a]", "[a_1]", "[camelCase]", "[type]", "[...__x]"] {
            assert!(parse(piece, 1).is_ok(), "{piece}");
        }
        assert!(error("[]").ends_with("write `[name]`"));
        assert!(error("[...]").ends_with("write `[...name]`"));
        assert!(error("[product-id]").ends_with("write `[product_id]`"));
        assert!(error("[id?]").ends_with("write `[id]`"));
        assert!(error("[[...a b]]").ends_with("write `[[...a_b]]`"));
        for piece in ["[_]", "[1st]", "[\u{e9}]", "[-]"] {
            assert!(
                error(piece).ends_with("beginning with a letter or `_`"),
                "{piece}"
            );
        }
    }

    #[test]
    fn characters_that_need_encoding_are_refused() {
        assert_eq!(
            error("a?b=1"),
            "`a?b=1` must not contain `?`, a route is the path alone (segment 2): \
             drop everything from there on",
        );
        assert!(error("a#b").contains("must not contain `#`"));
        assert!(error("a b").contains("must not contain a space"));
        assert!(error("a%20b").contains("must not contain `%`"));
        assert!(error("caf\u{e9}").contains("must not contain `\u{e9}`"));
        assert!(error("a{b").contains("a parameter is written `[name]`"));
        assert!(error("a*").contains("a catch-all `[...name]`"));
        assert!(error("a\u{7}").contains("must not contain `\\u{7}`"));
        assert!(error("a\\b").contains("must not contain `\\`"));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        assert!(error("..").contains("never reaches a server"));
        assert!(error("(shop)").contains("route group"));
        assert!(parse("f(x)", 1).is_ok());
    }
}
