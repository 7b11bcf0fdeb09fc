//! Route templates, names, expose levels and flows: the one grammar that the macros and the engine read.
//!
//! The macros use it to judge what was written, at compile time; the engine
//! uses it to serve the same text at run time. Because both call this crate, a
//! route that compiles is a route that mounts. It has no dependencies, so that
//! the macros stay quick to build.
//!
//! | module | reads |
//! |---|---|
//! | [`route`] | `/products/[slug]`, and decides what matches and what collides |
//! | [`names`] | names of actions, entities, tools and steps, and "did you mean" |
//! | [`flow`] | the order of an onboarding flow's steps, and their circles |
//! | [`expose`] | `public`, `session`, `confirm` |
//! | [`rate`] | `10/min` |
//! | [`pattern`] | `Reserve {quantity} of {sku}` |
//!
//! [`text`] is how a check that runs in the compiler words what it has found.

pub mod expose;
pub mod flow;
pub mod names;
pub mod pattern;
pub mod rate;
pub mod route;
pub mod text;

pub use expose::Expose;
pub use pattern::Pattern;
pub use rate::Rate;
pub use route::Route;
