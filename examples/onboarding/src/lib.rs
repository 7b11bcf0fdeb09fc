//! An onboarding API: an agent that has an access token sets up a workspace and
//! deploys a first project.
//!
//! Read on in `flows/`: there stand the steps. `app` puts their routes beside the
//! pages that they refer to, `server` is the program.

pub mod app;
pub mod config;
pub mod flows;
#[cfg(feature = "store")]
pub mod server;

use std::sync::Arc;

/// What steps share.
#[derive(Clone, Debug)]
pub struct Acme {
    /// Projects are deployed below it.
    pub domain: Arc<str>,
}

impl Default for Acme {
    fn default() -> Self {
        Self {
            domain: "acme.example".into(),
        }
    }
}
