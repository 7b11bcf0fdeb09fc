//! The error index, compared with what is printed: `src/docs/errors.md` at the root of the workspace has
//! exactly the entries of both macro crates and both cores, and the UI cases show each.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use affordances_macro_support::entry::ALL as GROUND;

use crate::entry::ALL as OURS;

/// Errors of the compiler's own that could be taken for ours: they have no code.
const RUSTCS: [&str; 4] = [
    "expected expression, found `}`",
    "expected type, found `)`",
    "future cannot be sent between threads safely",
    "unexpected token: `;`",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below a folder whose name ends so.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The entries that a text names.
fn named(text: &str) -> Vec<&str> {
    text.split("see `")
        .skip(1)
        .filter_map(|rest| rest.split_once("` in affordances::errors"))
        .map(|(name, _)| name)
        .filter(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        .collect()
}

/// Every entry: those of the macros, and those that the core's traits and constants name.
fn entries() -> BTreeSet<String> {
    let mut all = GROUND
        .iter()
        .chain(OURS)
        .map(|entry| entry.name().to_owned())
        .collect::<BTreeSet<_>>();
    for core in ["affordances-core/src", "aboard-core/src"] {
        for path in files(&root().join(core), ".rs") {
            all.extend(named(&read(&path)).into_iter().map(str::to_owned));
        }
    }
    all.extend(steps());
    all
}

/// Those of `#[onboarding]` and `#[step]`, by their list: a macro crate has no other way to show it.
fn steps() -> Vec<String> {
    let list = read(&root().join("aboard-macros/src/entry.rs"));
    let names = list.lines().filter_map(|line| {
        let (constant, name) = line.trim().split_once(" = \"")?;
        let name = name.strip_suffix("\";")?;
        assert_eq!(constant.to_lowercase(), name);
        Some(name.to_owned())
    });
    let names = names.collect::<Vec<_>>();
    assert!(
        !names.is_empty(),
        "the list of entries is written differently"
    );
    names
}

/// The index: the first line of the message that each entry shows.
fn index() -> Vec<(String, String)> {
    let text = read(&root().join("src/docs/errors.md"));
    let sections = text.split("\n## ").skip(1);
    let shown = |section: &str| {
        let (_, message) = section.split_once("```text\n")?;
        message.lines().next().map(str::to_owned)
    };
    sections
        .map(|section| {
            let name = section.lines().next().unwrap_or_default().to_owned();
            let message = shown(section).unwrap_or_else(|| panic!("`{name}` shows no message"));
            (name, message)
        })
        .collect()
}

/// An error of a UI case.
struct Printed {
    code: Option<String>,
    message: String,
    entry: Option<String>,
}

fn printed(stderr: &str) -> Vec<Printed> {
    let mut found = Vec::new();
    let blocks = format!("\n{stderr}");
    for block in blocks.split("\nerror").skip(1) {
        let line = block.lines().next().unwrap_or_default();
        let (code, message) = line.split_once(": ").expect("`error: ..`");
        found.push(Printed {
            code: (!code.is_empty()).then(|| code.trim_matches(['[', ']']).to_owned()),
            message: message.to_owned(),
            entry: named(block).first().map(|&name| name.to_owned()),
        });
    }
    found
}

/// What the UI cases print, by case.
fn cases() -> BTreeMap<PathBuf, Vec<Printed>> {
    files(&root().join("tests/ui"), ".stderr")
        .into_iter()
        .map(|path| {
            let printed = printed(&read(&path));
            (path, printed)
        })
        .collect()
}

#[test]
fn the_index_has_exactly_the_entries_that_exist() {
    let index = index();
    let headings = index.iter().map(|(name, _)| name.clone());
    assert_eq!(headings.collect::<BTreeSet<_>>(), entries());
    assert_eq!(index.len(), entries().len(), "a heading stands twice");
}

#[test]
fn an_entry_is_declared_once() {
    let names = GROUND.iter().chain(OURS).map(|entry| entry.name());
    let distinct = names.clone().collect::<BTreeSet<_>>();
    assert_eq!(names.count(), distinct.len());
}

#[test]
fn every_error_of_ours_names_an_entry() {
    let entries = entries();
    let mut unused = BTreeSet::from(RUSTCS);
    for (path, errors) in cases() {
        for error in errors {
            let Printed {
                code,
                message,
                entry,
            } = error;
            let path = path.display();
            match entry {
                Some(entry) => assert!(entries.contains(&entry), "{path}: `{entry}`"),
                None => {
                    // A trait's message and a constant's have these codes; a macro's has none.
                    let maybe_ours = matches!(code.as_deref(), None | Some("E0277" | "E0080"));
                    let known = RUSTCS.contains(&message.as_str());
                    unused.remove(message.as_str());
                    assert!(known || !maybe_ours, "{path}: {message}");
                }
            }
        }
    }
    assert!(unused.is_empty(), "no case prints {unused:?}");
}

#[test]
fn every_entry_shows_a_message_that_a_case_prints() {
    let cases = cases();
    for (name, message) in index() {
        let is_shown = cases.values().flatten().any(|printed| {
            printed.entry.as_deref() == Some(name.as_str()) && printed.message == message
        });
        assert!(is_shown, "`{name}`: no case prints `{message}`");
    }
}
