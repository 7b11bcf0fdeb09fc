//! Which names a field is read under: serde's `rename`, `rename_all`, `alias` and their kin.
use affordances_grammar::names::camel_case;
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
    Required,
    /// `#[serde(default)]`
    Optional,
    /// `#[serde(skip)]`
    Never,
    /// `#[serde(flatten)]`: takes what no other field does.
    Flattened,
}

/// The names of a field, from its attributes and those of its struct.
pub(crate) fn names(field: &Ident, attrs: &[Attribute], container: &[Attribute]) -> Names {
    let mut own = None;
    let mut accepted = Vec::new();
    let mut presence = Presence::Required;
    each_setting(container, &mut |setting, value| match (setting, value) {
        ("rename_all", Some(rule)) => own = renamed(&field.unraw().to_string(), rule),
        ("default", _) => presence = Presence::Optional,
        _ => {}
    });
    each_setting(attrs, &mut |setting, value| match (setting, value) {
        ("rename", Some(name)) => own = Some(name.to_owned()),
        ("alias", Some(name)) => accepted.push(name.to_owned()),
        ("default", _) => presence = Presence::Optional,
        ("skip" | "skip_deserializing", _) => presence = Presence::Never,
        ("flatten", _) => presence = Presence::Flattened,
        _ => {}
    });
    accepted.insert(0, own.unwrap_or_else(|| field.unraw().to_string()));
    Names { accepted, presence }
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

/// A field's name under `rename_all`; `None` for a rule that leaves it alone.
fn renamed(field: &str, rule: &str) -> Option<String> {
    let pascal = || {
        let camel = camel_case(field);
        let mut letters = camel.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    };
    match rule {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Some(field.to_ascii_uppercase()),
        "PascalCase" => Some(pascal()),
        "camelCase" => Some(camel_case(field)),
        "kebab-case" => Some(field.replace('_', "-")),
        "SCREAMING-KEBAB-CASE" => Some(field.to_ascii_uppercase().replace('_', "-")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn read(attrs: &[Attribute], container: &[Attribute]) -> (Vec<String>, Presence) {
        let Names { accepted, presence } = names(&parse_quote!(user_id), attrs, container);
        (accepted, presence)
    }

    #[test]
    fn a_field_has_its_own_name() {
        assert_eq!(
            read(&[], &[]),
            (vec!["user_id".to_owned()], Presence::Required)
        );
        let raw = names(&parse_quote!(r#type), &[], &[]).accepted;
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
        let renamed = rules.map(|rule| renamed("user_id", rule).unwrap_or_default());
        assert_eq!(renamed, ["UserId", "user-id", "USER_ID", ""]);
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
            presence(parse_quote!(#[serde(flatten)])),
            Presence::Flattened
        );
    }
}
