//! A small shop that people and agents use through the same pages.

pub mod app;
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

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;

use config::{Config, Secret};
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

impl Shop {
    /// Opens the shop that the settings describe, for a server at `address`.
    ///
    /// # Errors
    ///
    /// When the database cannot be opened.
    pub async fn open(config: Config, address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let secret = match config.secret {
            Some(secret) => secret,
            None => {
                tracing::warn!("SHOP_SECRET is not set: a restart signs everybody out");
                Secret::random()?
            }
        };
        let origins: Arc<[_]> = match config.public_url {
            Some(origin) => [origin].into(),
            None => Origin::local(address.port()).into(),
        };
        let https = origins.iter().any(Origin::is_https);
        Ok(Self {
            store: Store::open(config.db.as_deref()).await?,
            sessions: Sessions::new(secret.bytes(), https)?,
            origins,
        })
    }
}
