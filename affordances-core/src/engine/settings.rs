//! What an app decides at start, gathered by the adapter's builder.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use affordances_grammar::Rate;
use axum_core::response::Response;
use http::StatusCode;
use http::request::Parts;

use super::authenticate::DynAuthenticator;
use super::rate::DynRateLimiter;
use super::{Authenticator, CallHook, InMemoryRateLimiter, RateLimiter};
use crate::call::PageError;
use crate::http::client_addr::IpNet;
use crate::protocol::ErrorCode;

/// Draws the HTML of a failure that has no entities.
pub type ErrorPage = Arc<dyn Fn(&PageError) -> Response + Send + Sync>;

/// Overrides the status of a code: given the code and the status that it
/// usually has, returns the one to send.
pub type StatusOverride = Arc<dyn Fn(ErrorCode, StatusCode) -> StatusCode + Send + Sync>;

/// Everything about a site that is decided at start. Each default is safe.
#[derive(Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The site's own origins, unparsed: a fault is reported by `finish`.
    pub origins: Vec<String>,
    pub(crate) authenticator: Option<Arc<dyn DynAuthenticator>>,
    /// Calls per caller and action; `None`: unlimited.
    pub rate: Option<Rate>,
    /// Invalid bearer credentials per client address.
    pub failed_authentications: Rate,
    pub(crate) limiter: Arc<dyn DynRateLimiter>,
    /// How long a load, a guard or an action may take.
    pub timeout: Duration,
    /// How long a body may take to arrive.
    pub read_timeout: Duration,
    /// The largest body of a call, in bytes.
    pub body_limit: usize,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Finds the peer's address in what the server has noted on the request.
    pub peer: fn(&Parts) -> Option<SocketAddr>,
    /// Overrides statuses.
    pub statuses: Option<StatusOverride>,
    /// Told of every call.
    pub hook: Option<CallHook>,
    /// Draws failures for people; `None`: a plain page.
    pub error_page: Option<ErrorPage>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            origins: Vec::new(),
            authenticator: None,
            rate: Some(Rate::new(60, 60)),
            failed_authentications: Rate::new(20, 60),
            limiter: Arc::new(InMemoryRateLimiter::default()),
            timeout: Duration::from_secs(30),
            read_timeout: Duration::from_secs(10),
            body_limit: 256 * 1024,
            trusted_proxies: Vec::new(),
            peer: |_| None,
            statuses: None,
            hook: None,
            error_page: None,
        }
    }
}

impl Settings {
    /// Recognises callers by this authenticator.
    pub fn authenticate(&mut self, authenticator: impl Authenticator) {
        self.authenticator = Some(Arc::new(authenticator));
    }

    /// Counts calls by this limiter.
    pub fn limit_by(&mut self, limiter: impl RateLimiter) {
        self.limiter = Arc::new(limiter);
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("origins", &self.origins)
            .field("rate", &self.rate)
            .field("timeout", &self.timeout)
            .field("body_limit", &self.body_limit)
            .finish_non_exhaustive()
    }
}
