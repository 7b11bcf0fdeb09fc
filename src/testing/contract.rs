//! The contract test: the site as it is compiled, against the contract that is
//! committed.

use std::path::Path;
use std::{env, fs, io};

use affordances_core::contract::{Contract as Document, Severity};
use affordances_core::table::Site;
use serde::Serialize;

/// The contract of a site, for a test that compares it with the one that is
/// committed beside the code.
///
/// ```no_run
/// # static SITE: affordances::Site<()> = affordances::Site::new("", &[], &[]);
/// # /*
/// #[test]
/// # */
/// fn a65_the_contract_is_the_committed_one() {
///     // Raise the version with every change that breaks callers.
///     affordances::testing::Contract::of(&SITE).version(1).check("contract.json");
/// }
/// ```
///
/// `BLESS=1 cargo test` writes the file. The guide `docs/contract.md` explains
/// what counts as breaking.
#[derive(Debug, Clone)]
#[must_use = "`check` compares it"]
pub struct Contract(Document);

impl Contract {
    /// The contract of a site, in version 1.
    ///
    /// # Panics
    ///
    /// When a schema cannot be published; the text says which and why.
    #[track_caller]
    pub fn of<S>(site: &Site<S>) -> Self {
        match Document::of(site) {
            Ok(contract) => Self(contract),
            Err(faults) => {
                let faults: Vec<_> = faults
                    .iter()
                    .map(|fault| format!("\n  - {fault}"))
                    .collect();
                panic!("the site has no contract:{}", faults.concat())
            }
        }
    }

    /// Which version it is: the number to raise with every change that breaks
    /// callers.
    pub fn version(self, version: u32) -> Self {
        Self(self.0.version(version))
    }

    /// Compares with the committed file, whose path starts at the package's
    /// folder; with `BLESS` in the environment, writes it.
    ///
    /// # Panics
    ///
    /// When there is no such file, or it says anything else: the text lists what
    /// is otherwise and says what to do. With `BLESS`, when the site breaks what
    /// the file promises and the version has not been raised.
    #[track_caller]
    pub fn check(&self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        let done = match env::var_os("BLESS") {
            Some(_) => self.bless(path),
            None => self.compare(path),
        };
        if let Err(why) = done {
            panic!("{why}");
        }
    }

    /// Whether the committed file says the same.
    ///
    /// # Errors
    ///
    /// What is otherwise and what to do, for people.
    pub fn compare(&self, path: &Path) -> Result<(), String> {
        let Some(committed) = read(path)? else {
            return Err(format!(
                "{} is missing: run the test with BLESS=1, and commit the file",
                path.display()
            ));
        };
        if committed == self.0 {
            return Ok(());
        }
        let changes = self.0.changes_since(&committed);
        let advice = match self.refusal(&committed) {
            Some(refusal) => refusal,
            None => "run the test with BLESS=1, and commit the file".to_owned(),
        };
        let versions = match (committed.current_version(), self.0.current_version()) {
            (old, new) if old == new => String::new(),
            (old, new) => format!("version {new}, and version {old} in the file\n"),
        };
        Err(format!(
            "the site is not what {} says\n{versions}{changes}{advice}",
            path.display()
        ))
    }

    /// Writes the file, unless the site breaks what it promises in the same
    /// version. A file that says the same already is not touched.
    ///
    /// # Errors
    ///
    /// What breaks, or why the file cannot be written.
    pub fn bless(&self, path: &Path) -> Result<(), String> {
        if let Some(committed) = read(path)? {
            if committed == self.0 {
                return Ok(());
            }
            if let Some(refusal) = self.refusal(&committed) {
                let changes = self.0.changes_since(&committed);
                return Err(format!(
                    "{} is not written\n{changes}{refusal}",
                    path.display()
                ));
            }
        }
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(path, self.0.text()))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// Why this contract cannot take the place of the committed one.
    fn refusal(&self, committed: &Document) -> Option<String> {
        let (old, new) = (committed.current_version(), self.0.current_version());
        if new < old {
            return Some(format!(
                "the version is {new}, and the file's is {old}: it must not be lowered"
            ));
        }
        let changes = self.0.changes_since(committed);
        let breaks = changes.severity() == Some(Severity::Breaking);
        (breaks && new == old).then(|| {
            format!(
                "callers of version {old} may fail: take the breaking changes back, or raise the \
                 version in the test, `.version({})`, and run it with BLESS=1",
                old.saturating_add(1)
            )
        })
    }

    /// Holds an output that a handler gives against the schema that is published
    /// for it: what a release sends without looking at it again.
    ///
    /// # Panics
    ///
    /// When it violates the schema, or the site has no such action.
    #[track_caller]
    pub fn check_output(&self, page: &str, action: &str, output: &impl Serialize) -> &Self {
        let json = match serde_json::to_value(output) {
            Ok(json) => json,
            Err(error) => panic!("the output of `{action}` is no JSON: {error}"),
        };
        match self.0.output_fault(page, action, &json) {
            Ok(None) => self,
            Ok(Some(fault)) => panic!(
                "the output of action `{action}` of page `{page}` violates its own schema: {fault}"
            ),
            Err(unknown) => panic!("{unknown}"),
        }
    }
}

/// The committed contract; `None` where there is no file.
fn read(path: &Path) -> Result<Option<Document>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
    };
    let contract = Document::parse(&text);
    contract.map(Some).map_err(|error| {
        format!(
            "{}: {error}\nrestore the file, or delete it and run the test with BLESS=1",
            path.display()
        )
    })
}
