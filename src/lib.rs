//! One URL for people and agents: annotate pages and handlers, and the compiler
//! checks the contract and generates what an agent needs.
//!
//! - Annotate: [`macro@page`] and inside it [`macro@entities`], [`macro@load`],
//!   [`macro@view`], [`macro@guard`], [`macro@action`], [`macro@nav`],
//!   [`macro@markdown`]; then [`site!`]. [`prelude`] brings all that a page needs.
//! - Serve: [`Affordances`] mounts the pages into an axum `Router`; an
//!   [`Authenticator`] recognises [`Caller`]s.
//! - Answer: [`Outcome`], [`ActionError`], [`Verdict`]; change data by [`Write`].
//! - Onboard: the feature `aboard` brings `#[onboarding]` and `#[step]`, and
//!   serves the flow that they make.
//! - Test: the feature `testing` brings an agent in the test's own process, and a
//!   contract that cannot drift.
//!
//! The README has a quick start that compiles as it stands; [`errors`] explains what
//! the compiler refuses.

#[cfg(feature = "aboard")]
pub mod aboard;
#[doc = include_str!("docs/errors.md")]
pub mod errors {}
mod heartbeat;
pub mod prelude;
#[cfg(feature = "testing")]
pub mod testing;
pub mod web;

#[cfg(feature = "aboard")]
#[doc = include_str!("docs/onboarding.md")]
#[doc = include_str!("docs/expansion/onboarding.md")]
pub use aboard_macros::onboarding;
#[cfg(feature = "aboard")]
#[doc = include_str!("docs/step.md")]
#[doc = include_str!("docs/expansion/step.md")]
pub use aboard_macros::step;
pub use affordances_core::documents::ExportError;
pub use affordances_core::engine::{
    Authenticator, CallRecord, InMemoryRateLimiter, RateLimiter, SiteFault, Unreachable,
};
pub use affordances_core::http::{client_addr::IpNet, origin};
pub use affordances_core::table::{Auth, PageDef, Site};
pub use affordances_core::{
    ActionError, ActionView, BoxError, Caller, Confirmation, Credential, Entity, Expose,
    FormFailure, Input, InputType, Nav, Outcome, OutputType, PageEntities, PageError, PageView,
    PathParams, Rate, Result, Shown, SummaryValue, Verdict, Write, protocol,
};
#[doc = include_str!("docs/path_params.md")]
#[doc = include_str!("docs/expansion/path_params.md")]
pub use affordances_macros::PathParams;
#[doc = include_str!("docs/action.md")]
#[doc = include_str!("docs/expansion/action.md")]
pub use affordances_macros::action;
#[doc = include_str!("docs/entities.md")]
pub use affordances_macros::entities;
#[doc = include_str!("docs/entity.md")]
pub use affordances_macros::entity;
#[doc = include_str!("docs/guard.md")]
pub use affordances_macros::guard;
#[doc = include_str!("docs/load.md")]
pub use affordances_macros::load;
#[doc = include_str!("docs/markdown.md")]
pub use affordances_macros::markdown;
#[doc = include_str!("docs/nav.md")]
pub use affordances_macros::nav;
#[doc = include_str!("docs/page.md")]
#[doc = include_str!("docs/expansion/page.md")]
pub use affordances_macros::page;
#[doc = include_str!("docs/view.md")]
pub use affordances_macros::view;
pub use web::{Affordances, CurrentCaller, Faults};

/// What the macros' expansions name. Outside semver: use it through the macros
/// alone.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "aboard")]
    pub use aboard_core::__macro::*;
    pub use affordances_core::__macro::*;
    pub use affordances_macros::{exported, site};

    pub use crate::web::path_of::{Foreign, NotPublished, PathOf, Published, Readable};

    /// What is found in a page or a flow without being imported.
    pub mod attributes {
        #[cfg(feature = "aboard")]
        pub use aboard_macros::step;
        pub use affordances_macros::{action, entities, entity, guard, load, markdown, nav, view};
    }
}

#[doc = include_str!("docs/include_site.md")]
#[macro_export]
macro_rules! include_site {
    ($site:path) => {
        $crate::include_site!($site, "affordances")
    };
    ($site:path, $folder:literal) => {
        $crate::Affordances::embedded(const { &$site.without_schemas() }, {
            use $crate::__private::Embedded;
            $crate::__private::exported! {
                include_site site
                ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $folder, "/site.rs"))
            }
        })
    };
}

#[cfg(feature = "aboard")]
#[doc = include_str!("docs/include_onboarding.md")]
#[macro_export]
macro_rules! include_onboarding {
    ($flow:path) => {
        $crate::include_onboarding!($flow, "default")
    };
    ($flow:path, $slug:literal) => {
        $crate::__private::FlowSource::embedded(
            const { &$flow.without_schemas() },
            $crate::__private::exported! {
                include_onboarding flow
                ::core::include_str!(::core::concat!(
                    ::core::env!("OUT_DIR"),
                    "/onboarding/",
                    $slug,
                    ".json"
                ))
            },
        )
    };
}

#[doc = include_str!("docs/site.md")]
#[doc = include_str!("docs/expansion/site.md")]
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
    #[doc = include_str!("../docs/build-script.md")]
    struct BuildScript;
    #[doc = include_str!("../docs/contract.md")]
    struct Contract;
}
