//! Finds out what a type asks for by offering it one thing after another, and
//! compares that with a route.
//!
//! What serde derives is asked as it will be asked by a request, so names are
//! right whatever renames them, and a field is required exactly where reading
//! without it fails. A value that a type of the app's own does not take ends the
//! search: of what is not known, nothing is said.

use affordances_grammar::Route;
use affordances_grammar::route::{Field, Others, Parameter, ParameterKind, Reads, mismatch};
use affordances_grammar::text::ConstText;

use super::AttemptFn;
use super::attempt::{Attempt, Complaint, Shape};

/// Texts that are offered in turn: as a number, a word, an identifier.
const TEXTS: [&str; 3] = ["1", "a", "00000000-0000-0000-0000-000000000000"];

/// What is wrong between `route` and the type that `attempt` reads, each as one
/// sentence.
pub(crate) fn mismatches(route: &str, attempt: AttemptFn, all: bool) -> Vec<String> {
    let Ok(parsed) = Route::parse(route) else {
        return Vec::new(); // the macro has read it
    };
    let names: Vec<_> = parsed.parameters().map(Parameter::name).collect();
    let full = search(&names, attempt);
    let fields = match full.shape {
        Shape::Open => return Vec::new(),
        Shape::Values(number) => return told(route, &Reads::Values(number), all),
        Shape::Fields(fields) => fields,
    };
    // A field that is asked for only where the optional catch-all is absent is
    // the one that takes it.
    let optional = parsed
        .parameters()
        .find(|parameter| parameter.kind() == ParameterKind::OptionalRest)
        .map(Parameter::name)
        .filter(|_| full.is_content);
    let takes_optional = optional.and_then(|optional| {
        let without: Vec<_> = names.iter().copied().filter(|n| *n != optional).collect();
        let missing = search(&without, attempt).missing;
        missing
            .into_iter()
            .find(|field| !full.missing.contains(field))
    });
    let mut rows: Vec<(Vec<&str>, bool)> = fields
        .iter()
        .map(|field| (vec![*field], full.missing.contains(field)))
        .collect();
    if let (Some(field), Some(optional)) = (takes_optional, optional) {
        rows.retain(|(names, _)| names[0] != field);
        rows.push((vec![field, optional], true));
    }
    let fields: Vec<_> = rows
        .iter()
        .map(|(names, required)| Field {
            names,
            required: *required,
        })
        .collect();
    let reads = Reads::Fields {
        fields: &fields,
        others: if full.refuses_others {
            Others::Refused
        } else {
            Others::Ignored
        },
    };
    told(route, &reads, all)
}

fn told(route: &str, reads: &Reads<'_>, all: bool) -> Vec<String> {
    (0..)
        .map_while(|n| mismatch(route, reads, all, n))
        .map(|found| {
            let text = found.what(route, ConstText::new()).add(": ");
            found.fix(route, text).as_str().to_owned()
        })
        .collect()
}

/// What a search has found.
struct Found {
    shape: Shape,
    /// Fields that were asked for and not offered.
    missing: Vec<&'static str>,
    refuses_others: bool,
    /// The type was read in the end.
    is_content: bool,
}

/// Offers `names`, and then what is asked for, until the type is content or
/// cannot be made so.
fn search(names: &[&str], attempt: AttemptFn) -> Found {
    let mut offered: Vec<(&str, usize)> = names.iter().map(|name| (*name, 0)).collect();
    let mut found = Found {
        shape: Shape::Open,
        missing: Vec::new(),
        refuses_others: false,
        is_content: false,
    };
    loop {
        let with_values = offered.iter().map(|(name, text)| (*name, TEXTS[*text]));
        let mut go = Attempt::new(with_values.collect());
        attempt(&mut go);
        found.shape = go.shape;
        found.is_content = go.complaint.is_none();
        let last = go.last;
        match go.complaint {
            Some(Complaint::Missing(field)) if !found.missing.contains(&field) => {
                found.missing.push(field);
                offered.push((field, 0));
            }
            Some(Complaint::Unknown) if last < offered.len() => {
                found.refuses_others = true;
                offered.remove(last);
            }
            Some(Complaint::Other)
                if offered
                    .get(last)
                    .is_some_and(|(_, text)| text + 1 < TEXTS.len()) =>
            {
                offered[last].1 += 1;
            }
            _ => return found,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::super::attempt;
    use super::*;

    fn told<T: DeserializeOwned>(route: &str) -> Vec<String> {
        mismatches(route, attempt::<T>, true)
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "its names are what is looked at")]
    struct Renamed {
        product_slug: String,
        #[serde(alias = "number")]
        page: u32,
        #[serde(default)]
        language: String,
        variant: Option<u8>,
        #[serde(skip)]
        skipped: u8,
    }

    #[test]
    fn fields_have_the_names_that_serde_gives_them() {
        assert_eq!(told::<Renamed>("/[productSlug]/[page]"), [""; 0]);
        assert_eq!(told::<Renamed>("/[productSlug]/[number]"), [""; 0]);
        assert_eq!(told::<Renamed>("/[productSlug]/[page]/[variant]"), [""; 0]);
        assert_eq!(
            told::<Renamed>("/[product_slug]/[page]"),
            [
                "`productSlug` is not a parameter of route `/[product_slug]/[page]`: \
              its parameters are `product_slug`, `page`"
            ],
        );
        assert_eq!(
            told::<Renamed>("/[productSlug]/[page]/[skipped]"),
            [
                "no field takes `[skipped]` of route `/[productSlug]/[page]/[skipped]`: \
              add `skipped: String`"
            ],
        );
        assert_eq!(told::<Renamed>("/").len(), 2);
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "its names are what is looked at")]
    struct Strict {
        slug: String,
    }

    #[test]
    fn a_struct_that_refuses_others_must_know_every_parameter() {
        assert_eq!(mismatches("/[slug]", attempt::<Strict>, false), [""; 0]);
        assert_eq!(
            mismatches("/[slug]/[id]", attempt::<Strict>, false),
            ["no field takes `[id]` of route `/[slug]/[id]`: add `id: String`"],
        );
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "its names are what is looked at")]
    struct Docs<T> {
        #[serde(rename = "shelf")]
        at: u8,
        #[serde(alias = "rest")]
        path: T,
    }

    #[test]
    fn an_optional_catch_all_is_an_option() {
        for route in ["/[shelf]/[[...path]]", "/[shelf]/[[...rest]]"] {
            assert_eq!(told::<Docs<Option<String>>>(route), [""; 0]);
            let told = told::<Docs<String>>(route);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].ends_with("may be absent: its field must be an `Option<String>`"));
        }
        assert_eq!(told::<Docs<String>>("/[shelf]/[...path]"), [""; 0]);
    }

    /// Takes none of the texts that are made up.
    #[derive(Deserialize)]
    #[serde(try_from = "String")]
    struct Colour;

    impl TryFrom<String> for Colour {
        type Error = &'static str;
        fn try_from(_: String) -> Result<Self, Self::Error> {
            Err("no colour")
        }
    }

    #[derive(Deserialize)]
    #[serde(try_from = "String")]
    #[expect(dead_code, reason = "its names are what is looked at")]
    struct Identifier(String);

    impl TryFrom<String> for Identifier {
        type Error = &'static str;
        fn try_from(text: String) -> Result<Self, Self::Error> {
            (text.len() == 36).then_some(Self(text)).ok_or("no UUID")
        }
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "its names are what is looked at")]
    struct Typed<T> {
        value: T,
        other: u8,
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        assert_eq!(told::<Typed<Identifier>>("/[value]").len(), 1);
        assert_eq!(told::<Typed<Colour>>("/[value]"), [""; 0]);
        // Which names there are is known all the same.
        assert_eq!(told::<Typed<Colour>>("/[value]/[more]").len(), 1);
    }

    #[derive(Deserialize)]
    enum Order {
        Up,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "its shape is what is looked at")]
    struct Pair(u8, String);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "its shape is what is looked at")]
    struct Within(Strict);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "its shape is what is looked at")]
    struct Flat {
        slug: String,
        #[serde(flatten)]
        others: HashMap<String, String>,
    }

    #[test]
    fn other_shapes_are_counted_or_left_alone() {
        assert_eq!(told::<Order>("/[order]"), [""; 0]);
        assert_eq!(told::<Order>("/").len(), 1);
        assert_eq!(told::<Pair>("/[a]/[b]"), [""; 0]);
        assert_eq!(told::<Pair>("/[a]").len(), 1);
        assert_eq!(told::<Pair>("/[a]/[[...b]]").len(), 1);
        assert_eq!(told::<Within>("/[slug]"), [""; 0]);
        assert_eq!(told::<Within>("/[id]").len(), 1);
        for route in ["/", "/[a]", "/[a]/[[...b]]"] {
            assert_eq!(told::<Flat>(route), [""; 0]);
            assert_eq!(told::<Vec<String>>(route), [""; 0]);
            assert_eq!(told::<HashMap<String, String>>(route), [""; 0]);
            assert_eq!(told::<()>(route), [""; 0]);
        }
    }
}
