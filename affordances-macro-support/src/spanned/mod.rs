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

use proc_macro2::{Group, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Ident, LitStr};

use crate::entry;
use crate::sink::ErrorSink;
use crate::spell::spelled;

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
    /// What stands between key and value.
    separator: char,
    written: Vec<Written>,
    /// What has no key.
    keyless: Vec<TokenStream>,
    known: Vec<&'static str>,
    /// What was asked for in vain, and where that is reported.
    missing: Vec<(Key, Span)>,
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
    /// What is none of these, and has been reported.
    Odd,
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
        let mut keyless = Vec::new();
        if let Some(semicolon) = split::semicolon(&tokens) {
            errors.on(
                entry::MISSING_COMMA,
                semicolon,
                format!("the arguments of `{attribute}` are separated by `,`"),
            );
        }
        let mut separated = true;
        for mut rest in split::at_commas(tokens) {
            while !rest.is_empty() {
                let (part, next) = split::at_missing_comma(rest, separator);
                if let Some(name) = next.first() {
                    errors.on(
                        entry::MISSING_COMMA,
                        name,
                        format!("a comma is missing before `{name}`"),
                    );
                }
                rest = next;
                let read = split::written(attribute, separator, part, &mut separated, errors);
                let one = match read {
                    Ok(one) => one,
                    Err(value) => {
                        keyless.push(value);
                        continue;
                    }
                };
                if written.iter().any(|earlier| earlier.key == one.key) {
                    errors.on(
                        entry::DUPLICATE_KEY,
                        &one.key,
                        format!("`{}` is given twice\ndrop one of the two", one.key),
                    );
                } else {
                    written.push(one);
                }
            }
        }
        Self {
            attribute,
            separator,
            written,
            keyless,
            known: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Reports what has no key, the keys that nobody asked for, and those that are missing. A strange key
    /// or a value without one beside a missing one is taken for that, so that the two are one error.
    pub fn finish(mut self, errors: &ErrorSink<'_>) {
        let known = listed(&self.known);
        for value in std::mem::take(&mut self.keyless) {
            let separator = split::spaced(self.separator);
            let advice = match self.meant_by(&value) {
                Some(key) => format!(": write `{}{separator} {}`", key.name, spelled(&value)),
                None => String::new(),
            };
            errors.on(
                entry::MALFORMED_ARGUMENT,
                value,
                format!(
                    "`{}` takes `key{separator} value` arguments, and this has no key{advice}\n\
                     its keys are {known}",
                    self.attribute
                ),
            );
        }
        for Written { key, form } in std::mem::take(&mut self.written) {
            if matches!(form, Form::Odd) {
                continue;
            }
            let word = key.unraw().to_string();
            let guess = affordances_grammar::names::did_you_mean(&word, self.known.iter().copied());
            let is_meant = |(missing, _): &(Key, Span)| guess.is_none_or(|it| it == missing.name);
            let missing = self.missing.iter().position(is_meant);
            let missing = missing.map(|place| self.missing.remove(place).0);
            let hint = match (missing, guess) {
                (Some(missing), _) => {
                    format!(
                        "; did you mean `{}`? it must be {}",
                        missing.name, missing.shape
                    )
                }
                (None, Some(guess)) => format!("; did you mean `{guess}`?"),
                (None, None) => String::new(),
            };
            let keys = if known.is_empty() {
                "it takes no arguments".to_owned()
            } else {
                format!("its keys are {known}")
            };
            errors.on(
                entry::UNKNOWN_KEY,
                key.to_token_stream(),
                format!(
                    "`{word}` is not a key of `{}`{hint}\n{keys}",
                    self.attribute
                ),
            );
        }
        for (key, place) in self.missing {
            errors.at(
                entry::MISSING_KEY,
                place,
                format!("`{}` needs `{}`: {}", self.attribute, key.name, key.shape),
            );
        }
    }

    /// The missing key that a value without one is for: the only one whose example is a string where the
    /// value is one, and none where it is not.
    fn meant_by(&mut self, value: &TokenStream) -> Option<Key> {
        let is_text = syn::parse2::<LitStr>(value.clone()).is_ok();
        let fits = |(key, _): &(Key, Span)| key.shape.contains('"') == is_text;
        let place = self.missing.iter().position(fits)?;
        let is_only = self.missing.iter().filter(|it| fits(it)).count() == 1;
        is_only.then(|| self.missing.remove(place).0)
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

/// Names in backticks, with commas between: how a message lists what there is to choose from. What `cfg`
/// gives several forms is named once.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let mut list: Vec<String> = Vec::new();
    for name in names {
        let name = format!("`{}`", name.as_ref());
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list.join(", ")
}

#[cfg(test)]
mod tests;
