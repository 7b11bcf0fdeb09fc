//! One URL for people and agents: annotate pages and handlers, and the compiler
//! checks the contract and generates what an agent needs.

pub mod prelude;
#[cfg(feature = "testing")]
pub mod testing;
pub mod web;

pub use affordances_core::{
    ActionError, ActionView, BoxError, Caller, Confirmation, Credential, Entity, Expose,
    FormFailure, Input, InputType, Nav, Outcome, OutputType, PageEntities, PageError, PageView,
    Rate, Result, SummaryValue, Verdict, Write, protocol,
};
pub use affordances_macros::{action, entities, entity, guard, load, markdown, nav, page, view};
pub use web::{Affordances, CurrentCaller, Faults};

/// What the macros' expansions name. Outside semver: use it through the macros
/// alone.
#[doc(hidden)]
pub mod __private {
    pub use affordances_core::__macro::*;
    pub use affordances_macros::site;
}

/// Lists the pages of a site and declares what is known of it when it is
/// compiled.
///
/// ```ignore
/// site! { pub static SITE: Shop = { name: "Shop", auth: [cookie, bearer], pages: [home, product] } }
/// ```
#[macro_export]
macro_rules! site {
    ($($site:tt)*) => { $crate::__private::site! { [$crate] $($site)* } };
}

/// The README and the guides are tests: what they show compiles.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/existing-app.md")]
    struct ExistingApp;
}
