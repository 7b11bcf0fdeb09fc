//! Second half of reading arguments: one value, by the key that a caller asks for.
use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::ToTokens;
use syn::Ident;
use syn::parse::{Parse, Parser as _};

use super::split::at_commas;
use super::{Arg, Args, Form, Key, Written};
use crate::entry::{self, Entry};
use crate::sink::ErrorSink;

impl Args {
    /// `key = value`, where the value parses as `T`.
    pub fn value<T: Parse>(&mut self, key: Key, errors: &ErrorSink<'_>) -> Option<Arg<T>> {
        let Arg { key: at, value } = self.tokens(key, errors)?;
        match T::parse.parse2(value.clone()) {
            Ok(value) => Some(Arg { key: at, value }),
            Err(_) => {
                errors.on(entry::WRONG_VALUE, value, key.expectation());
                None
            }
        }
    }

    /// Like [`Args::value`]; when the key is absent, [`Args::finish`] reports that at `place`.
    pub fn required<T: Parse>(
        &mut self,
        key: Key,
        place: Span,
        errors: &ErrorSink<'_>,
    ) -> Option<Arg<T>> {
        self.require(key, place);
        self.value(key, errors)
    }

    /// Like [`Args::list`]; when the key is absent, [`Args::finish`] reports that at `place`.
    pub fn required_list<T: Parse>(
        &mut self,
        key: Key,
        place: Span,
        errors: &ErrorSink<'_>,
    ) -> Option<Arg<Vec<T>>> {
        self.require(key, place);
        self.list(key, errors)
    }

    fn require(&mut self, key: Key, place: Span) {
        if !self.has(key) {
            self.missing.push((key, place));
        }
    }

    /// Like [`Args::value`], but the value's own parser says what is wrong with it.
    pub fn explained<T: Parse>(
        &mut self,
        key: Key,
        entry: Entry,
        errors: &ErrorSink<'_>,
    ) -> Option<Arg<T>> {
        let Arg { key: at, value } = self.tokens(key, errors)?;
        match T::parse.parse2(value.clone()) {
            Ok(value) => Some(Arg { key: at, value }),
            Err(error) => {
                errors.on(entry, value, error);
                None
            }
        }
    }

    /// `key = [a, b]`; an element that does not parse is reported alone and left out.
    pub fn list<T: Parse>(&mut self, key: Key, errors: &ErrorSink<'_>) -> Option<Arg<Vec<T>>> {
        let Arg { key: at, value } = self.tokens(key, errors)?;
        let Ok(list) = Group::parse.parse2(value.clone()) else {
            errors.on(entry::WRONG_VALUE, value, key.expectation());
            return None;
        };
        if list.delimiter() != Delimiter::Bracket {
            errors.on(entry::WRONG_VALUE, value, key.expectation());
            return None;
        }
        let mut elements = Vec::new();
        for part in at_commas(list.stream()) {
            let part = part.into_iter().collect::<TokenStream>();
            match T::parse.parse2(part.clone()) {
                Ok(element) => elements.push(element),
                Err(_) => errors.on(entry::WRONG_VALUE, part, key.expectation()),
            }
        }
        Some(Arg {
            key: at,
            value: elements,
        })
    }

    /// `key` alone.
    pub fn flag(&mut self, key: Key, errors: &ErrorSink<'_>) -> Option<Ident> {
        let Written { key: at, form } = self.take(key)?;
        let extra = match form {
            Form::Flag => return Some(at),
            Form::Value(tokens) => tokens,
            Form::List(list) => list.into_token_stream(),
            Form::Odd => return None,
        };
        // An empty `key =` leaves nothing to underline but the key.
        let place = if extra.is_empty() {
            at.to_token_stream()
        } else {
            extra
        };
        errors.on(
            entry::FLAG_WITH_VALUE,
            place,
            format!("`{at}` takes no value: write `{at}` alone, or leave it out"),
        );
        None
    }

    /// `key(..)`, as arguments of their own; `attribute` names them in messages.
    pub fn call(
        &mut self,
        key: Key,
        attribute: &'static str,
        errors: &ErrorSink<'_>,
    ) -> Option<Arg<Args>> {
        let Written { key: at, form } = self.take(key)?;
        match form {
            Form::List(list) if list.delimiter() == Delimiter::Parenthesis => Some(Arg {
                key: at,
                value: Args::parse(attribute, list.stream(), errors),
            }),
            Form::Flag | Form::List(_) | Form::Value(_) => {
                errors.on(entry::WRONG_VALUE, at, key.expectation());
                None
            }
            Form::Odd => None,
        }
    }

    /// `key = ..`, whatever stands there.
    pub fn tokens(&mut self, key: Key, errors: &ErrorSink<'_>) -> Option<Arg<TokenStream>> {
        let Written { key: at, form } = self.take(key)?;
        match form {
            Form::Value(value) if !value.is_empty() => Some(Arg { key: at, value }),
            Form::Flag | Form::Value(_) => {
                errors.on(entry::WRONG_VALUE, &at, key.expectation());
                None
            }
            Form::List(list) => {
                errors.on(entry::WRONG_VALUE, list, key.expectation());
                None
            }
            Form::Odd => None,
        }
    }

    /// Whether the key was written, well or badly: what is there and wrong must not be called missing.
    #[must_use]
    pub fn has(&self, key: Key) -> bool {
        self.written.iter().any(|one| one.key == key.name)
    }
}
