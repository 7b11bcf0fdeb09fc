//! `summary = ..` → [`Summary`], or what is wrong with it.
use affordances_grammar::names::did_you_mean;
use affordances_grammar::pattern::Piece;
use affordances_grammar::{Expose, Pattern};
use affordances_macro_support::items::{DataItem, DataKind, FieldStyle};
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, listed};
use affordances_macro_support::spans::{last_segment, ungrouped};
use affordances_macro_support::spell::spelled;
use syn::ext::IdentExt as _;
use syn::{GenericArgument, Ident, LitStr, Path, PathArguments, ReturnType, Type};

use super::Summary;
use crate::action::args::WrittenSummary;
use crate::entry;
use crate::handler::Handler;
use crate::page::{Scope, data_of};

/// The summary, where the action asks for confirmation; an error where only one of the two is there.
pub(crate) fn check(
    ident: &Ident,
    expose: Option<&Arg<LitStr>>,
    summary: Option<Arg<WrittenSummary>>,
    handler: &Handler,
    scope: &Scope<'_>,
    errors: &ErrorSink<'_>,
) -> Option<Summary> {
    let confirm = expose.filter(|expose| expose.value.value() == Expose::Confirm.as_str());
    let Some(summary) = summary else {
        if let Some(confirm) = confirm {
            errors.on(
                entry::MISSING_SUMMARY,
                &confirm.value,
                format!(
                    "action `{ident}` asks for confirmation, so it must say what a call will do\n\
                     add `summary = \"..\"`, with fields of the input as in `\"Buy {{quantity}} of {{sku}}\"`"
                ),
            );
        }
        return None;
    };
    if confirm.is_none() {
        errors.on(
            entry::SUMMARY_WITHOUT_CONFIRM,
            &summary.key,
            format!(
                "`summary` has a meaning only where a call is confirmed\n\
                 write `expose = \"confirm\"` for `{ident}`, or drop `summary`"
            ),
        );
        return None;
    }
    let input = handler
        .parameters
        .iter()
        .position(|parameter| input_type(&parameter.written).is_some());
    match summary.value {
        WrittenSummary::Function(path) => {
            let parameter = input.and_then(|input| handler.parameters.get(input));
            let ty = parameter.and_then(|parameter| input_type(&parameter.written));
            function(&path, ty, scope, errors);
            Some(Summary::Function { path, input })
        }
        WrittenSummary::Template(literal) => {
            template(ident, literal, input, handler, scope, errors)
        }
    }
}

/// A function of the page itself, as far as its signature tells without types; those are compared by
/// rustc, which says the same of one that stands elsewhere.
fn function(path: &Path, input: Option<&Type>, scope: &Scope<'_>, errors: &ErrorSink<'_>) {
    let Some(name) = path.get_ident() else { return };
    let mut named = scope.functions.iter().filter(|it| it.ident == *name);
    // Of two, `cfg` chooses one.
    let (Some(sig), None) = (named.next(), named.next()) else {
        return;
    };
    let fix = if sig.asyncness.is_some() {
        "drop its `async`"
    } else if sig.inputs.len() != 3 {
        "give it these three parameters; it need not use them all"
    } else if matches!(sig.output, ReturnType::Default) {
        "let it return the sentence"
    } else {
        return;
    };
    let input = input.map_or_else(|| "()".to_owned(), spelled);
    errors.on(
        entry::WRONG_SUMMARY_FUNCTION,
        path,
        format!(
            "summary `{name}` must be a `fn(&Entities, &{input}, Option<&Caller>) -> String`\n{fix}"
        ),
    );
}

fn template(
    ident: &Ident,
    literal: LitStr,
    input: Option<usize>,
    handler: &Handler,
    scope: &Scope<'_>,
    errors: &ErrorSink<'_>,
) -> Option<Summary> {
    let pattern = match Pattern::parse(&literal.value()) {
        Ok(pattern) => pattern,
        Err(error) => {
            errors.on(entry::MALFORMED_SUMMARY, &literal, error);
            return None;
        }
    };
    if literal.value().trim().is_empty() {
        errors.on(
            entry::EMPTY_SUMMARY,
            &literal,
            format!("the summary of `{ident}` must not be empty: somebody approves the call by it\nsay what a call will do, as in `\"Empty the cart\"`"),
        );
        return None;
    }
    let mut format = String::new();
    let mut fields = Vec::new();
    for piece in pattern.pieces() {
        match piece {
            Piece::Literal(text) => format.push_str(&text.replace('{', "{{").replace('}', "}}")),
            Piece::Placeholder(field) => {
                format.push_str("{}");
                match identifier(field) {
                    Some(field) => fields.push(field),
                    None => errors.on(
                        entry::UNKNOWN_SUMMARY_FIELD,
                        &literal,
                        format!(
                            "the summary names `{{{field}}}`, which no field can be called\n\
                             name a field of the input, as in `{{quantity}}`"
                        ),
                    ),
                }
            }
        }
    }
    let parameter = input.and_then(|input| handler.parameters.get(input));
    match parameter {
        Some(parameter) => {
            let input = input_type(&parameter.written);
            if let Some(declared) = input.and_then(|ty| data_of(scope.data, ty)) {
                check_fields(&fields, &declared.data, &literal, errors);
            }
        }
        None => {
            if let Some(field) = fields.first() {
                errors.on(
                    entry::SUMMARY_WITHOUT_INPUT,
                    &literal,
                    format!(
                        "the summary names `{{{field}}}` but `{ident}` has no parameter spelled `Input<..>`\n\
                         take the input as `Input(input): Input<T>`, or give a function as `summary`"
                    ),
                );
            }
        }
    }
    Some(Summary::Template {
        literal,
        format,
        fields,
        input,
    })
}

/// A field's name as Rust writes it: `type` is `r#type`, and `self` is none.
fn identifier(field: &str) -> Option<Ident> {
    let plain = syn::parse_str(field);
    plain
        .or_else(|_| syn::parse_str(&format!("r#{field}")))
        .ok()
}

/// The input is declared on the same page, so its fields are known here and a wrong one can be named.
fn check_fields(fields: &[Ident], data: &DataItem, literal: &LitStr, errors: &ErrorSink<'_>) {
    let input = &data.ident;
    if data.kind != DataKind::Struct || data.style == FieldStyle::Tuple {
        if let Some(field) = fields.first() {
            errors.on(
                entry::SUMMARY_OF_UNNAMED_FIELDS,
                literal,
                format!(
                    "the summary names `{{{field}}}` but `{input}` is {} without named fields\n\
                     give a function as `summary`: `fn(&Entities, &{input}, Option<&Caller>) -> String`",
                    data.kind.noun()
                ),
            );
        }
        return;
    }
    let names = data
        .fields
        .iter()
        .filter_map(|field| field.ident.as_ref())
        .map(|name| name.unraw().to_string())
        .collect::<Vec<_>>();
    let mut unknown = fields
        .iter()
        .map(|field| field.unraw().to_string())
        .filter(|field| !names.contains(field))
        .collect::<Vec<_>>();
    unknown.dedup();
    for field in unknown {
        let guess = did_you_mean(&field, names.iter().map(String::as_str))
            .map_or_else(String::new, |guess| {
                format!("; did you mean `{{{guess}}}`?")
            });
        let all = if names.is_empty() {
            format!("`{input}` has no fields")
        } else {
            format!("its fields are {}", listed(&names))
        };
        errors.on(
            entry::UNKNOWN_SUMMARY_FIELD,
            literal,
            format!(
                "the summary names `{{{field}}}` but `{input}` has no such field{guess}\n{all}"
            ),
        );
    }
}

/// `T` of what is spelled `Input<T>`.
fn input_type(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungrouped(ty) else {
        return None;
    };
    last_segment(ty).filter(|name| *name == "Input")?;
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(input) => Some(input),
        _ => None,
    })
}
