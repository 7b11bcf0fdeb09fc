//! Where one item ends and the next begins, decided on token trees alone, so that no half-typed
//! expression can get in the way.
//!
//! The whole rule: an item that may hold an expression (`const`, `static`, `type`, `use`) ends at its
//! `;`. Any other ends at the first `;` or brace group, unless that group is a const argument, which
//! shows in the `>` or `,` after it.
use std::collections::VecDeque;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The tokens of one item: its outer attributes, and the rest.
#[derive(Debug, Default)]
pub(super) struct RawItem {
    pub(super) attrs: TokenStream,
    pub(super) rest: Vec<TokenTree>,
}

/// Cuts the body of a module into its inner attributes and its items.
pub(super) fn items(body: TokenStream) -> (TokenStream, Vec<RawItem>) {
    let mut tokens = Tokens(body.into_iter().collect());
    let mut inner = TokenStream::new();
    while tokens.punct(0, '#') && tokens.punct(1, '!') && tokens.group(2, Delimiter::Bracket) {
        inner.extend(tokens.0.drain(..3));
    }
    let mut items = Vec::new();
    while !tokens.0.is_empty() {
        items.push(tokens.item());
    }
    (inner, items)
}

struct Tokens(VecDeque<TokenTree>);

impl Tokens {
    fn item(&mut self) -> RawItem {
        let mut item = RawItem::default();
        loop {
            self.unwrap_invisible_group();
            if !(self.punct(0, '#') && self.group(1, Delimiter::Bracket)) {
                break;
            }
            item.attrs.extend(self.0.drain(..2));
        }
        let head = self.head();
        let only_semicolon = self.ends_at_semicolon(head);
        while let Some(token) = self.0.pop_front() {
            let end = match &token {
                TokenTree::Punct(punct) => punct.as_char() == ';',
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    !only_semicolon && !self.punct(0, '>') && !self.punct(0, ',')
                }
                _ => false,
            };
            item.rest.push(token);
            if end {
                break;
            }
        }
        item
    }

    /// A `$item:item` or `$vis:vis` of a surrounding `macro_rules!` arrives in a group without
    /// delimiters; at the start of an item it means no more than its content.
    fn unwrap_invisible_group(&mut self) {
        while self.group(0, Delimiter::None) {
            if let Some(TokenTree::Group(group)) = self.0.pop_front() {
                for token in group
                    .stream()
                    .into_iter()
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev()
                {
                    self.0.push_front(token);
                }
            }
        }
    }

    /// The place of the keyword, after the visibility.
    fn head(&self) -> usize {
        match (
            self.word(0).as_deref(),
            self.group(1, Delimiter::Parenthesis),
        ) {
            (Some("pub"), true) => 2,
            (Some("pub"), false) => 1,
            _ => 0,
        }
    }

    fn ends_at_semicolon(&self, head: usize) -> bool {
        match self.word(head).as_deref() {
            // `const NAME: ..`, but also `const fn`, and the unstable `const trait` and `const impl`.
            Some("const") => !matches!(
                self.word(head + 1).as_deref(),
                Some("fn" | "async" | "unsafe" | "extern" | "trait" | "impl")
            ),
            Some("static" | "type" | "use") => true,
            _ => false,
        }
    }

    fn word(&self, place: usize) -> Option<String> {
        match self.0.get(place) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        }
    }

    fn punct(&self, place: usize, which: char) -> bool {
        matches!(self.0.get(place), Some(TokenTree::Punct(punct)) if punct.as_char() == which)
    }

    fn group(&self, place: usize, which: Delimiter) -> bool {
        matches!(self.0.get(place), Some(TokenTree::Group(group)) if group.delimiter() == which)
    }
}
