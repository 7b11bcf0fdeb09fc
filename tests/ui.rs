//! What the compiler says about wrong pages, and that right ones compile: the cases in `tests/ui`.
//!
//! A folder per macro, `fail` and `pass` in it, one mistake a file, and the file's name is the reason.
//! `TRYBUILD=overwrite cargo test --test ui` blesses the texts anew.
//!
//! The texts are those of one compiler. With another, only the passing cases are run, and a line says
//! so; `AFFORDANCES_REQUIRE_ALL` makes that a failure instead.
use std::env;
use std::process::Command;

/// The minor version of the compiler that the texts were blessed with.
const BLESSED: &str = "1.95";

#[test]
fn right_pages_compile_and_run() {
    trybuild::TestCases::new().pass("tests/ui/*/pass/*.rs");
}

// A test of its own: cases that must fail are only checked, which is much faster than building them.
#[test]
fn wrong_pages_are_told_what_is_wrong() {
    let compiler = compiler();
    if compiler.starts_with(&format!("rustc {BLESSED}.")) {
        trybuild::TestCases::new().compile_fail("tests/ui/*/fail/*.rs");
        return;
    }
    let skipped =
        format!("texts of errors are compared with {BLESSED} only, and this is {compiler}");
    assert!(
        env::var_os("AFFORDANCES_REQUIRE_ALL").is_none(),
        "{skipped}"
    );
    eprintln!("{skipped}");
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    version.unwrap_or_default()
}
