//! The rule between a route and what a handler reads from it: which names, or how many values.
//!
//! It is one rule for three times: the macro that sees the struct, the constant
//! that sees what a struct from elsewhere has published, and the start of a site
//! that asks serde. So it is a `const fn`, and so are its words.

use super::ParameterKind;
use crate::names::same;
use crate::text::ConstText;

/// What a type reads from a path.
#[derive(Debug, Clone, Copy)]
pub enum Reads<'a> {
    /// Whatever there is, as `()`, a list or a map do.
    Anything,
    /// As many values as this, in order: `String`, or a tuple.
    Values(usize),
    /// Values by their names.
    Fields {
        /// Which names.
        fields: &'a [Field<'a>],
        /// What no field names: `Refused` by `#[serde(deny_unknown_fields)]`,
        /// `Kept` by `#[serde(flatten)]`.
        others: Others,
    },
}

/// One field of a struct.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// The names under which its value may come; the first is its own.
    pub names: &'a [&'a str],
    /// Whether there must be a value.
    pub required: bool,
}

/// What a struct does with a value that no field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// It passes over it.
    Ignored,
    /// It keeps it.
    Kept,
    /// It fails.
    Refused,
}

/// What is wrong between a route and what is read from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch<'a> {
    /// Other than the route's number of values is asked for.
    Count {
        /// How many are asked for.
        asked: usize,
        /// How many the route has.
        given: usize,
    },
    /// Values are asked for by number, and an optional catch-all may be absent.
    Varies {
        /// The catch-all.
        name: &'a str,
    },
    /// A field must have a value that the route never has.
    Unknown {
        /// The field's number.
        field: usize,
        /// Its name.
        name: &'a str,
    },
    /// A field must have a value that an optional catch-all may lack.
    MayBeAbsent {
        /// The field's number.
        field: usize,
        /// The catch-all.
        name: &'a str,
    },
    /// No field takes a parameter, and every parameter is to be taken.
    Unread {
        /// The parameter.
        name: &'a str,
        /// How much it takes.
        kind: ParameterKind,
    },
}

/// Mismatch number `n` between a valid route and what is read from it; `None`
/// where there are no more than `n`.
///
/// `all`: every parameter of the route is to be read, as a load does. That one
/// is not read is no mismatch of its own beside a field that the route does not
/// know: this is likely the same one, misspelt.
///
/// # Example
///
/// ```
/// use affordances_grammar::route::{Field, Mismatch, Others, Reads, mismatch};
///
/// const SLUG: Field<'_> = Field { names: &["slug"], required: true };
/// const PARAMS: Reads<'_> = Reads::Fields { fields: &[SLUG], others: Others::Ignored };
///
/// const _: () = assert!(mismatch("/products/[slug]", &PARAMS, true, 0).is_none());
/// assert_eq!(
///     mismatch("/products/[id]", &PARAMS, true, 0),
///     Some(Mismatch::Unknown { field: 0, name: "slug" }),
/// );
/// ```
#[must_use]
pub const fn mismatch<'a>(
    route: &'a str,
    reads: &Reads<'a>,
    all: bool,
    n: usize,
) -> Option<Mismatch<'a>> {
    match *reads {
        Reads::Anything => None,
        Reads::Values(asked) => {
            let found = values(route, asked);
            if n == 0 { found } else { None }
        }
        Reads::Fields { fields, others } => {
            let all = match others {
                Others::Kept => false,
                Others::Refused => true,
                Others::Ignored => all,
            };
            named(route, fields, all, n)
        }
    }
}

const fn values(route: &str, asked: usize) -> Option<Mismatch<'_>> {
    let mut given = 0;
    while let Some((name, kind)) = parameter(route, given) {
        if matches!(kind, ParameterKind::OptionalRest) {
            return Some(Mismatch::Varies { name });
        }
        given += 1;
    }
    if asked == given {
        None
    } else {
        Some(Mismatch::Count { asked, given })
    }
}

const fn named<'a>(
    route: &'a str,
    fields: &'a [Field<'a>],
    all: bool,
    n: usize,
) -> Option<Mismatch<'a>> {
    let mut found = 0;
    let mut is_misspelt = false;
    let mut field = 0;
    while field < fields.len() {
        let Field { names, required } = fields[field];
        let mismatch = match find(route, names) {
            None if required && !names.is_empty() => {
                is_misspelt = true;
                Some(Mismatch::Unknown {
                    field,
                    name: names[0],
                })
            }
            Some((name, ParameterKind::OptionalRest)) if required => {
                Some(Mismatch::MayBeAbsent { field, name })
            }
            _ => None,
        };
        if mismatch.is_some() {
            if found == n {
                return mismatch;
            }
            found += 1;
        }
        field += 1;
    }
    if !all || is_misspelt {
        return None;
    }
    let mut number = 0;
    while let Some((name, kind)) = parameter(route, number) {
        if !is_read(fields, name) {
            if found == n {
                return Some(Mismatch::Unread { name, kind });
            }
            found += 1;
        }
        number += 1;
    }
    None
}

/// The route's parameter that bears one of `names`.
const fn find<'a>(route: &'a str, names: &[&str]) -> Option<(&'a str, ParameterKind)> {
    let mut number = 0;
    while let Some((name, kind)) = parameter(route, number) {
        if contains(names, name) {
            return Some((name, kind));
        }
        number += 1;
    }
    None
}

const fn is_read(fields: &[Field<'_>], name: &str) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if contains(fields[i].names, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut i = 0;
    while i < names.len() {
        if same(names[i], name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Parameter number `n` of a valid route.
const fn parameter(route: &str, mut n: usize) -> Option<(&str, ParameterKind)> {
    let mut rest = route;
    loop {
        let (segment, after) = match cut(rest, b'/') {
            Some(parts) => parts,
            None => (rest, ""),
        };
        if let Some(parameter) = read(segment) {
            if n == 0 {
                return Some(parameter);
            }
            n -= 1;
        }
        if after.is_empty() {
            return None;
        }
        rest = after;
    }
}

const fn read(segment: &str) -> Option<(&str, ParameterKind)> {
    let (before, kind) = match segment.as_bytes() {
        [b'[', b'[', ..] => ("[[...", ParameterKind::OptionalRest),
        [b'[', b'.', ..] => ("[...", ParameterKind::Rest),
        [b'[', ..] => ("[", ParameterKind::One),
        _ => return None,
    };
    if segment.len() < before.len() {
        return None; // not a valid route
    }
    match cut(segment.split_at(before.len()).1, b']') {
        Some((name, _)) => Some((name, kind)),
        None => None,
    }
}

/// What stands before the first `at`, and what stands behind it.
const fn cut(text: &str, at: u8) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == at {
            let (before, rest) = text.split_at(i);
            return Some((before, rest.split_at(1).1));
        }
        i += 1;
    }
    None
}

impl Mismatch<'_> {
    /// What is wrong, behind `text`.
    #[must_use]
    pub const fn what(&self, route: &str, text: ConstText) -> ConstText {
        match *self {
            Self::Count { asked, given } => {
                let text = text.add("`Path` asks for ").number(asked);
                text.add(if asked == 1 {
                    " parameter"
                } else {
                    " parameters"
                })
                .add(" and route `")
                .add(route)
                .add("` has ")
                .number(given)
            }
            Self::Varies { name } => optional(text, name)
                .add(" of route `")
                .add(route)
                .add("` may be absent, so the number of values varies"),
            Self::Unknown { name, .. } => text
                .add("`")
                .add(name)
                .add("` is not a parameter of route `")
                .add(route)
                .add("`"),
            Self::MayBeAbsent { name, .. } => optional(text, name).add(" may be absent"),
            Self::Unread { name, kind } => {
                let text = text.add("no field takes `");
                let text = match kind {
                    ParameterKind::One => text.add("["),
                    ParameterKind::Rest => text.add("[..."),
                    ParameterKind::OptionalRest => text.add("[[..."),
                };
                let text = text.add(name).add(match kind {
                    ParameterKind::One | ParameterKind::Rest => "]",
                    ParameterKind::OptionalRest => "]]",
                });
                text.add("` of route `").add(route).add("`")
            }
        }
    }

    /// How to mend it, behind `text`.
    #[must_use]
    pub const fn fix(&self, route: &str, text: ConstText) -> ConstText {
        match *self {
            Self::Count { .. } | Self::Unknown { .. } => what_there_is(route, text),
            Self::Varies { name } => text
                .add("read it by name: a struct with `")
                .add(name)
                .add(": Option<String>`"),
            Self::MayBeAbsent { .. } => text.add("its field must be an `Option<String>`"),
            Self::Unread { name, kind } => {
                let text = text.add("add `").add(name);
                match kind {
                    ParameterKind::One | ParameterKind::Rest => text.add(": String`"),
                    ParameterKind::OptionalRest => text.add(": Option<String>`"),
                }
            }
        }
    }
}

const fn optional(text: ConstText, name: &str) -> ConstText {
    text.add("`[[...").add(name).add("]]`")
}

/// The route's parameters in words.
const fn what_there_is(route: &str, text: ConstText) -> ConstText {
    let mut number = 0;
    let mut text = text;
    while let Some((name, _)) = parameter(route, number) {
        text = match number {
            0 => text.add("its parameters are "),
            _ => text.add(", "),
        };
        text = text.add("`").add(name).add("`");
        number += 1;
    }
    if number == 0 {
        text.add("the route has no parameters")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::Route;
    use super::*;

    fn field<'a>(names: &'a [&'a str], required: bool) -> Field<'a> {
        Field { names, required }
    }

    /// Every mismatch, in words.
    fn told(route: &str, reads: &Reads<'_>, all: bool) -> Vec<String> {
        (0..)
            .map_while(|n| mismatch(route, reads, all, n))
            .map(|mismatch| {
                let text = mismatch.what(route, ConstText::new()).add("; ");
                mismatch.fix(route, text).as_str().to_owned()
            })
            .collect()
    }

    fn fields<'a>(fields: &'a [Field<'a>], others: Others) -> Reads<'a> {
        Reads::Fields { fields, others }
    }

    #[test]
    fn parameters_are_those_of_the_parser() {
        for text in [
            "/",
            "/a",
            "/a/[b]/c/[d]",
            "/[...x]",
            "/a/[[...x]]",
            "/[a]/[[...x]]",
        ] {
            let route = Route::parse(text).unwrap();
            let parsed: Vec<_> = route.parameters().map(|p| (p.name(), p.kind())).collect();
            let read: Vec<_> = (0..).map_while(|n| parameter(text, n)).collect();
            assert_eq!(read, parsed, "{text}");
        }
    }

    #[test]
    fn text_that_is_no_route_does_not_panic() {
        for text in ["", "[", "[[", "/[", "/[[", "/[...", "/[[..", "//]", "/]["] {
            let _ = parameter(text, 0);
        }
    }

    #[test]
    fn a_required_field_is_a_parameter() {
        let slug = [field(&["slug"], true), field(&["lang"], false)];
        let reads = fields(&slug, Others::Ignored);
        assert_eq!(told("/[slug]", &reads, true), [""; 0]);
        assert_eq!(
            told("/[id]", &reads, true),
            ["`slug` is not a parameter of route `/[id]`; its parameters are `id`"],
        );
        assert_eq!(
            told("/", &reads, false),
            ["`slug` is not a parameter of route `/`; the route has no parameters"],
        );
        let aliased = [field(&["name", "slug"], true)];
        assert_eq!(
            told("/[slug]", &fields(&aliased, Others::Ignored), true),
            [""; 0]
        );
    }

    #[test]
    fn where_everything_is_to_be_read_a_parameter_without_field_is_told() {
        let a = [field(&["a"], true)];
        let unread = ["no field takes `[b]` of route `/[a]/[b]`; add `b: String`"];
        assert_eq!(told("/[a]/[b]", &fields(&a, Others::Ignored), true), unread);
        assert_eq!(
            told("/[a]/[b]", &fields(&a, Others::Ignored), false),
            [""; 0]
        );
        assert_eq!(
            told("/[a]/[b]", &fields(&a, Others::Refused), false),
            unread
        );
        assert_eq!(told("/[a]/[b]", &fields(&a, Others::Kept), true), [""; 0]);
        assert_eq!(
            told("/[[...b]]", &fields(&[], Others::Ignored), true),
            ["no field takes `[[...b]]` of route `/[[...b]]`; add `b: Option<String>`"],
        );
    }

    #[test]
    fn a_misspelt_field_is_one_mismatch() {
        let misspelt = [field(&["slgu"], true)];
        let told = told("/[slug]", &fields(&misspelt, Others::Ignored), true);
        assert_eq!(told.len(), 1, "{told:?}");
    }

    #[test]
    fn an_optional_catch_all_may_be_absent() {
        let route = "/docs/[[...path]]";
        let required = [field(&["path"], true)];
        assert_eq!(
            told(route, &fields(&required, Others::Ignored), true),
            ["`[[...path]]` may be absent; its field must be an `Option<String>`"],
        );
        let optional = [field(&["path"], false)];
        assert_eq!(
            told(route, &fields(&optional, Others::Ignored), true),
            [""; 0]
        );
        assert_eq!(
            told(route, &Reads::Values(1), true),
            [
                "`[[...path]]` of route `/docs/[[...path]]` may be absent, so the number of values \
              varies; read it by name: a struct with `path: Option<String>`"
            ],
        );
        assert_eq!(told(route, &Reads::Anything, true), [""; 0]);
    }

    #[test]
    fn values_are_counted() {
        assert_eq!(told("/[a]/[...b]", &Reads::Values(2), false), [""; 0]);
        assert_eq!(
            told("/[a]/[...b]", &Reads::Values(1), false),
            [
                "`Path` asks for 1 parameter and route `/[a]/[...b]` has 2; \
              its parameters are `a`, `b`"
            ],
        );
    }
}
