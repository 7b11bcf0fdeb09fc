//! The adapter: pages in an axum `Router`, their HTML and their documents at
//! one URL.
//!
//! A request meets `finish` first (alias, 404 for agents, `Vary`), then the
//! app's own layers and router, then `serve` at the page's route, which
//! negotiates and hands over to the engine.

mod body;
mod current_caller;
mod finish;
mod form;
mod index;
mod mount;
pub(crate) mod path_of;
mod serve;
mod site;

pub use current_caller::CurrentCaller;
pub use finish::Faults;
pub use site::Affordances;
