//! Doc comments, read as the description that agents see.
//!
//! A description comes from the same lines as rustdoc's, so that it is written once. Each line loses
//! *one* leading space, the one that everybody types after `///`: trimming more would break indented
//! code blocks and nested lists.
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of an item's doc comments, as tokens of a `&'static str`; `None` when there is none.
///
/// Plain comments give one literal. `#[doc = include_str!("..")]` is not a literal and its text is
/// unknown here, so it is left to the compiler inside `concat!`.
#[must_use]
pub fn description(attrs: &[Attribute]) -> Option<TokenStream> {
    let mut pieces = Vec::new();
    for attr in attrs {
        let Meta::NameValue(meta) = &attr.meta else {
            continue;
        };
        if !meta.path.is_ident("doc") {
            continue;
        }
        match &meta.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => pieces.push(Piece::Text(unindented(&text.value()))),
            other => pieces.push(Piece::Tokens(other.to_token_stream())),
        }
    }
    joined(pieces)
}

enum Piece {
    Text(String),
    Tokens(TokenStream),
}

fn joined(pieces: Vec<Piece>) -> Option<TokenStream> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut only_text = true;
    for (number, piece) in pieces.into_iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        match piece {
            Piece::Text(line) => text.push_str(&line),
            Piece::Tokens(tokens) => {
                only_text = false;
                if !text.is_empty() {
                    parts.push(std::mem::take(&mut text).to_token_stream());
                }
                parts.push(tokens);
            }
        }
    }
    if only_text {
        let text = without_blank_edges(&text);
        return (!text.is_empty()).then(|| text.to_token_stream());
    }
    if !text.is_empty() {
        parts.push(text.to_token_stream());
    }
    Some(quote!(::core::concat!(#(#parts),*)))
}

/// One leading space less on every line; the stars down the left edge of a block comment go too.
fn unindented(text: &str) -> String {
    let starred = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .collect::<Vec<_>>();
    let starred = !starred.is_empty() && starred.iter().all(|line| line.trim().starts_with('*'));
    text.split('\n')
        .enumerate()
        .map(|(number, line)| {
            let line = if starred && number > 0 {
                line.trim_start().strip_prefix('*').unwrap_or(line)
            } else {
                line
            };
            line.strip_prefix(' ').unwrap_or(line)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Blank lines at the top and at the bottom carry nothing; those in between make paragraphs.
fn without_blank_edges(text: &str) -> String {
    let lines = text.split('\n').collect::<Vec<_>>();
    let blank = |line: &&&str| line.trim().is_empty();
    let top = lines.iter().take_while(blank).count();
    let bottom = lines.iter().rev().take_while(blank).count();
    let kept = lines.len().saturating_sub(top + bottom);
    let kept = lines.into_iter().skip(top).take(kept).collect::<Vec<_>>();
    kept.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::ItemFn;

    fn described(item: &str) -> Option<String> {
        let item: ItemFn = syn::parse_str(item).expect("a function");
        description(&item.attrs).map(|tokens| tokens.to_string())
    }

    #[test]
    fn lines_lose_one_space_and_paragraphs_stay() {
        let text = described("/// One.\n///\n///     code\n///No space.\nfn f() {}");
        assert_eq!(text.as_deref(), Some(r#""One.\n\n    code\nNo space.""#));
    }

    #[test]
    fn blank_lines_at_the_edges_go() {
        let text = described("///\n///  \n/// One.\n///\nfn f() {}");
        assert_eq!(text.as_deref(), Some("\"One.\""));
    }

    #[test]
    fn no_comment_and_an_empty_comment_are_both_missing() {
        assert_eq!(described("fn f() {}"), None);
        assert_eq!(described("///\n///   \nfn f() {}"), None);
        assert_eq!(described("#[doc(hidden)] fn f() {}"), None);
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let text = described("/** One.\n *\n *  Two.\n */\nfn f() {}");
        assert_eq!(text.as_deref(), Some(r#""One.\n\n Two.""#));
    }

    #[test]
    fn quotes_braces_and_backslashes_survive() {
        let text = described("/// Say \"{x}\" \\ `a`.\nfn f() {}");
        assert_eq!(text.as_deref(), Some(r#""Say \"{x}\" \\ `a`.""#));
    }

    #[test]
    fn an_included_file_is_left_to_the_compiler() {
        let text = described("/// One.\n#[doc = include_str!(\"a.md\")]\n/// Two.\nfn f() {}");
        assert_eq!(
            text.as_deref(),
            Some(r#":: core :: concat ! ("One.\n" , include_str ! ("a.md") , "\nTwo.")"#)
        );
    }
}
