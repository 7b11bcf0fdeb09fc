//! The contract of a site: everything that whoever uses it may rely on, to be
//! committed beside the code, and what a newer one does otherwise.
//!
//! `record` is the file; `site` compares two of them action by action, `schema`
//! what their schemas take and give; `changes` says what has been found and how
//! bad it is.

mod actions;
mod changes;
mod record;
mod route;
mod schema;
mod site;

use std::error::Error;
use std::fmt;

use serde_json::Value;

pub use changes::{Change, Changes, Severity};
use record::SiteRecord;

use crate::documents::Source;
use crate::engine::SiteFault;
use crate::schema::{Direction, Validator};
use crate::table::Site;

/// What a site promises: pages, actions and their schemas, as a document that is
/// committed and compared.
///
/// It holds what is published, and beside it what an annotation promises without
/// publishing it (`requires`, `writes`, `idempotent`); of actions with
/// `visible_to` too. Limits of rate and time are settings of a deployment, and no
/// part of it.
///
/// ```
/// use affordances_core::contract::{Contract, Severity};
///
/// let page = |input: &str| format!(
///     r#"{{ "version": 1, "v": "0", "name": "Shop", "auth": [], "pages": {{ "cart": {{
///         "route": "/cart", "description": "", "entities": [], "actions": {{ "add": {{
///             "description": "", "expose": "public", "input": {input} }} }} }} }} }}"#
/// );
/// let old = Contract::parse(&page(r#"{ "type": "integer", "maximum": 10 }"#))?;
/// let new = Contract::parse(&page(r#"{ "type": "integer", "maximum": 5 }"#))?;
/// let changes = new.changes_since(&old);
/// assert_eq!(changes.severity(), Some(Severity::Breaking));
/// assert_eq!(
///     changes.to_string(),
///     "1 breaking change:\n  \
///        - page `cart`, action `add`, input: `maximum` is 5 and was 10\n",
/// );
/// # Ok::<(), affordances_core::contract::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Contract(SiteRecord);

impl Contract {
    /// The contract of a site as it is compiled here, in its first version.
    ///
    /// # Errors
    ///
    /// Schemas that cannot be published or enforced, all of them.
    pub fn of<S>(site: &Site<S>) -> Result<Self, Vec<SiteFault>> {
        let documents = Source::made().documents(site)?;
        Ok(Self(SiteRecord::of(site, &documents)))
    }

    /// The same contract in another version, which its owner counts up by every
    /// change that breaks.
    #[must_use]
    pub const fn version(mut self, version: u32) -> Self {
        self.0.version = version;
        self
    }

    /// Which version it is.
    #[must_use]
    pub const fn current_version(&self) -> u32 {
        self.0.version
    }

    /// Reads a contract that [`text`](Self::text) has written.
    ///
    /// # Errors
    ///
    /// Text that is no contract.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(text).map(Self).map_err(Unreadable)
    }

    /// The contract as a file: JSON, every name in its order, so that the same
    /// site gives the same bytes however it is built.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// What this contract does otherwise than an older one, the version apart.
    #[must_use]
    pub fn changes_since(&self, older: &Self) -> Changes {
        Changes::new(site::compare(&older.0, &self.0))
    }

    /// Why the JSON of an output is not what an action promises, in words; `None`
    /// where it is.
    ///
    /// # Errors
    ///
    /// No such page or action.
    pub fn output_fault(
        &self,
        page: &str,
        action: &str,
        output: &Value,
    ) -> Result<Option<String>, NoSuchAction> {
        let found = (self.0.pages.get(page)).and_then(|page| page.actions.get(action));
        let Some(found) = found else {
            return Err(NoSuchAction {
                page: page.to_owned(),
                action: action.to_owned(),
            });
        };
        let Some(schema) = &found.output else {
            return Ok(Some("it has no output".to_owned()));
        };
        Ok(match Validator::new(schema, Direction::Output) {
            Ok(validator) if validator.fits(output) => None,
            Ok(validator) => {
                let issues = validator.issues(output).into_iter();
                Some(in_words(issues.map(|issue| match issue.path.as_str() {
                    "" => format!("it {}", issue.message),
                    path => format!("`{path}` {}", issue.message),
                })))
            }
            Err(faults) => Some(in_words(faults.iter().map(ToString::to_string))),
        })
    }
}

fn in_words(faults: impl Iterator<Item = String>) -> String {
    faults.collect::<Vec<_>>().join("; ")
}

/// A text that is no contract.
#[derive(Debug)]
pub struct Unreadable(serde_json::Error);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is no contract: {}", self.0)
    }
}

impl Error for Unreadable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// A contract has no such action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchAction {
    page: String,
    action: String,
}

impl fmt::Display for NoSuchAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { page, action } = self;
        write!(f, "the contract has no action `{action}` of page `{page}`")
    }
}

impl Error for NoSuchAction {}
