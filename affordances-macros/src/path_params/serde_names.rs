//! Which names a field is read under: serde's `rename`, `rename_all`, `alias` and their kin.
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Token};

/// What serde reads into a field.
pub(crate) struct Names {
    /// The names under which a value may come; the first is the field's own.
    pub(crate) accepted: Vec<String>,
    pub(crate) presence: Presence,
}

/// Whether serde asks for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Unless the field's type is an `Option`.
    Required,
    /// Even for an `Option`: `#[serde(deserialize_with)]`.
    Always,
    /// `#[serde(default)]`
    Optional,
    /// `#[serde(skip)]`
    Never,
    /// `#[serde(flatten)]`: takes what no other field does.
    Flattened,
}

/// What is said about a struct as a whole.
pub(crate) struct Container {
    rename_all: Option<String>,
    has_default: bool,
    /// `deny_unknown_fields`
    pub(crate) refuses_others: bool,
    /// It is read as what it is: as a map of its fields.
    pub(crate) is_plain: bool,
}

/// The settings of a struct, from its attributes.
pub(crate) fn container(attrs: &[Attribute]) -> Container {
    let mut read = Container {
        rename_all: None,
        has_default: false,
        refuses_others: false,
        is_plain: !is_conditional(attrs),
    };
    each_setting(attrs, &mut |setting, value| match (setting, value) {
        ("rename_all", Some(rule)) => read.rename_all = Some(rule.to_owned()),
        ("default", _) => read.has_default = true,
        ("deny_unknown_fields", _) => read.refuses_others = true,
        ("from" | "try_from" | "remote" | "transparent", _) => read.is_plain = false,
        _ => {}
    });
    read
}

/// The names of a field, from its attributes and its struct's settings.
pub(crate) fn names(field: &Ident, attrs: &[Attribute], container: &Container) -> Names {
    let field = field.unraw().to_string();
    let rule = container.rename_all.as_deref();
    let mut own = rule.map_or_else(|| field.clone(), |rule| renamed(&field, rule));
    let mut accepted = Vec::new();
    let mut presence = if container.has_default {
        Presence::Optional
    } else {
        Presence::Required
    };
    each_setting(attrs, &mut |setting, value| match (setting, value) {
        ("rename", Some(name)) => own = name.to_owned(),
        ("alias", Some(name)) => accepted.push(name.to_owned()),
        ("default", _) => presence = Presence::Optional,
        ("with" | "deserialize_with", _) if presence == Presence::Required => {
            presence = Presence::Always;
        }
        ("skip" | "skip_deserializing", _) => presence = Presence::Never,
        ("flatten", _) => presence = Presence::Flattened,
        _ => {}
    });
    accepted.insert(0, own);
    Names { accepted, presence }
}

/// Whether serde's settings depend on a `cfg` that is not decided yet.
pub(crate) fn is_conditional(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let tokens = attr.meta.require_list().map(|list| list.tokens.to_string());
        attr.path().is_ident("cfg_attr") && tokens.is_ok_and(|text| text.contains("serde"))
    })
}

/// Calls `take` with every setting that counts for reading, `rename(deserialize = "..")` as `rename`.
/// What does not parse is serde's to report.
fn each_setting(attrs: &[Attribute], take: &mut dyn FnMut(&str, Option<&str>)) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let _ = attr.parse_nested_meta(|meta| {
            let Some(name) = meta.path.get_ident().map(Ident::to_string) else {
                return Ok(());
            };
            if meta.input.peek(syn::token::Paren) {
                return meta.parse_nested_meta(|direction| {
                    let value = text(direction.input)?;
                    if direction.path.is_ident("deserialize") {
                        take(&name, value.as_deref());
                    }
                    Ok(())
                });
            }
            let value = text(meta.input)?;
            take(&name, value.as_deref());
            Ok(())
        });
    }
}

/// The string after `=`, if there is one.
fn text(input: ParseStream<'_>) -> syn::Result<Option<String>> {
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Ok(None);
    }
    input.parse::<LitStr>().map(|text| Some(text.value()))
}

/// A field's name under `rename_all`, letter by letter as serde makes it.
fn renamed(field: &str, rule: &str) -> String {
    match rule {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(field),
        "camelCase" => {
            let mut camel = pascal(field);
            if let Some(first) = camel.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            camel
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        // `lowercase` and `snake_case` are what a field is already.
        _ => field.to_owned(),
    }
}

fn pascal(field: &str) -> String {
    let mut is_start = true;
    let letters = field.chars().filter_map(|letter| {
        if letter == '_' {
            is_start = true;
            None
        } else if std::mem::take(&mut is_start) {
            Some(letter.to_ascii_uppercase())
        } else {
            Some(letter)
        }
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn read(attrs: &[Attribute], struct_: &[Attribute]) -> (Vec<String>, Presence) {
        let Names { accepted, presence } =
            names(&parse_quote!(user_id), attrs, &container(struct_));
        (accepted, presence)
    }

    #[test]
    fn a_field_has_its_own_name() {
        assert_eq!(
            read(&[], &[]),
            (vec!["user_id".to_owned()], Presence::Required)
        );
        let raw = names(&parse_quote!(r#type), &[], &container(&[])).accepted;
        assert_eq!(raw, ["type"]);
    }

    #[test]
    fn renames_and_aliases_count_for_reading_only() {
        let attrs: Vec<Attribute> = parse_quote!(#[serde(rename = "id", alias = "uid")]);
        assert_eq!(read(&attrs, &[]).0, ["id", "uid"]);
        let attrs: Vec<Attribute> =
            parse_quote!(#[serde(rename(serialize = "a", deserialize = "b"))]);
        assert_eq!(read(&attrs, &[]).0, ["b"]);
    }

    #[test]
    fn the_structs_rule_holds_unless_the_field_has_its_own() {
        let container: Vec<Attribute> = parse_quote!(#[serde(rename_all = "camelCase")]);
        assert_eq!(read(&[], &container).0, ["userId"]);
        let attrs: Vec<Attribute> = parse_quote!(#[serde(rename = "id")]);
        assert_eq!(read(&attrs, &container).0, ["id"]);
        let rules = [
            "PascalCase",
            "kebab-case",
            "SCREAMING_SNAKE_CASE",
            "lowercase",
        ];
        let renamed = rules.map(|rule| renamed("user_id", rule));
        assert_eq!(renamed, ["UserId", "user-id", "USER_ID", "user_id"]);
    }

    #[test]
    fn settings_say_whether_a_value_is_asked_for() {
        let presence = |attrs: Vec<Attribute>| read(&attrs, &[]).1;
        assert_eq!(
            presence(parse_quote!(#[serde(default)])),
            Presence::Optional
        );
        assert_eq!(
            presence(parse_quote!(#[serde(default = "f")])),
            Presence::Optional
        );
        assert_eq!(presence(parse_quote!(#[serde(skip)])), Presence::Never);
        assert_eq!(
            presence(parse_quote!(#[serde(deserialize_with = "f")])),
            Presence::Always
        );
        assert_eq!(
            presence(parse_quote!(#[serde(default, with = "f")])),
            Presence::Optional
        );
        assert_eq!(
            presence(parse_quote!(#[serde(flatten)])),
            Presence::Flattened
        );
    }
}
