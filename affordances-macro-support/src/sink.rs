//! Where mistakes go: every stage pushes its errors here and goes on, and the entry point turns them
//! into compile errors at the end.
//!
//! A user who wrote ten actions wants all ten mistakes in one build, so no stage may stop at the
//! first `Err`. But a stage must also know whether *its own part* went well: an action with a bad
//! argument gets no shim, while its neighbour does. A plain `Vec<Error>` answers only "did anything
//! fail so far, anywhere?". Hence a tree over one shared list:
//!
//! * [`ErrorStore`] owns the list, [`ErrorSink`]s push to it in the order of discovery;
//! * a sink made by [`ErrorSink::child`] covers one part; a failure in it marks the sinks above it,
//!   and never the sinks beside it;
//! * sinks borrow the store, and [`ErrorStore::into_compile_errors`] consumes it, so the borrow
//!   checker proves that nobody can add an error after they have been taken.
use std::cell::{Cell, RefCell};
use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

use crate::entry::Entry;

/// All errors of one expansion, in the order in which they were found.
#[derive(Debug, Default)]
pub struct ErrorStore {
    errors: RefCell<Vec<Error>>,
}

impl ErrorStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The sink at the root: it has failed when anything has.
    #[must_use]
    pub fn sink(&self) -> ErrorSink<'_> {
        ErrorSink {
            errors: &self.errors,
            parent: None,
            failed: Cell::new(false),
        }
    }

    /// One `compile_error!` per error; empty when there were none.
    #[must_use]
    #[allow(
        clippy::disallowed_methods,
        reason = "this is where the errors of sinks come out"
    )]
    pub fn into_compile_errors(self) -> TokenStream {
        self.into_errors()
            .into_iter()
            .map(Error::into_compile_error)
            .collect()
    }

    /// The errors themselves.
    #[must_use]
    pub fn into_errors(self) -> Vec<Error> {
        self.errors.into_inner()
    }
}

/// Takes the errors of one part of the input, and knows whether that part has failed.
#[derive(Debug)]
pub struct ErrorSink<'a> {
    errors: &'a RefCell<Vec<Error>>,
    parent: Option<&'a ErrorSink<'a>>,
    failed: Cell<bool>,
}

impl ErrorSink<'_> {
    /// A sink for one part of what this sink covers.
    #[must_use]
    pub fn child(&self) -> ErrorSink<'_> {
        ErrorSink {
            errors: self.errors,
            parent: Some(self),
            failed: Cell::new(false),
        }
    }

    /// Whether an error was pushed here or into a child.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.failed.get()
    }

    /// Records an error that underlines all of `tokens`.
    pub fn on(&self, entry: Entry, tokens: impl ToTokens, message: impl Display) {
        self.push(Error::new_spanned(tokens, entry.ends(message)));
    }

    /// Records an error at one span.
    pub fn at(&self, entry: Entry, span: Span, message: impl Display) {
        self.push(Error::new(span, entry.ends(message)));
    }

    /// The value of a result, or `None` with its error recorded where it begins.
    pub fn take<T>(&self, entry: Entry, result: syn::Result<T>) -> Option<T> {
        result
            .map_err(|error| self.at(entry, error.span(), error))
            .ok()
    }

    /// Private: an error comes with its entry, by one of the ways above.
    fn push(&self, error: Error) {
        self.errors.borrow_mut().push(error);
        self.mark();
    }

    fn mark(&self) {
        self.failed.set(true);
        if let Some(parent) = self.parent {
            parent.mark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry::new("a_mistake");

    fn texts(store: ErrorStore) -> Vec<String> {
        store.into_errors().iter().map(Error::to_string).collect()
    }

    #[test]
    fn a_failed_child_fails_its_parents_and_not_its_siblings() {
        let store = ErrorStore::new();
        let root = store.sink();
        let (left, right) = (root.child(), root.child());
        let leaf = left.child();
        leaf.at(ENTRY, Span::call_site(), "no");
        assert!(leaf.failed() && left.failed() && root.failed());
        assert!(!right.failed());
    }

    #[test]
    fn errors_keep_the_order_of_discovery() {
        let store = ErrorStore::new();
        let root = store.sink();
        let child = root.child();
        root.at(ENTRY, Span::call_site(), "first");
        child.at(ENTRY, Span::call_site(), "second");
        root.at(ENTRY, Span::call_site(), "third");
        assert_eq!(
            texts(store),
            ["first", "second", "third"].map(|text| ENTRY.ends(text))
        );
    }

    #[test]
    fn taking_an_error_records_it() {
        let store = ErrorStore::new();
        let root = store.sink();
        assert_eq!(root.take(ENTRY, Ok(1)), Some(1));
        assert!(!root.failed());
        let missing = root.take::<()>(ENTRY, Err(Error::new(Span::call_site(), "missing")));
        assert_eq!(missing, None);
        assert!(root.failed());
        assert_eq!(
            texts(store),
            ["missing\nsee `a_mistake` in affordances::errors"]
        );
    }

    #[test]
    fn every_error_becomes_one_compile_error() {
        let store = ErrorStore::new();
        let root = store.sink();
        root.at(ENTRY, Span::call_site(), "one");
        root.at(ENTRY, Span::call_site(), "two");
        let tokens = store.into_compile_errors().to_string();
        assert_eq!(tokens.matches("compile_error").count(), 2);
    }

    #[test]
    fn no_error_is_no_token() {
        assert!(ErrorStore::new().into_compile_errors().is_empty());
    }
}
