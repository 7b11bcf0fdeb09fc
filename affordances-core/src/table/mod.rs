//! The static tables: what the macros' annotations say, as constants.
//!
//! A page's [`PageDef`] is a `static` made by `const fn`s; nothing in it is
//! computed at run time. The state-free half ([`PageMeta`]) is what constant
//! checks, the index and the contract read; the other half is function
//! pointers.

mod action;
mod check;
mod page;
mod site;
mod types;

pub use action::{ActionDef, ActionMeta, ExposeMeta, SummaryFn, VisibleTo, metas};
pub use check::{check_page, page_name};
pub use page::{PageDef, PageMeta, ViewFn, WriteEntityFn};
pub use site::{Auth, Entry, Site};
pub use types::{ActionTypes, PageTypes};
