//! Snapshots of whole expansions: `golden/*.rs` of this crate, each with its input as a comment above the
//! output.
//!
//! `BLESS=1 cargo test -p aboard-macros` writes the output anew, and the copies in the reference docs; a
//! new case is a file with nothing but its comment.
use std::path::{Path, PathBuf};
use std::{env, fs};

use affordances_macro_support::reference::{fold_out, fold_out_of};
use proc_macro2::{TokenStream, TokenTree};

use crate::onboarding::expand_onboarding;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The comment at the top.
fn header(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The same without its slashes.
fn input(header: &str) -> String {
    let lines = header.lines().map(|line| {
        let line = line.strip_prefix("//").unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The expansion of `#[onboarding(..)] mod name { .. }`, other attributes around it.
fn expand(header: &str) -> TokenStream {
    let tokens = input(header).parse::<TokenStream>().expect("tokens");
    let mut item = tokens.into_iter().collect::<Vec<_>>();
    let is_ours = |token: &TokenTree| token.to_string().starts_with("[onboarding");
    let place = item.iter().position(is_ours).expect("`#[onboarding(..)]`");
    let TokenTree::Group(attribute) = item.remove(place) else {
        panic!("`[..]`");
    };
    item.remove(place - 1);
    let args = match attribute.stream().into_iter().nth(1) {
        Some(TokenTree::Group(args)) => args.stream(),
        _ => TokenStream::new(),
    };
    expand_onboarding(args, item.into_iter().collect())
}

fn pretty(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion is no Rust: {error}\n{text}"),
    }
}

/// The snapshots that the reference docs show, by attribute: they fold out at the end of its page.
const SHOWN: [(&str, &str); 2] = [("onboarding", "smallest_flow"), ("step", "smallest_flow")];

/// The comment at the top of a snapshot, and what it expands to now.
fn snapshot(path: &Path) -> (String, String) {
    let header = header(&fs::read_to_string(path).expect("a snapshot"));
    let output = pretty(expand(&header));
    (header, output)
}

/// Everything that is generated, with the text that it should have.
fn generated() -> Vec<(PathBuf, String)> {
    let mut generated = Vec::new();
    for file in fs::read_dir(folder()).expect("the folder of snapshots") {
        let path = file.expect("an entry").path();
        let (header, output) = snapshot(&path);
        generated.push((path, format!("{header}\n{output}")));
    }
    for (attribute, name) in SHOWN {
        let (header, output) = snapshot(&folder().join(name).with_extension("rs"));
        generated.push((fold_out_of(attribute), fold_out(&input(&header), &output)));
    }
    generated
}

#[test]
fn expansions_are_as_blessed() {
    let bless = env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for (path, now) in generated() {
        if fs::read_to_string(&path).is_ok_and(|text| text == now) {
            continue;
        }
        if bless {
            fs::write(&path, now).expect("a file written");
        } else {
            stale.push(format!("{}:\n{now}", path.display()));
        }
    }
    assert!(
        stale.is_empty(),
        "BLESS=1 writes these anew:\n{}",
        stale.join("\n")
    );
}
