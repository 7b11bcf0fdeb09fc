//! Path parameters: what handlers read with `Path<..>`, against the route.
//!
//! Only what is written on this page can be compared: a struct declared here, or a tuple or a single
//! text or number spelled in the parameter. A struct from elsewhere is left to axum, which compares at run time.
use affordances_grammar::Route;
use affordances_grammar::names::did_you_mean;
use affordances_grammar::route::{Parameter, ParameterKind};
use affordances_macro_support::items::FieldStyle;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::listed;
use affordances_macro_support::spans::last_segment;
use quote::ToTokens;
use syn::{FnArg, GenericArgument, Ident, PathArguments, Type, TypeTuple};

use super::item::{DataType, PageItem, data_of};
use super::serde_names::{Names, Presence, names};
use crate::entry;
use crate::handler::HandlerKind;

/// Compares every `Path<..>` of the page's handlers with the route.
pub(crate) fn check(route: &Route, item: &PageItem, errors: &ErrorSink<'_>) {
    let mut done: Vec<&Ident> = Vec::new();
    for handler in &item.handlers {
        let types = handler.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => path_type(&typed.ty),
            FnArg::Receiver(_) => None,
        });
        for ty in types {
            if let Type::Tuple(tuple) = ty {
                check_tuple(route, tuple, errors);
                continue;
            }
            if is_scalar(ty) {
                check_count(route, ty, 1, errors);
                continue;
            }
            let declared = data_of(&item.data, ty);
            let Some(declared) = declared.filter(|one| one.data.style == FieldStyle::Named) else {
                continue;
            };
            if done.contains(&&declared.data.ident) {
                continue;
            }
            done.push(&declared.data.ident);
            check_struct(route, declared, handler.kind == HandlerKind::Load, errors);
        }
    }
}

/// `T` of what is spelled `Path<T>`.
fn path_type(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    last_segment(ty).filter(|name| *name == "Path")?;
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(inner)), 1) => Some(inner),
        _ => None,
    }
}

/// What std calls these reads exactly one parameter; a type of the user's that bears such a name is
/// told so by axum.
fn is_scalar(ty: &Type) -> bool {
    const SCALARS: [&str; 13] = [
        "String", "bool", "char", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64",
        "i128",
    ];
    last_segment(ty).is_some_and(|name| SCALARS.iter().any(|scalar| name == scalar))
}

fn check_tuple(route: &Route, tuple: &TypeTuple, errors: &ErrorSink<'_>) {
    // `Path<()>` reads nothing and fits every route.
    if !tuple.elems.is_empty() {
        check_count(route, tuple, tuple.elems.len(), errors);
    }
}

fn check_count(route: &Route, ty: &impl ToTokens, asked: usize, errors: &ErrorSink<'_>) {
    let given = route.parameters().count();
    if asked != given {
        let parameters = if asked == 1 {
            "parameter"
        } else {
            "parameters"
        };
        errors.on(
            entry::PARAMETER_COUNT,
            ty,
            format!(
                "`Path` asks for {asked} {parameters} and route `{route}` has {given}\n{}",
                what_there_is(route)
            ),
        );
    }
}

/// `all`: the load is where a parameter that nobody reads is a mistake.
fn check_struct(route: &Route, declared: &DataType, all: bool, errors: &ErrorSink<'_>) {
    let DataType { attrs, data } = declared;
    let mut missing = route.parameters().collect::<Vec<_>>();
    let mut extra = Vec::new();
    let mut takes_more = false;
    for field in &data.fields {
        let Some(ident) = &field.ident else { continue };
        let Names { accepted, presence } = names(ident, &field.attrs, attrs);
        match presence {
            Presence::Never => continue,
            Presence::Flattened => takes_more = true,
            Presence::Optional | Presence::Required => {}
        }
        let found = missing
            .iter()
            .position(|parameter| accepted.iter().any(|name| name == parameter.name()));
        match found {
            Some(found) => check_type(missing.remove(found), &field.ty, errors),
            None if matches!(presence, Presence::Required) => extra.push((ident, accepted)),
            None => {}
        }
    }
    let unread = missing.iter().map(|p| p.name()).collect::<Vec<_>>();
    let guesses = !extra.is_empty();
    for (ident, accepted) in extra {
        let word = accepted.first().map_or("", String::as_str);
        let guess = match (
            unread.as_slice(),
            did_you_mean(word, unread.iter().copied()),
        ) {
            (_, Some(guess)) => format!("; did you mean `{guess}`?"),
            ([only], None) => format!("; did you mean `{only}`?"),
            _ => String::new(),
        };
        errors.on(
            entry::NOT_A_ROUTE_PARAMETER,
            ident,
            format!(
                "`{word}` is not a parameter of route `{route}`{guess}\n{}",
                what_there_is(route)
            ),
        );
    }
    // A misspelt field is both extra and missing: that is one mistake.
    if all && !guesses && !takes_more {
        for parameter in missing {
            errors.on(
                entry::UNREAD_ROUTE_PARAMETER,
                &data.ident,
                format!(
                    "`{}` has no field for `{parameter}` of route `{route}`: add `{}: {}`",
                    data.ident,
                    parameter.name(),
                    match parameter.kind() {
                        ParameterKind::OptionalRest => "Option<String>",
                        ParameterKind::One | ParameterKind::Rest => "String",
                    }
                ),
            );
        }
    }
}

fn what_there_is(route: &Route) -> String {
    let names = route.parameters().map(Parameter::name).collect::<Vec<_>>();
    if names.is_empty() {
        "the route has no parameters".to_owned()
    } else {
        format!("its parameters are {}", listed(&names))
    }
}

/// Types that cannot hold a catch-all, whatever is in scope: any other may be an alias of one that can.
const NUMBERS: [&str; 15] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool",
];
const LISTS: [&str; 6] = [
    "Vec", "VecDeque", "HashSet", "BTreeSet", "HashMap", "BTreeMap",
];

fn check_type(parameter: &Parameter, ty: &Type, errors: &ErrorSink<'_>) {
    let name = last_segment(ty).map(Ident::to_string).unwrap_or_default();
    let name = name.as_str();
    let (is_list, is_number) = (LISTS.contains(&name), NUMBERS.contains(&name));
    match parameter.kind() {
        ParameterKind::OptionalRest if is_list || is_number || name == "String" => errors.on(
            entry::PARAMETER_TYPE,
            ty,
            format!("`{parameter}` may be absent: make this `Option<String>`"),
        ),
        ParameterKind::Rest if is_list || is_number => errors.on(
            entry::PARAMETER_TYPE,
            ty,
            format!("`{parameter}` holds the rest of the path as one text: make this `String`"),
        ),
        ParameterKind::One if is_list => errors.on(
            entry::PARAMETER_TYPE,
            ty,
            format!(
                "`{parameter}` is one segment of the path: make this `String`, or write `[...{}]`",
                parameter.name()
            ),
        ),
        ParameterKind::One | ParameterKind::Rest | ParameterKind::OptionalRest => {}
    }
}
