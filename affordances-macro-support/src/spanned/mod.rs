//! Arguments of an attribute, each with its key and its span.
//!
//! `#[action(expose = "session", effects = [cart], read_only)]` is first cut at its commas
//! (`split.rs`), whatever stands between them, and only then is each value read by whoever knows its
//! key (`read.rs`). So a value that does not parse spoils itself alone: the arguments after it are
//! still read, and every mistake is reported in one build.
//!
//! The keys are not listed anywhere a second time: asking for a key makes it known, and
//! [`Args::finish`] reports what nobody asked for, with the keys that were asked for as advice.
mod read;
mod split;

use proc_macro2::{Group, TokenStream};
use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt as _;

use crate::entry;
use crate::sink::ErrorSink;

/// A value as written, with the key that introduced it.
#[derive(Clone, Debug)]
pub struct Arg<T> {
    /// The key as written; its span is where an error about the setting as a whole belongs.
    pub key: Ident,
    /// What the key was given.
    pub value: T,
}

/// A key that an attribute takes, with the words that say what belongs after it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// How the key is spelled.
    pub name: &'static str,
    /// Completes "`name` must be ..", with an example: ``a string, as in `route = "/cart"` ``.
    pub shape: &'static str,
}

impl Key {
    /// A key and the shape of its value.
    #[must_use]
    pub const fn new(name: &'static str, shape: &'static str) -> Self {
        Self { name, shape }
    }

    fn expectation(&self) -> String {
        format!("`{}` must be {}", self.name, self.shape)
    }
}

/// The arguments of one attribute, cut apart and not yet read.
#[derive(Debug)]
pub struct Args {
    /// How the attribute is called in messages: `#[page(..)]`.
    attribute: &'static str,
    written: Vec<Written>,
    known: Vec<&'static str>,
}

#[derive(Debug)]
struct Written {
    key: Ident,
    form: Form,
}

/// What follows a key.
#[derive(Debug)]
enum Form {
    /// `read_only`
    Flag,
    /// `route = ..`
    Value(TokenStream),
    /// `artifact(..)`
    List(Group),
}

impl Args {
    /// Cuts the tokens of an attribute into arguments and reports what is none. `attribute` is its
    /// name in messages: `#[page(..)]`.
    #[must_use]
    pub fn parse(attribute: &'static str, tokens: TokenStream, errors: &ErrorSink<'_>) -> Self {
        Self::separated(attribute, '=', tokens, errors)
    }

    /// Like [`Args::parse`], with another character than `=` between key and value.
    #[must_use]
    pub fn separated(
        attribute: &'static str,
        separator: char,
        tokens: TokenStream,
        errors: &ErrorSink<'_>,
    ) -> Self {
        let mut written: Vec<Written> = Vec::new();
        for mut rest in split::at_commas(tokens) {
            while !rest.is_empty() {
                let (part, next) = split::at_missing_comma(rest);
                if let Some(name) = next.first() {
                    errors.on(
                        entry::MISSING_COMMA,
                        name,
                        format!("a comma is missing before `{name}`"),
                    );
                }
                rest = next;
                let Some(one) = split::written(attribute, separator, part, errors) else {
                    continue;
                };
                if written.iter().any(|earlier| earlier.key == one.key) {
                    errors.on(
                        entry::DUPLICATE_KEY,
                        &one.key,
                        format!("`{}` is given twice", one.key),
                    );
                } else {
                    written.push(one);
                }
            }
        }
        Self {
            attribute,
            written,
            known: Vec::new(),
        }
    }

    /// Reports the keys that nobody asked for.
    pub fn finish(self, errors: &ErrorSink<'_>) {
        let known = listed(&self.known);
        for Written { key, form: _ } in self.written {
            let word = key.unraw().to_string();
            let guess = affordances_grammar::names::did_you_mean(&word, self.known.iter().copied())
                .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
            let keys = if known.is_empty() {
                "it takes no arguments".to_owned()
            } else {
                format!("its keys are {known}")
            };
            errors.on(
                entry::UNKNOWN_KEY,
                key.to_token_stream(),
                format!(
                    "`{word}` is not a key of `{}`{guess}\n{keys}",
                    self.attribute
                ),
            );
        }
    }

    fn take(&mut self, key: Key) -> Option<Written> {
        self.known.push(key.name);
        let found = self
            .written
            .iter()
            .position(|one| one.key.unraw() == key.name)?;
        Some(self.written.remove(found))
    }
}

/// Names in backticks, with commas between: how a message lists what there is to choose from.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests;
