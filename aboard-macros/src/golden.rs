//! Snapshots of whole expansions: `golden/*.rs` of this crate, each with its input as a comment above the
//! output.
//!
//! `BLESS=1 cargo test -p aboard-macros` writes the output anew; a new case is a file with nothing but
//! its comment.
use std::path::{Path, PathBuf};
use std::{env, fs};

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

/// The expansion of `#[onboarding(..)] mod name { .. }`, other attributes around it.
fn expand(header: &str) -> TokenStream {
    let input = header
        .lines()
        .map(|line| line.trim_start_matches("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let tokens = input.parse::<TokenStream>().expect("tokens");
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

#[test]
fn expansions_are_as_blessed() {
    let bless = env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for file in fs::read_dir(folder()).expect("the folder of snapshots") {
        let path = file.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a snapshot");
        let header = header(&text);
        let now = format!("{header}\n{}", pretty(expand(&header)));
        if now == text {
            continue;
        }
        if bless {
            fs::write(&path, now).expect("a snapshot written");
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
