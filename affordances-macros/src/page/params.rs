//! Path parameters: what handlers read with `Path<..>`, against the route.
//!
//! A struct declared on the page, a tuple, and a single text or number are compared here, where the
//! error can stand at the field. Of any other type the name alone is known: those are left to the
//! compiler, and to the start of the site.
use affordances_grammar::Route;
use affordances_grammar::names::did_you_mean;
use affordances_grammar::route::{Field, Mismatch, Parameter, ParameterKind, Reads, mismatch};
use affordances_grammar::text::ConstText;
use affordances_macro_support::attrs::cfgs;
use affordances_macro_support::entry::Entry;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spans::{last_segment, ungrouped};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, FnArg, GenericArgument, Ident, PatType, PathArguments, Type};

use super::item::{DataType, PageItem, data_of};
use crate::entry;
use crate::handler::HandlerKind;
use crate::path_params::{PathField, PathFields, Presence};

/// What is left to be found out by types.
#[derive(Default)]
pub(crate) struct Unseen {
    /// The route, as it was written.
    pub(crate) route: String,
    /// Parameters whose types the page does not show.
    pub(crate) paths: Vec<UnseenPath>,
    /// Fields that are wrong unless their types are `Option`s.
    pub(crate) fields: Vec<UnseenField>,
}

/// A `Path<..>` of something from elsewhere.
pub(crate) struct UnseenPath {
    /// Those of the handler.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) handler: Ident,
    /// The whole type, `Path` included.
    pub(crate) ty: Type,
    /// Every parameter of the route is to be read.
    pub(crate) all: bool,
}

/// A field of a struct of the page.
pub(crate) struct UnseenField {
    /// Those of the struct.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) place: TokenStream,
    pub(crate) ty: Type,
    pub(crate) message: String,
}

/// Compares every `Path<..>` of the page's handlers with the route.
pub(crate) fn check(route: &Route, item: &PageItem, errors: &ErrorSink<'_>) -> Unseen {
    let mut unseen = Unseen {
        route: route.as_str().to_owned(),
        ..Unseen::default()
    };
    let mut structs: Vec<(&DataType, PathFields<'_>, bool)> = Vec::new();
    for handler in &item.handlers {
        // The load is where a parameter that nobody reads is a mistake.
        let all = handler.kind == HandlerKind::Load;
        let inputs = handler.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(PatType { ty, .. }) => Some((ty, path_type(ty)?)),
            FnArg::Receiver(_) => None,
        });
        for (whole, ty) in inputs {
            match ty {
                // `Path<()>` reads nothing and fits every route.
                Some(Type::Tuple(tuple)) if tuple.elems.is_empty() => continue,
                Some(Type::Tuple(tuple)) => {
                    check_values(route, tuple, tuple.elems.len(), errors);
                    continue;
                }
                Some(ty) if is_scalar(ty) => {
                    check_values(route, ty, 1, errors);
                    continue;
                }
                _ => {}
            }
            let declared = ty.and_then(|ty| data_of(&item.data, ty));
            let declared = declared.filter(|one| derives_deserialize(&one.attrs));
            let fields =
                declared.and_then(|one| Some((one, PathFields::of(&one.data, &one.attrs)?)));
            match fields {
                Some((declared, fields)) => {
                    let name = &declared.data.ident;
                    let known = structs
                        .iter_mut()
                        .find(|(other, ..)| other.data.ident == *name);
                    match known {
                        Some((.., needs_all)) => *needs_all |= all,
                        None => structs.push((declared, fields, all)),
                    }
                }
                None => unseen.paths.push(UnseenPath {
                    cfgs: cfgs(&handler.attrs),
                    handler: handler.sig.ident.clone(),
                    ty: (**whole).clone(),
                    all,
                }),
            }
        }
    }
    for (declared, fields, all) in &structs {
        check_struct(route, declared, fields, *all, &mut unseen.fields, errors);
    }
    unseen
}

/// What stands between the brackets of a type that is spelled `Path`: `Some(None)` where that is not
/// one type.
#[allow(
    clippy::option_option,
    reason = "whether it is a `Path`, and what is in it"
)]
fn path_type(ty: &Type) -> Option<Option<&Type>> {
    let Type::Path(path) = ungrouped(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    if last.ident != "Path" {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return Some(None);
    };
    Some(match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(inner)), 1) => Some(ungrouped(inner)),
        _ => None,
    })
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

/// Whether serde's own derive reads the struct; what is read by hand is for serde to tell.
fn derives_deserialize(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("derive"))
        .any(|attr| {
            let mut found = false;
            // What does not parse is rustc's to report.
            let _ = attr.parse_nested_meta(|meta| {
                let last = meta.path.segments.last();
                found |= last.is_some_and(|segment| segment.ident == "Deserialize");
                Ok(())
            });
            found
        })
}

fn check_values(route: &Route, ty: &impl ToTokens, asked: usize, errors: &ErrorSink<'_>) {
    if let Some(found) = mismatch(route.as_str(), &Reads::Values(asked), false, 0) {
        errors.on(entry::PARAMETER_COUNT, ty, told(route, found, ""));
    }
}

fn check_struct(
    route: &Route,
    declared: &DataType,
    read: &PathFields<'_>,
    all: bool,
    unseen: &mut Vec<UnseenField>,
    errors: &ErrorSink<'_>,
) {
    let PathFields { fields, others } = read;
    let names = fields.iter().map(|field| {
        let names = field.names.accepted.iter().map(String::as_str);
        names.collect::<Vec<_>>()
    });
    let names = names.collect::<Vec<_>>();
    let rows = fields.iter().zip(&names).map(|(field, names)| Field {
        names,
        required: is_required(field),
    });
    let rows = rows.collect::<Vec<_>>();
    let reads = Reads::Fields {
        fields: &rows,
        others: *others,
    };
    let unread = route
        .parameters()
        .map(Parameter::name)
        .filter(|name| !names.iter().flatten().any(|known| known == name))
        .collect::<Vec<_>>();
    let all_mismatches = (0..).map_while(|n| mismatch(route.as_str(), &reads, all, n));
    for found in all_mismatches {
        match found {
            Mismatch::Unknown { field, name } => {
                let Some(field) = fields.get(field) else {
                    continue;
                };
                let guess = guess(name, &unread);
                let message = told(route, found, &guess);
                let place = field.ident.to_token_stream();
                report(
                    field,
                    place,
                    entry::NOT_A_ROUTE_PARAMETER,
                    message,
                    declared,
                    unseen,
                    errors,
                );
            }
            Mismatch::MayBeAbsent { field, .. } => {
                let Some(field) = fields.get(field) else {
                    continue;
                };
                let place = field.ty.to_token_stream();
                let message = told(route, found, "");
                report(
                    field,
                    place,
                    entry::PARAMETER_TYPE,
                    message,
                    declared,
                    unseen,
                    errors,
                );
            }
            // An optional field may be the one that is misspelt.
            Mismatch::Unread { name, .. } => match misspelt(route, fields, name) {
                Some(field) => errors.on(
                    entry::NOT_A_ROUTE_PARAMETER,
                    field.ident,
                    told(route, unknown(field), &format!("; did you mean `{name}`?")),
                ),
                None => errors.on(
                    entry::UNREAD_ROUTE_PARAMETER,
                    &declared.data.ident,
                    told(route, found, ""),
                ),
            },
            _ => {}
        }
    }
    for field in fields {
        let parameter = route.parameters().find(|parameter| {
            field
                .names
                .accepted
                .iter()
                .any(|name| name == parameter.name())
        });
        if let Some(parameter) = parameter {
            check_type(parameter, field.ty, errors);
        }
    }
}

/// Whether serde asks for the field, as far as its type's spelling tells: one that is spelled `Option`
/// may be something else, and something else an `Option`.
fn is_required(field: &PathField<'_>) -> bool {
    match field.names.presence {
        Presence::Always => true,
        Presence::Required => last_segment(field.ty).is_none_or(|name| name != "Option"),
        Presence::Optional | Presence::Never | Presence::Flattened => false,
    }
}

/// Reports a field that is wrong if there must be a value: at once where that is certain.
fn report(
    field: &PathField<'_>,
    place: TokenStream,
    entry: Entry,
    message: String,
    declared: &DataType,
    unseen: &mut Vec<UnseenField>,
    errors: &ErrorSink<'_>,
) {
    let is_certain = field.names.presence == Presence::Always
        || !matches!(field.ty, Type::Path(_))
        || is_scalar(field.ty)
        || is_one_of(field.ty, &NUMBERS)
        || is_one_of(field.ty, &LISTS);
    if is_certain {
        errors.on(entry, place, message);
    } else {
        unseen.push(UnseenField {
            cfgs: cfgs(&declared.attrs),
            place,
            ty: field.ty.clone(),
            message: entry.ends(message),
        });
    }
}

/// The text of a mismatch, with a guess behind what is wrong.
fn told(route: &Route, found: Mismatch<'_>, guess: &str) -> String {
    let what = found.what(route.as_str(), ConstText::new());
    let fix = found.fix(route.as_str(), ConstText::new());
    format!("{}{guess}\n{}", what.as_str(), fix.as_str())
}

fn unknown<'a>(field: &'a PathField<'_>) -> Mismatch<'a> {
    Mismatch::Unknown {
        field: 0,
        name: field.names.accepted.first().map_or("", String::as_str),
    }
}

/// The parameter that a name was meant for: one that is spelled alike, or the only one that no field
/// takes.
fn guess(name: &str, unread: &[&str]) -> String {
    let guess = did_you_mean(name, unread.iter().copied());
    let only = unread.first().copied().filter(|_| unread.len() == 1);
    guess
        .or(only)
        .map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"))
}

/// A field that no parameter fills and that is spelled like `parameter`.
fn misspelt<'a, 'b>(
    route: &Route,
    fields: &'b [PathField<'a>],
    parameter: &str,
) -> Option<&'b PathField<'a>> {
    let is_known = |name: &String| route.parameters().any(|known| known.name() == name);
    fields.iter().find(|field| {
        let accepted = &field.names.accepted;
        !accepted.iter().any(is_known)
            && did_you_mean(parameter, accepted.iter().map(String::as_str)).is_some()
    })
}

/// Types that cannot hold a catch-all, whatever is in scope: any other may be an alias of one that can.
const NUMBERS: [&str; 15] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool",
];
const LISTS: [&str; 6] = [
    "Vec", "VecDeque", "HashSet", "BTreeSet", "HashMap", "BTreeMap",
];

fn is_one_of(ty: &Type, names: &[&str]) -> bool {
    last_segment(ty).is_some_and(|name| names.iter().any(|known| name == known))
}

fn check_type(parameter: &Parameter, ty: &Type, errors: &ErrorSink<'_>) {
    let (is_list, is_number) = (is_one_of(ty, &LISTS), is_one_of(ty, &NUMBERS));
    let message = match parameter.kind() {
        ParameterKind::Rest if is_list || is_number => {
            format!("`{parameter}` holds the rest of the path as one text\nmake this `String`")
        }
        ParameterKind::One if is_list => format!(
            "`{parameter}` is one segment of the path\nmake this `String`, or write `[...{}]`",
            parameter.name()
        ),
        // Whether an optional one is an `Option` has been seen.
        ParameterKind::One | ParameterKind::Rest | ParameterKind::OptionalRest => return,
    };
    errors.on(entry::PARAMETER_TYPE, ty, message);
}
