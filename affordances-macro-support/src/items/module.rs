//! The module itself: `mod name { .. }`, its inner attributes and its items.
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt as _};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::token::Brace;
use syn::{Attribute, Ident, Token, Visibility};

use super::split::{self, RawItem};
use super::{DataItem, FnItem, Item, ItemKind};
use crate::entry;
use crate::sink::ErrorSink;

/// Whether a word stands among tokens, at any depth.
pub(crate) fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// An inline module. Written out again, it differs only by what was taken off its items.
#[derive(Clone)]
pub struct Module {
    /// Attributes before `mod`.
    pub attrs: Vec<Attribute>,
    /// `pub`, or nothing.
    pub vis: Visibility,
    /// `mod`
    pub keyword: Token![mod],
    /// Its name.
    pub ident: Ident,
    /// The braces around its items.
    pub brace: Brace,
    /// `#![..]` and `//!` at the top of its body.
    pub inner_attrs: Vec<Attribute>,
    /// What is in it.
    pub items: Vec<Item>,
}

impl Module {
    /// Whether a word stands on an item of the module: in its attributes, or anywhere but in the body of a
    /// function.
    #[must_use]
    pub fn mentions(&self, word: &str) -> bool {
        self.items.iter().any(|item| {
            let attrs = item.attrs.iter().map(ToTokens::to_token_stream);
            let head = match &item.kind {
                ItemKind::Fn(head) => head.sig.to_token_stream(),
                _ => item.tokens().clone(),
            };
            attrs.chain([head]).any(|tokens| mentions(tokens, word))
        })
    }

    /// Reads the item under an attribute macro. `attribute` is the macro's name in messages:
    /// `#[page(..)]`.
    ///
    /// `None`, with its error recorded, when the item is not a module with a body. The items inside
    /// cannot fail: what does not parse is kept as it stands.
    pub fn read(attribute: &str, tokens: TokenStream, errors: &ErrorSink<'_>) -> Option<Self> {
        let parse = |input: ParseStream<'_>| {
            let attrs = input.call(Attribute::parse_outer)?;
            let place = input.cursor();
            let vis = input.parse()?;
            if !input.peek(Token![mod]) {
                errors.on(
                    entry::MISPLACED_ATTRIBUTE,
                    place.token_stream(),
                    format!(
                        "`{attribute}` belongs on a module: write `{attribute} mod name {{ .. }}`"
                    ),
                );
                return refused(input);
            }
            let keyword = input.parse()?;
            let ident: Ident = input.parse()?;
            if input.peek(Token![;]) {
                errors.on(
                    entry::MODULE_IN_ANOTHER_FILE,
                    &ident,
                    format!(
                        "`{attribute}` must see the module's body\n\
                         write `mod {ident} {{ .. }}` here, or put the attribute on a module inside the file"
                    ),
                );
                return refused(input);
            }
            let body;
            let brace = syn::braced!(body in input);
            let (inner, items) = split::items(body.parse()?);
            Ok(Some(Self {
                attrs,
                vis,
                keyword,
                ident,
                brace,
                inner_attrs: Attribute::parse_inner.parse2(inner)?,
                items: items.into_iter().map(item).collect(),
            }))
        };
        errors
            .take(entry::MISPLACED_ATTRIBUTE, parse.parse2(tokens))
            .flatten()
    }
}

/// Nothing, after an error of ours: a parser must also consume what it does not want.
fn refused<T>(input: ParseStream<'_>) -> syn::Result<Option<T>> {
    input.parse::<TokenStream>()?;
    Ok(None)
}

impl ToTokens for Module {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.keyword.to_tokens(tokens);
        self.ident.to_tokens(tokens);
        self.brace.surround(tokens, |body| {
            body.append_all(&self.inner_attrs);
            body.append_all(&self.items);
        });
    }
}

fn item(raw: RawItem) -> Item {
    let RawItem { attrs, rest } = raw;
    let keyword = keyword(&rest);
    let tokens = rest.into_iter().collect::<TokenStream>();
    match Attribute::parse_outer.parse2(attrs.clone()) {
        Ok(attrs) => Item {
            attrs,
            kind: read(keyword, tokens.clone()).unwrap_or(ItemKind::Unreadable),
            tokens,
        },
        Err(_) => Item {
            attrs: Vec::new(),
            kind: ItemKind::Unreadable,
            tokens: attrs.into_iter().chain(tokens).collect(),
        },
    }
}

fn read(keyword: String, tokens: TokenStream) -> syn::Result<ItemKind> {
    Ok(match keyword.as_str() {
        "fn" => ItemKind::Fn(Box::new(FnItem::parse.parse2(tokens)?)),
        "struct" | "enum" | "union" => ItemKind::Data(Box::new(DataItem::parse.parse2(tokens)?)),
        _ => ItemKind::Other(keyword),
    })
}

/// The word that says what an item is. Qualifiers (`pub(crate)`, `const`, `unsafe extern "C"`) come
/// before it, and a macro call has its path instead.
fn keyword(tokens: &[TokenTree]) -> String {
    let mut first = None;
    let mut words = tokens
        .iter()
        .filter(|token| !matches!(token, TokenTree::Group(_)));
    while let Some(token) = words.next() {
        let word = token.to_string();
        match word.as_str() {
            "fn" | "struct" | "enum" | "trait" | "impl" | "mod" | "use" | "type" | "static"
            | "macro" | "crate" => return word,
            // `union` is a keyword only before a name.
            "union" if matches!(words.clone().next(), Some(TokenTree::Ident(_))) => return word,
            "pub" | "async" | "unsafe" | "default" | "safe" | "auto" => {}
            // `const fn` is a function, `const NAME` a constant; `extern "C" fn` a function,
            // `extern "C" { .. }` a block, `extern crate name;` a crate.
            "const" | "extern" => first = first.or(Some(word)),
            _ if matches!(token, TokenTree::Literal(_)) => {}
            _ => {
                let call =
                    matches!(words.next(), Some(TokenTree::Punct(bang)) if bang.as_char() == '!');
                return first.unwrap_or_else(|| if call { format!("{word}!") } else { word });
            }
        }
    }
    first.unwrap_or_default()
}
