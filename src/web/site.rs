//! The builder: a site, what the app decides about it, and the routers that
//! come of it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use affordances_core::documents::{Embedded, Source};
use affordances_core::engine::{
    Authenticator, CallRecord, RateLimiter, Runtime, Settings, SiteFault,
};
use affordances_core::http::client_addr::IpNet;
use affordances_core::protocol::ErrorCode;
use affordances_core::table::Site;
use affordances_core::{PageError, Rate};
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::IntoResponse;

/// A site on its way into an app's `Router`.
///
/// Make one with [`new`](Self::new), say what the app decides, mount the pages
/// ([`page`](Self::page), [`page_with`](Self::page_with),
/// [`pages`](Self::pages)) and wrap the whole app with
/// [`finish`](Self::finish).
#[derive(Debug)]
pub struct Affordances<S: 'static> {
    pub(super) settings: Settings,
    pub(super) documents: Source<S>,
    pub(super) shared: Arc<Shared<S>>,
}

/// What the mounted pages and `finish` share.
#[derive(Debug)]
pub(super) struct Shared<S: 'static> {
    pub(super) site: &'static Site<S>,
    /// Set by `finish`.
    pub(super) runtime: OnceLock<Arc<Runtime>>,
    mounted: Mutex<Mounted>,
}

#[derive(Debug, Default)]
struct Mounted {
    pages: BTreeSet<usize>,
    faults: Vec<SiteFault>,
}

impl<S> Shared<S> {
    /// Notes that page number `page` is mounted; `false` when it was already.
    pub(super) fn note_mounted(&self, page: usize) -> bool {
        self.mounted().pages.insert(page)
    }

    pub(super) fn note_fault(&self, fault: SiteFault) {
        self.mounted().faults.push(fault);
    }

    pub(super) fn is_mounted(&self, page: usize) -> bool {
        self.mounted().pages.contains(&page)
    }

    pub(super) fn faults(&self) -> Vec<SiteFault> {
        self.mounted().faults.clone()
    }

    fn mounted(&self) -> std::sync::MutexGuard<'_, Mounted> {
        self.mounted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Clone + Send + Sync + 'static> Affordances<S> {
    /// A site, with settings that are safe: nobody is recognised, and what
    /// needs a setting says so when the app starts.
    #[must_use]
    pub fn new(site: &'static Site<S>) -> Self {
        Self::with_documents(site, Source::made())
    }

    /// A site whose documents a build script has exported: what
    /// [`include_site!`](crate::include_site) expands to.
    #[doc(hidden)]
    #[must_use]
    pub fn embedded(site: &'static Site<S>, documents: Embedded) -> Self {
        Self::with_documents(site, Source::Embedded(documents))
    }

    fn with_documents(site: &'static Site<S>, documents: Source<S>) -> Self {
        let mut settings = Settings::default();
        settings.peer = |parts| {
            parts
                .extensions
                .get::<ConnectInfo<std::net::SocketAddr>>()
                .map(|ConnectInfo(peer)| *peer)
        };
        Self {
            settings,
            documents,
            shared: Arc::new(Shared {
                site,
                runtime: OnceLock::new(),
                mounted: Mutex::default(),
            }),
        }
    }

    /// The origin where people reach the site, such as `https://shop.example`.
    /// Calls that authenticate by cookie must come from there. May be called
    /// again for each further origin. A fault in it is reported by
    /// [`finish`](Self::finish).
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.settings.origins.push(origin.into());
        self
    }

    /// Recognises callers.
    #[must_use]
    pub fn authenticate(mut self, authenticator: impl Authenticator) -> Self {
        self.settings.authenticate(authenticator);
        self
    }

    /// How often one caller may call one action, where the action does not say
    /// so itself; `None` switches the limit off. 60 a minute unless set.
    #[must_use]
    pub fn rate_limit(mut self, rate: Option<Rate>) -> Self {
        self.settings.rate = rate;
        self
    }

    /// How many invalid bearer credentials one client address may present; 20 a
    /// minute unless set. Past it they are answered with 429; who presents a
    /// valid one notices nothing. It keeps noise down; it is not what protects
    /// tokens, which must be impossible to guess.
    #[must_use]
    pub fn failed_authentications(mut self, rate: Rate) -> Self {
        self.settings.failed_authentications = rate;
        self
    }

    /// Counts calls elsewhere than in this process's memory.
    #[must_use]
    pub fn rate_limiter(mut self, limiter: impl RateLimiter) -> Self {
        self.settings.limit_by(limiter);
        self
    }

    /// How long a load, a guard or an action may take; 30 s unless set. An
    /// action that takes longer is answered with `internal` and still runs to
    /// its end.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = limit;
        self
    }

    /// How long the body of a call may take to arrive; 10 s unless set.
    #[must_use]
    pub fn read_timeout(mut self, limit: Duration) -> Self {
        self.settings.read_timeout = limit;
        self
    }

    /// The largest body of a call, in bytes; 256 KiB unless set. Counted by the
    /// site itself, whatever the app's `DefaultBodyLimit` says.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// Proxies whose `X-Forwarded-For` names the client. Without any, strangers
    /// are told apart by the address that connects.
    #[must_use]
    pub fn trusted_proxies(mut self, proxies: impl IntoIterator<Item = IpNet>) -> Self {
        self.settings.trusted_proxies = proxies.into_iter().collect();
        self
    }

    /// Overrides the status of an error code. Clients branch on the code.
    #[must_use]
    pub fn statuses(
        mut self,
        status: impl Fn(ErrorCode, StatusCode) -> StatusCode + Send + Sync + 'static,
    ) -> Self {
        self.settings.statuses = Some(Arc::new(status));
        self
    }

    /// Is told of every call: who, which action, the code, how long.
    #[must_use]
    pub fn on_call(mut self, hook: impl Fn(&CallRecord<'_>) + Send + Sync + 'static) -> Self {
        self.settings.hook = Some(Arc::new(hook));
        self
    }

    /// Draws failures for people where there are no entities (404, 401, 429,
    /// 500). A plain page unless set.
    #[must_use]
    pub fn error_page<R: IntoResponse>(
        mut self,
        draw: impl Fn(&PageError) -> R + Send + Sync + 'static,
    ) -> Self {
        self.settings.error_page = Some(Arc::new(move |error| draw(error).into_response()));
        self
    }

    /// Waits until every running action has ended. Await it after
    /// `axum::serve(..)` has returned: axum does not know of these tasks.
    pub async fn drained(&self) {
        if let Some(runtime) = self.shared.runtime.get() {
            runtime.drained().await;
        }
    }
}
