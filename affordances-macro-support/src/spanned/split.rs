//! First half of reading arguments: tokens, cut at their commas into `key`, `key = ..` and `key(..)`.
use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::{Form, Written};
use crate::entry;
use crate::sink::ErrorSink;

/// The pieces between the commas; empty pieces (a comma at the end, or two in a row) are left out. A
/// semicolon separates too, so that who reads the pieces can say that it must not.
///
/// Commas inside `<..>` do not separate: `state = Shared<Shop, Cart>` is one argument. A value never
/// compares anything, so a `<` always opens a list; `->` and `=>` close none.
pub(super) fn at_commas(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut arrow = false;
    for token in tokens {
        let mut arrow_begins = false;
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' if !arrow => depth = depth.saturating_sub(1),
                ',' | ';' if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                '-' | '=' => arrow_begins = punct.spacing() == Spacing::Joint,
                _ => {}
            }
        }
        arrow = arrow_begins;
        if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The first semicolon that stands where a comma should.
pub(super) fn semicolon(tokens: &TokenStream) -> Option<TokenTree> {
    let is_semicolon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    tokens.clone().into_iter().find(is_semicolon)
}

/// Cuts a piece where the next argument begins without a comma before it, as in
/// `expose = "session" effects = [cart]`: at a name before a second separator. Gives that name too.
pub(super) fn at_missing_comma(
    part: Vec<TokenTree>,
    separator: char,
) -> (Vec<TokenTree>, Vec<TokenTree>) {
    let mut depth = 0_usize;
    let mut separators = 0_usize;
    let mut after_name = false;
    let mut joined = false;
    for (place, token) in part.iter().enumerate() {
        if let TokenTree::Punct(punct) = token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                // `==`, `=>` and `::` begin with one that is joined to what follows.
                mark if mark == separator
                    && depth == 0
                    && !joined
                    && punct.spacing() == Spacing::Alone =>
                {
                    separators += 1;
                }
                _ => {}
            }
            if separators == 2 && after_name {
                let mut first = part;
                let second = first.split_off(place.saturating_sub(1));
                return (first, second);
            }
        }
        after_name = matches!(token, TokenTree::Ident(_));
        joined = matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
    }
    (part, Vec::new())
}

/// One piece as an argument, or its tokens where it has no key. One that has a key and then something
/// else is reported, and stays under its key: it is not missing. `separated` says that no key yet has
/// had another separator.
pub(super) fn written(
    attribute: &str,
    separator: char,
    part: Vec<TokenTree>,
    separated: &mut bool,
    errors: &ErrorSink<'_>,
) -> Result<Written, TokenStream> {
    let all = part.iter().cloned().collect::<TokenStream>();
    let mut tokens = part.into_iter();
    let key = match tokens.next() {
        Some(TokenTree::Ident(key)) => key,
        _ => return Err(all),
    };
    let form = match (tokens.next(), tokens.len()) {
        (None, _) => Form::Flag,
        (Some(TokenTree::Punct(punct)), _) if punct.as_char() == separator => {
            Form::Value(tokens.collect())
        }
        (Some(TokenTree::Group(list)), 0) => Form::List(list),
        (Some(TokenTree::Punct(other)), _) if matches!(other.as_char(), '=' | ':') => {
            // Who takes one for the other does so everywhere, and is told once.
            if std::mem::take(separated) {
                let separator = spaced(separator);
                errors.on(
                    entry::MALFORMED_ARGUMENT,
                    TokenTree::Punct(other),
                    format!(
                        "`{attribute}` takes `key{separator} value`: write `{key}{separator} ..`"
                    ),
                );
            }
            Form::Odd
        }
        (Some(odd), _) => {
            errors.on(
                entry::MALFORMED_ARGUMENT,
                odd,
                format!("`{key}` must be followed by `{separator}` and its value, or by a comma"),
            );
            Form::Odd
        }
    };
    Ok(Written { key, form })
}

/// The separator as it stands after a key: ` =`, `:`.
pub(super) fn spaced(separator: char) -> String {
    match separator {
        ':' => ":".to_owned(),
        other => format!(" {other}"),
    }
}
