//! A small shop that people and agents use through the same pages.

pub mod articles;
pub mod callers;
pub mod config;
pub mod entities;
pub mod html;
pub mod inputs;
pub mod login;
pub mod name;
pub mod origin;
pub mod server;
pub mod session;
pub mod store;

use std::sync::Arc;

use origin::Origin;
use session::Sessions;
use store::Store;

/// What handlers share.
#[derive(Clone, Debug)]
pub struct Shop {
    /// The data.
    pub store: Store,
    /// The sessions of people.
    pub sessions: Sessions,
    /// The origins whose forms are ours.
    pub origins: Arc<[Origin]>,
}
