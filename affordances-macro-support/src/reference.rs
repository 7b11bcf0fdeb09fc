//! The reference docs, held to the macros: what the tests of both macro crates read there and write
//! there (feature `testing`).
//!
//! The page of an attribute is `src/docs/NAME.md` at the root of the workspace; its table has a row per
//! key. Which keys there are is asked of the macro itself: one that nobody knows is answered with those
//! that were asked for, so a new [`Key`](crate::spanned::Key) is listed as soon as it is read.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::LitStr;

/// Where the reference docs are.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/docs")
}

/// A key, as its row in the docs describes it.
#[derive(Debug)]
pub struct Documented {
    /// How the key is spelled.
    pub key: String,
    /// The second cell: what the key is given, and whether it must be.
    pub value: String,
}

/// The rows of the table of keys on an attribute's page; none where the attribute takes none.
///
/// # Panics
///
/// Where the page cannot be read.
#[must_use]
pub fn documented(page: &str) -> Vec<Documented> {
    let path = folder().join(page).with_extension("md");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .skip_while(|line| !line.starts_with("| key |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let mut cells = line.split(" | ");
            let key = cells.next().unwrap_or_default();
            Documented {
                key: key.trim_matches(['|', ' ', '`']).to_owned(),
                value: cells.next().unwrap_or_default().to_owned(),
            }
        })
        .collect()
}

/// Asserts that an attribute's page describes the keys that its macro reads and no others, and calls
/// those required that its macro misses.
///
/// `attribute` is its name in messages, `#[page(..)]`; `expand` applies the macro with these arguments to
/// a sound item, and `unknown` is an argument with a key that it does not have.
///
/// # Panics
///
/// Where page and macro differ.
pub fn assert_documented(
    page: &str,
    attribute: &str,
    unknown: TokenStream,
    expand: impl Fn(TokenStream) -> TokenStream,
) {
    let rows = documented(page);
    let all = rows.iter().map(|row| row.key.clone());
    assert_eq!(
        all.collect::<BTreeSet<_>>(),
        keys(attribute, expand(unknown)),
        "src/docs/{page}.md has not the keys of `{attribute}`"
    );
    let required = rows.iter().filter(|row| row.value.ends_with(", required"));
    assert_eq!(
        required.map(|row| row.key.clone()).collect::<BTreeSet<_>>(),
        missed(attribute, expand(quote!())),
        "src/docs/{page}.md calls others required than `{attribute}` does"
    );
}

/// The keys of an attribute, from the error about one that it does not have.
///
/// # Panics
///
/// Where the expansion has no such error.
#[must_use]
pub fn keys(attribute: &str, expansion: TokenStream) -> BTreeSet<String> {
    let errors = errors(expansion);
    let is_about = format!("is not a key of `{attribute}`");
    let keys = errors
        .iter()
        .find(|error| error.contains(&is_about))
        .and_then(|error| {
            error
                .lines()
                .find_map(|it| it.strip_prefix("its keys are "))
        })
        .unwrap_or_else(|| panic!("`{attribute}` lists no keys in {errors:#?}"));
    keys.split(", ")
        .map(|key| key.trim_matches('`').to_owned())
        .collect()
}

/// The keys that an attribute misses.
fn missed(attribute: &str, expansion: TokenStream) -> BTreeSet<String> {
    let start = format!("`{attribute}` needs `");
    let errors = errors(expansion);
    let keys = errors.iter().filter_map(|it| it.strip_prefix(&start));
    keys.filter_map(|rest| rest.split_once('`'))
        .map(|(key, _)| key.to_owned())
        .collect()
}

/// The texts of an expansion's `compile_error!`s.
fn errors(expansion: TokenStream) -> Vec<String> {
    let tokens = expansion.into_iter().collect::<Vec<_>>();
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        if let [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(text),
        ] = three
            && name == "compile_error"
        {
            let text = syn::parse2::<LitStr>(text.stream()).expect("the text of an error");
            found.push(text.value());
        }
    }
    found
}

/// An expansion as Markdown that folds out, for the end of an attribute's page.
#[must_use]
pub fn fold_out(input: &str, output: &str) -> String {
    format!(
        "\n<details><summary>What it expands to</summary>\n\n\
         ```text\n{}\n```\n\nexpands to\n\n```text\n{}\n```\n\n\
         What is in `__private` may change in any version.\n\n</details>\n",
        input.trim_end(),
        output.trim_end()
    )
}

/// Where the fold-out of an attribute stands: beside its page, in `src/`, which is what a package holds.
#[must_use]
pub fn fold_out_of(page: &str) -> PathBuf {
    folder().join("expansion").join(page).with_extension("md")
}
