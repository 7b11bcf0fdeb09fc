//! Path parameters against the route, where the macro cannot see the struct: what is published agrees with
//! serde, and what is not published shows when the site starts.

use affordances::__private::{Others, Reads};
use affordances::PathParams;
use affordances::prelude::*;
use axum::Router;
use serde::de::{Deserializer, Error as _, Visitor, value};
use serde::forward_to_deserialize_any;

/// What serde's derive asks for by `deserialize_struct`.
struct Names<'a>(&'a mut Vec<&'static str>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, value::Error> {
        self.0.extend(fields);
        Err(value::Error::custom("that is all"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[track_caller]
fn agrees_with_serde<T: PathParams + for<'de> Deserialize<'de>>() {
    let mut asked = Vec::new();
    let _ = T::deserialize(Names(&mut asked));
    let Reads::Fields { fields, .. } = T::READS else {
        panic!("a struct has fields");
    };
    let mut published: Vec<_> = fields
        .iter()
        .flat_map(|field| field.names)
        .copied()
        .collect();
    published.sort_unstable();
    asked.sort_unstable();
    assert_eq!(published, asked);
}

macro_rules! renamed {
    ($($rule:literal)*) => {$({
        #[derive(Deserialize, PathParams)]
        #[serde(rename_all = $rule)]
        #[allow(non_snake_case, dead_code, reason = "names of every sort")]
        struct Renamed {
            plain: u8,
            two_words: u8,
            _led: u8,
            ended_: u8,
            two__score: u8,
            v2_export: u8,
            camelCase: u8,
            LOUD: u8,
            r#type: u8,
            #[serde(rename = "Own Name")]
            own: u8,
            #[serde(rename(deserialize = "in", serialize = "out"))]
            one_way: u8,
            #[serde(alias = "one", alias = "another")]
            aliased: u8,
            #[serde(skip)]
            skipped: u8,
            #[serde(skip_deserializing)]
            not_read: u8,
            #[serde(skip_serializing)]
            not_written: u8,
        }
        agrees_with_serde::<Renamed>();
    })*};
}

#[test]
fn names_are_published_as_serde_reads_them() {
    renamed! {
        "lowercase" "UPPERCASE" "PascalCase" "camelCase" "snake_case" "SCREAMING_SNAKE_CASE"
        "kebab-case" "SCREAMING-KEBAB-CASE"
    }
}

#[test]
fn presence_is_published_as_serde_has_it() {
    type Maybe = Option<u8>;

    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
        Option::deserialize(from)
    }

    #[derive(Deserialize, PathParams)]
    #[allow(dead_code, reason = "its fields are what is looked at")]
    struct Mixed {
        required: u8,
        optional: Option<u8>,
        aliased: Maybe,
        #[serde(default)]
        defaulted: u8,
        #[serde(deserialize_with = "read")]
        by_hand: Option<u8>,
        #[serde(default, deserialize_with = "read")]
        by_hand_or_not: Option<u8>,
    }
    let Reads::Fields { fields, others } = Mixed::READS else {
        panic!("a struct has fields");
    };
    let required: Vec<_> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.names[0])
        .collect();
    assert_eq!(
        (required, others),
        (vec!["required", "by_hand"], Others::Ignored)
    );
    let missing = |json| {
        serde_json::from_str::<Mixed>(json)
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    assert!(missing(r#"{"required":1}"#).starts_with("missing field `by_hand`"));
    assert!(missing(r#"{"by_hand":1}"#).starts_with("missing field `required`"));
    assert!(serde_json::from_str::<Mixed>(r#"{"required":1,"by_hand":1}"#).is_ok());
}

/// Not published: serde is asked when the site starts.
#[derive(Deserialize)]
pub(crate) struct Params {
    #[serde(rename = "slug")]
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strict {
    slug: String,
}

#[derive(Deserialize)]
pub(crate) struct Rest<T> {
    rest: T,
}

/// A page whose handlers do not agree with its route.
#[page(route = "/things/[id]", state = ())]
pub(crate) mod thing {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        pub(crate) name: String,
    }

    #[load]
    pub(crate) fn load(Path(params): Path<Params>) -> Entities {
        Entities { name: params.name }
    }

    #[view]
    pub(crate) fn view(Path(strict): Path<Strict>, Path(rest): Path<Rest<String>>) -> Html<String> {
        Html(strict.slug + &rest.rest)
    }
}

/// A page whose handlers do.
#[page(route = "/docs/[slug]/[[...rest]]", state = ())]
pub(crate) mod docs {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        pub(crate) name: String,
    }

    #[load]
    pub(crate) fn load(Path(params): Path<All>) -> Entities {
        Entities {
            name: params.slug + &params.rest.unwrap_or_default(),
        }
    }

    #[view]
    pub(crate) fn view(Path(rest): Path<Rest<String>>, entities: &Entities) -> Html<String> {
        Html(rest.rest + &entities.name)
    }
}

#[derive(Deserialize)]
pub(crate) struct All {
    slug: String,
    rest: Option<String>,
}

site! { static THINGS: () = { name: "Things", auth: [], pages: [thing] } }
site! { static DOCS: () = { name: "Docs", auth: [], pages: [docs] } }

fn faults(site: Affordances<()>) -> Vec<String> {
    let app = Router::new().merge(site.pages());
    let faults = site.finish(app).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

/// The line on which a parameter of this file is written.
fn line_of(text: &str) -> usize {
    let file = include_str!("path_params.rs");
    1 + file.lines().position(|line| line.contains(text)).unwrap()
}

#[test]
fn finish_names_what_handlers_read_and_the_route_does_not_have() {
    let parameter = |handler: &str, spelled: &str, told: &str| {
        let line = line_of(&format!("): Path<{spelled}>"));
        format!(
            "page `thing`: `{handler}` (tests/it/path_params.rs:{line}) takes `Path<{spelled}>`, and in it {told}"
        )
    };
    let no = |name: &str| {
        format!("`{name}` is not a parameter of route `/things/[id]`: its parameters are `id`")
    };
    assert_eq!(
        faults(Affordances::new(&THINGS)),
        [
            parameter("load", "Params", &no("slug")),
            parameter("view", "Strict", &no("slug")),
            parameter("view", "Rest<String>", &no("rest")),
        ]
    );
}

#[test]
fn finish_names_an_optional_catch_all_that_is_always_asked_for() {
    let [fault] = &faults(Affordances::new(&DOCS))[..] else {
        panic!("the load is content");
    };
    let told = "takes `Path<Rest<String>>`, and in it `[[...rest]]` may be absent: \
                its field must be an `Option<String>`";
    assert!(fault.ends_with(told), "{fault}");
}
