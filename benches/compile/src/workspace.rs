//! The generated workspace: a package per framework and number of actions, and
//! one lock file, so that each run compiles the same versions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::cargo::Cargo;
use crate::frameworks::{ALL, Framework};
use crate::template::{Scope, render, replace};

/// Actions in one page, which is one module in every framework.
pub const PER_PAGE: usize = 10;

/// The stack, in KiB, on which a site of any size must start.
pub const STACK_KIB: usize = 512;

/// The state of the app, the same text in every package.
const APP: &str = r#"//! What the handlers share.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Default)]
pub struct App {
    total: Arc<AtomicU64>,
}

#[derive(Debug)]
pub struct TooMany;

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("at most a thousand at a time")
    }
}

impl std::error::Error for TooMany {}

impl App {
    pub async fn add(&self, quantity: u32) -> Result<u64, TooMany> {
        if quantity > 1000 {
            return Err(TooMany);
        }
        Ok(self.total.fetch_add(quantity.into(), Ordering::Relaxed))
    }

    pub async fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }
}
"#;

/// The fields of every input, whatever is derived on it.
const INPUT: &str = "pub name: String,
    pub quantity: u32,
    pub note: Option<String>,";

const OUTPUT: &str = "pub label: String,
    pub total: u64,
    pub note: Option<String>,";

const ANSWER: &str = r#"Out$n {
        label: format!("$label: {}", input.name),
        total,
        note: input.note,
    }"#;

const DESCRIPTION: &str = "Add a quantity to the total, as number $n of many actions.";

/// One package to be compiled.
#[derive(Debug, Clone, Copy)]
pub struct Package {
    /// For whom it is written.
    pub framework: &'static Framework,
    /// How many handlers it has.
    pub actions: usize,
}

impl Package {
    /// Its name for cargo.
    #[must_use]
    pub fn name(self) -> String {
        let framework = self.framework.name.replace('+', "-");
        format!("{framework}-{}", self.actions)
    }

    fn pages(self) -> usize {
        self.actions.div_ceil(PER_PAGE)
    }

    /// The action whose body is edited: one in the middle.
    fn edited(self) -> usize {
        self.actions / 2
    }

    fn manifest(self, repository: &Path) -> String {
        let Framework { dependencies, .. } = self.framework;
        let root = repository.display().to_string();
        let dependencies = replace(dependencies, &[("root", root)]);
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]{dependencies}",
            self.name()
        )
    }

    fn main(self) -> String {
        let values = |page: usize| vec![("page", page.to_string())];
        let scope = Scope {
            each: "page",
            numbers: 0..self.pages(),
            values: &values,
        };
        let modules = render("mod app;\n//~ each page\nmod page$page;\n//~ end\n", &scope);
        let main = render(self.framework.main, &scope);
        let stack = format!("{STACK_KIB} * 1024");
        format!("{modules}\n{}", replace(&main, &[("stack", stack)]))
    }

    /// `edit` is the number of the edit that the one edited body shows.
    fn page(self, page: usize, edit: usize) -> String {
        let values = |n: usize| {
            let label = if n == self.edited() {
                format!("action {n}, edit {edit}")
            } else {
                format!("action {n}")
            };
            vec![
                ("input", INPUT.to_owned()),
                ("output", OUTPUT.to_owned()),
                ("answer", ANSWER.to_owned()),
                ("description", DESCRIPTION.to_owned()),
                ("label", label),
                ("page", page.to_string()),
                ("n", n.to_string()),
            ]
        };
        let first = page * PER_PAGE;
        let scope = Scope {
            each: "action",
            numbers: first..self.actions.min(first + PER_PAGE),
            values: &values,
        };
        let text = render(self.framework.page, &scope);
        replace(&text, &[("page", page.to_string())])
    }
}

/// The workspace, written.
#[derive(Debug)]
pub struct Workspace {
    /// Where its root manifest is.
    pub dir: PathBuf,
    repository: PathBuf,
}

impl Workspace {
    /// Writes every framework's package of each size into `dir`, with the lock
    /// file of this suite.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn write(repository: &Path, dir: &Path, sizes: &BTreeSet<usize>) -> Result<Self, Failure> {
        let workspace = Self {
            dir: dir.to_owned(),
            repository: repository.to_owned(),
        };
        let packages = || {
            sizes
                .iter()
                .flat_map(|&actions| ALL.map(|framework| Package { framework, actions }))
        };
        let members = packages()
            .map(|package| format!("  \"{}\",\n", package.name()))
            .collect::<String>();
        // `strip` changes what the linker keeps, and nothing of the code.
        workspace.put(
            "Cargo.toml",
            &format!(
                "[workspace]\nresolver = \"3\"\nmembers = [\n{members}]\n\n\
                 [profile.release]\nstrip = \"symbols\"\n"
            ),
        )?;
        for package in packages() {
            let name = package.name();
            workspace.put(&format!("{name}/Cargo.toml"), &package.manifest(repository))?;
            workspace.put(&format!("{name}/src/app.rs"), APP)?;
            workspace.put(&format!("{name}/src/main.rs"), &package.main())?;
            for page in 0..package.pages() {
                workspace.put(&format!("{name}/src/page{page}.rs"), &package.page(page, 0))?;
            }
        }
        copy(&workspace.pinned(), &workspace.lock())?;
        Ok(workspace)
    }

    /// Changes one body of `package` for real; each `number` is another text.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn edit(&self, package: Package, number: usize) -> Result<(), Failure> {
        let page = package.edited() / PER_PAGE;
        let file = format!("{}/src/page{page}.rs", package.name());
        self.put(&file, &package.page(page, number))
    }

    /// Resolves anew what is kept with this suite: the versions of the
    /// repository's own lock file, and the newest of what that does not name.
    ///
    /// # Errors
    ///
    /// When cargo finds no versions, or a file cannot be written.
    pub fn update_lock(&self) -> Result<(), Failure> {
        copy(&self.repository.join("Cargo.lock"), &self.lock())?;
        let cargo = Cargo {
            dir: self.dir.clone(),
            target: self.dir.join("target"),
        };
        cargo.output(&["update", "--workspace"])?;
        copy(&self.lock(), &self.pinned())
    }

    /// What cargo has built and the kept lock file does not name: with it, runs
    /// of different days need not compare.
    ///
    /// # Errors
    ///
    /// When a lock file cannot be read.
    pub fn unpinned(&self) -> Result<Vec<String>, Failure> {
        let (built, pinned) = (locked(&self.lock())?, locked(&self.pinned())?);
        // A package without a source is one of ours.
        let foreign = built.iter().filter(|package| package.contains("source = "));
        Ok(foreign
            .filter(|package| !pinned.contains(*package))
            .cloned()
            .collect())
    }

    /// The lock file that cargo reads and completes.
    fn lock(&self) -> PathBuf {
        self.dir.join("Cargo.lock")
    }

    /// The lock file that is kept with this suite.
    fn pinned(&self) -> PathBuf {
        self.repository.join("benches/compile/pinned.lock")
    }

    /// Writes a file unless it is so already: cargo goes by the time of change.
    fn put(&self, file: &str, text: &str) -> Result<(), Failure> {
        let path = self.dir.join(file);
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Ok(());
        }
        let written = match path.parent() {
            Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)),
            None => fs::write(&path, text),
        };
        written.map_err(|error| Failure::at(format_args!("writing {}", path.display()), error))
    }
}

/// Name, version and source of the packages of a lock file.
fn locked(lock: &Path) -> Result<BTreeSet<String>, Failure> {
    let text = fs::read_to_string(lock).map_err(|error| Failure::at(lock.display(), error))?;
    let package = |package: &str| package.lines().take(3).collect::<Vec<_>>().join(", ");
    Ok(text.split("[[package]]\n").skip(1).map(package).collect())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| Failure::at(format_args!("copying {}", from.display()), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(actions: usize) -> impl Iterator<Item = Package> {
        ALL.into_iter()
            .map(move |framework| Package { framework, actions })
    }

    #[test]
    fn every_framework_has_every_action() {
        for package in packages(25) {
            let pages = (0..package.pages())
                .map(|page| package.page(page, 0))
                .collect::<String>();
            for n in 0..25 {
                let name = package.framework.name;
                assert!(pages.contains(&format!("async fn action{n}(")), "{name}");
                assert!(pages.contains(&format!("struct In{n} {{")), "{name}");
                assert!(pages.contains(&format!("as number {n} of many")), "{name}");
            }
            assert!(!pages.contains("action25") && !pages.contains('$'));
            assert!(!package.main().contains('$'));
        }
    }

    #[test]
    fn an_edit_changes_one_body_alone() {
        for package in packages(100) {
            let (before, after) = (package.page(5, 1), package.page(5, 2));
            let changed = before.lines().zip(after.lines()).filter(|(a, b)| a != b);
            assert_eq!(changed.count(), 1);
            assert_eq!(package.page(4, 1), package.page(4, 2));
        }
    }

    #[test]
    fn no_package_raises_a_limit_of_the_compiler() {
        for package in packages(500) {
            for limit in ["recursion_limit", "type_length_limit"] {
                assert!(!package.main().contains(limit));
                assert!(!package.framework.page.contains(limit));
            }
        }
    }
}
