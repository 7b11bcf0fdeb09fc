//! The builder: flows, what the app decides about them, and the routes that come
//! of it.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aboard_core::documents::FlowSource;
use aboard_core::runtime::{Flow, Runtime, Settings};
use aboard_core::store::Store;
use aboard_core::token::{TokenKeys, WeakSecret};
use aboard_core::verifier::Verifier;
use axum::Router;

use super::routes::{self, Limits};

/// The largest body of a request, unless the app says otherwise.
const BODY_LIMIT: usize = 256 * 1024;
/// How long a body may take to arrive, unless the app says otherwise.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// Onboarding flows on their way into an app's `Router`.
///
/// ```
/// use affordances::aboard::protocol::Identity;
/// use affordances::aboard::{MemoryStore, Onboarding, StaticTokens};
/// use affordances::prelude::*;
/// use axum::Router;
///
/// #[derive(Clone)]
/// pub struct App;
///
/// /// Get a workspace.
/// #[onboarding(name = "Acme", state = App)]
/// pub mod flow {
///     use super::*;
///
///     /// Say hello.
///     #[step]
///     pub async fn hello(cx: &StepContext) -> String {
///         format!("hello, session {}", cx.session_id())
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tokens = StaticTokens::new().with("demo-agent-token", Identity::new("user_demo"));
/// let onboarding = Onboarding::new(&flow::FLOW)
///     .base("https://acme.example")
///     .store(MemoryStore::new())
///     .secret("at least thirty-two bytes that nobody can guess")
///     .verifier(tokens);
/// let app: Router = Router::new().merge(onboarding.router()?).with_state(App);
/// # Ok(())
/// # }
/// ```
pub struct Onboarding<S: 'static> {
    flows: Vec<FlowSource<S>>,
    base: Option<String>,
    settings: Settings,
    keys: Keys,
    limits: Limits,
    faults: Vec<String>,
    runtime: Arc<OnceLock<Runtime>>,
}

/// The secrets as they come; the first is the current one.
#[derive(Default)]
struct Keys {
    current: Option<Result<TokenKeys, WeakSecret>>,
    previous: Vec<Vec<u8>>,
}

impl<S: Clone + Send + Sync + 'static> Onboarding<S> {
    /// A flow, with settings that are safe; those that it cannot do without are
    /// named by [`router`](Self::router). `flow` is `&module::FLOW`, or
    /// [`include_onboarding!`](crate::include_onboarding) of it.
    #[must_use]
    pub fn new(flow: impl Into<FlowSource<S>>) -> Self {
        Self {
            flows: vec![flow.into()],
            base: None,
            settings: Settings::default(),
            keys: Keys::default(),
            limits: Limits {
                body: BODY_LIMIT,
                read: READ_TIMEOUT,
            },
            faults: Vec::new(),
            runtime: Arc::default(),
        }
    }

    /// One more flow, with a slug of its own; store, keys and verifier are shared.
    #[must_use]
    pub fn flow(mut self, flow: impl Into<FlowSource<S>>) -> Self {
        self.flows.push(flow.into());
        self
    }

    /// Where the app is deployed, such as `https://acme.example`: what the URLs
    /// of descriptor and prompt begin with. Never taken from a request.
    #[must_use]
    pub fn base(mut self, url: impl Into<String>) -> Self {
        self.base = Some(url.into());
        self
    }

    /// Keeps sessions there.
    #[must_use]
    pub fn store(mut self, store: impl Store) -> Self {
        self.settings.store(store);
        self
    }

    /// Signs session tokens: 32 bytes or more that nobody can guess. Every
    /// instance of the app has the same.
    #[must_use]
    pub fn secret(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.keys.current = Some(TokenKeys::new(secret));
        self
    }

    /// A secret of earlier times: tokens that it has signed are good until they
    /// expire. May be called again for each.
    #[must_use]
    pub fn previous_secret(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.keys.previous.push(secret.as_ref().to_vec());
        self
    }

    /// Verifies access tokens.
    #[must_use]
    pub fn verifier(mut self, verifier: impl Verifier) -> Self {
        self.settings.verifier(verifier);
        self
    }

    /// The token that opens the operators' endpoints: the list of sessions, one
    /// session, revocation. Without one they are closed to everybody.
    #[must_use]
    pub fn admin_token(mut self, token: &str) -> Self {
        if let Err(fault) = self.settings.admin_token(token) {
            self.faults.push(fault.to_string());
        }
        self
    }

    /// Changes what else can be decided: lifetimes, time limits, the lease.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use affordances::aboard::Onboarding;
    /// # fn example(onboarding: Onboarding<()>) -> Onboarding<()> {
    /// onboarding.settings(|settings| settings.timeout = Duration::from_secs(5))
    /// # }
    /// ```
    #[must_use]
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// The largest body of a request, in bytes; 256 KiB unless set. Counted here,
    /// whatever the app's `DefaultBodyLimit` says.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.limits.body = bytes;
        self
    }

    /// How long the body of a request may take to arrive; 10 s unless set.
    #[must_use]
    pub fn read_timeout(mut self, limit: Duration) -> Self {
        self.limits.read = limit;
        self
    }

    /// The routes of every flow: merge them into the app's `Router`.
    ///
    /// # Errors
    ///
    /// Everything that is missing or wrong, at once: settings, secrets, flows with
    /// one slug or one path, schemas that cannot be enforced, a flow whose sessions
    /// take an access token that nothing verifies.
    pub fn router(&self) -> Result<Router<S>, OnboardingFaults> {
        let mut faults = self.faults.clone();
        let base = self.checked_base(&mut faults);
        self.check_distinct(&mut faults);
        let mut settings = self.settings.clone();
        match self.keys.all() {
            Ok(Some(keys)) => settings.keys(keys),
            Ok(None) => {}
            Err(weak) => {
                faults.push(weak.to_string());
                return Err(OnboardingFaults(faults));
            }
        }
        let runtime = match Runtime::new(settings) {
            Ok(runtime) => runtime,
            Err(fault) => {
                faults.push(fault.to_string());
                return Err(OnboardingFaults(faults));
            }
        };
        let mut flows = Vec::with_capacity(self.flows.len());
        for source in &self.flows {
            match Flow::new(&runtime, *source, base) {
                Ok(flow) => flows.push(flow),
                Err(fault) => faults.push(fault.to_string()),
            }
        }
        if !faults.is_empty() {
            return Err(OnboardingFaults(faults));
        }
        let routes = routes::router(flows, self.limits);
        // Of routers made again, the last one is waited for.
        let _ = self.runtime.set(runtime);
        Ok(routes)
    }

    /// Waits until every running step has ended and is recorded. Await it after
    /// `axum::serve(..)` has returned: axum does not know of these tasks.
    pub async fn drained(&self) {
        if let Some(runtime) = self.runtime.get() {
            runtime.drained().await;
        }
    }

    /// The base, without the slash at its end.
    fn checked_base(&self, faults: &mut Vec<String>) -> &str {
        let Some(base) = &self.base else {
            faults.push(
                "it is not known where the app is deployed:\n  \
                 say `.base(\"https://acme.example\")`"
                    .to_owned(),
            );
            return "";
        };
        if !is_base(base) {
            faults.push(format!(
                "the base must not be `{base}`:\n  \
                 write scheme and host, such as `https://acme.example`"
            ));
        }
        base.trim_end_matches('/')
    }

    /// Each flow has a slug and a path of its own.
    fn check_distinct(&self, faults: &mut Vec<String>) {
        for (number, source) in self.flows.iter().enumerate() {
            let meta = source.meta();
            for earlier in self.flows.iter().take(number).map(FlowSource::meta) {
                if earlier.slug == meta.slug {
                    faults.push(format!(
                        "two flows have the slug `{}` ({}, {}):\n  give one of them another",
                        meta.slug, earlier.place, meta.place
                    ));
                } else if earlier.at() == meta.at() {
                    faults.push(format!(
                        "flows `{}` and `{}` are both at `{}`:\n  give one of them another path",
                        earlier.slug,
                        meta.slug,
                        meta.at()
                    ));
                }
            }
        }
    }
}

impl Keys {
    fn all(&self) -> Result<Option<TokenKeys>, WeakSecret> {
        let Some(current) = &self.current else {
            return Ok(None);
        };
        let previous = self.previous.iter();
        previous
            .fold(current.clone(), |keys, secret| keys?.and_previous(secret))
            .map(Some)
    }
}

/// Whether a text is scheme, host and perhaps a path, as URLs begin with it.
fn is_base(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        let odd = |c: char| c.is_whitespace() || c.is_control() || "?#{}\\".contains(c);
        !rest.starts_with('/') && !rest.is_empty() && !rest.contains(odd)
    })
}

impl<S> fmt::Debug for Onboarding<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Onboarding")
            .field("flows", &self.flows)
            .field("base", &self.base)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// Why onboarding cannot be served: every fault at once.
#[derive(Clone, PartialEq, Eq)]
pub struct OnboardingFaults(Vec<String>);

impl OnboardingFaults {
    /// The faults, in words.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// As `Display`: `fn main() -> Result<..>` prints an error by its `Debug`.
impl fmt::Debug for OnboardingFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for OnboardingFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("onboarding cannot be served:")?;
        self.0
            .iter()
            .try_for_each(|fault| write!(f, "\n  - {fault}"))
    }
}

impl Error for OnboardingFaults {}
