//! First half of reading arguments: tokens, cut at their commas into `key`, `key = ..` and `key(..)`.
use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::{Form, Written};
use crate::entry;
use crate::sink::ErrorSink;

/// The pieces between the commas; empty pieces (a comma at the end, or two in a row) are left out.
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
                ',' if depth == 0 => {
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

/// Cuts a piece where the next argument begins without a comma before it, as in
/// `expose = "session" effects = [cart]`: at a name before a second `=`. Gives that name too.
pub(super) fn at_missing_comma(part: Vec<TokenTree>) -> (Vec<TokenTree>, Vec<TokenTree>) {
    let mut depth = 0_usize;
    let mut equals = 0_usize;
    let mut after_name = false;
    for (place, token) in part.iter().enumerate() {
        if let TokenTree::Punct(punct) = token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                // `==` and `=>` begin with a `=` that is joined to what follows.
                '=' if depth == 0 && punct.spacing() == Spacing::Alone => equals += 1,
                _ => {}
            }
            if equals == 2 && after_name {
                let mut first = part;
                let second = first.split_off(place.saturating_sub(1));
                return (first, second);
            }
        }
        after_name = matches!(token, TokenTree::Ident(_));
    }
    (part, Vec::new())
}

/// One piece as an argument; what has no key is reported and left out.
pub(super) fn written(
    attribute: &str,
    separator: char,
    part: Vec<TokenTree>,
    errors: &ErrorSink<'_>,
) -> Option<Written> {
    let all = part.iter().cloned().collect::<TokenStream>();
    let mut tokens = part.into_iter();
    let key = match tokens.next() {
        Some(TokenTree::Ident(key)) => key,
        _ => {
            errors.on(
                entry::MALFORMED_ARGUMENT,
                all,
                format!(
                    "`{attribute}` takes `key{} value` arguments, and this has no key",
                    spaced(separator)
                ),
            );
            return None;
        }
    };
    let form = match (tokens.next(), tokens.len()) {
        (None, _) => Form::Flag,
        (Some(TokenTree::Punct(punct)), _) if punct.as_char() == separator => {
            Form::Value(tokens.collect())
        }
        (Some(TokenTree::Group(list)), 0) => Form::List(list),
        (Some(odd), _) => {
            errors.on(
                entry::MALFORMED_ARGUMENT,
                odd,
                format!("`{key}` must be followed by `{separator}` and its value, or by a comma"),
            );
            return None;
        }
    };
    Some(Written { key, form })
}

/// The separator as it stands after a key: ` =`, `:`.
fn spaced(separator: char) -> String {
    match separator {
        ':' => ":".to_owned(),
        other => format!(" {other}"),
    }
}
