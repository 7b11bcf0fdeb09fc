//! Snapshots of whole expansions: `tests/golden/*.rs` at the root of the workspace, each with its input
//! as a comment above the output.
//!
//! `BLESS=1 cargo test -p affordances-macros` writes the output anew, and the copies in the reference
//! docs; a new case is a file with nothing but its comment.
use std::path::{Path, PathBuf};
use std::{env, fs};

use affordances_macro_support::reference::{fold_out, fold_out_of};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::page::expand_page;
use crate::path_params::expand_path_params;
use crate::site::expand_site;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")
}

/// The comment at the top, without its slashes.
fn input(text: &str) -> String {
    text.lines()
        .take_while(|line| line.starts_with("//"))
        .map(|line| line.strip_prefix("// ").unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

fn expand(input: &str) -> TokenStream {
    let tokens = input.parse::<TokenStream>().expect("tokens");
    let all = tokens.into_iter().collect::<Vec<_>>();
    if all[0].to_string() == "site" {
        let TokenTree::Group(body) = &all[2] else {
            panic!("`site! {{ .. }}`");
        };
        return expand_site(body.stream());
    }
    let is_page = |token: &TokenTree| is_page_attribute(token).is_some();
    let Some(place) = all.iter().position(is_page) else {
        return expand_path_params(all.into_iter().collect());
    };
    let args = is_page_attribute(&all[place]).expect("found above");
    let (before, after) = (&all[..place - 1], &all[place + 1..]);
    expand_page(args, before.iter().chain(after).cloned().collect())
}

/// The arguments of `[page(..)]`.
fn is_page_attribute(token: &TokenTree) -> Option<TokenStream> {
    let TokenTree::Group(group) = token else {
        return None;
    };
    let mut tokens = group.stream().into_iter();
    if group.delimiter() != Delimiter::Bracket || tokens.next()?.to_string() != "page" {
        return None;
    }
    match tokens.next() {
        Some(TokenTree::Group(args)) => Some(args.stream()),
        _ => Some(TokenStream::new()),
    }
}

fn pretty(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion is no Rust: {error}\n{text}"),
    }
}

/// The snapshot at `path`, anew.
fn snapshot(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a snapshot");
    let input = input(&text);
    let header = input
        .lines()
        .map(|line| format!("// {line}").trim_end().to_owned() + "\n")
        .collect::<String>();
    format!("{header}\n{}", pretty(expand(&input)))
}

/// The snapshots that the reference docs show, by attribute: they fold out at the end of its page.
const SHOWN: [(&str, &str); 4] = [
    ("page", "smallest_page"),
    ("action", "one_action"),
    ("site", "site"),
    ("path_params", "path_params"),
];

/// Everything that is generated, with the text that it should have.
fn generated() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(folder()).expect("the folder of snapshots");
    let mut generated = files
        .map(|file| file.expect("an entry").path())
        .map(|path| (path.clone(), snapshot(&path)))
        .collect::<Vec<_>>();
    for (attribute, name) in SHOWN {
        let snapshot = snapshot(&folder().join(name).with_extension("rs"));
        let (_, output) = snapshot.split_once("\n\n").expect("input and output");
        let shown = fold_out(&input(&snapshot), output);
        generated.push((fold_out_of(attribute), shown));
    }
    generated
}

#[test]
fn expansions_are_as_blessed() {
    let bless = env::var_os("BLESS").is_some();
    let mut stale = 0;
    for (path, now) in generated() {
        if fs::read_to_string(&path).is_ok_and(|text| text == now) {
            continue;
        }
        if bless {
            fs::write(&path, now).expect("a file written");
            continue;
        }
        // Left where it can be compared, outside of what is committed.
        stale += 1;
        let target = env::temp_dir().join(path.file_name().expect("a file name"));
        fs::write(&target, now).expect("the output written");
        eprintln!("{} differs from {}", path.display(), target.display());
    }
    assert!(stale == 0, "BLESS=1 writes {stale} files anew");
}
