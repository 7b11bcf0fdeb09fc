//! A site at run time: everything that is computed once, at start.

use std::fmt;
use std::sync::atomic::AtomicBool;

use affordances_grammar::{Expose, Rate};
use http::request::Parts;
use tokio_util::task::TaskTracker;

use super::authenticate::bearer_of;
use super::schema::ActionSchemas;
use super::{Presented, Settings};
use crate::call::{Caller, Credential, Failure};
use crate::documents::{ActionDocument, Descriptor, IndexDocument, Source};
use crate::http::origin::{self, Origin, OriginCheck};
use crate::table::{ActionMeta, Auth, PageMeta, Site};

/// A site that answers requests.
pub struct Runtime {
    pub(crate) settings: Settings,
    pub(crate) pages: Vec<PageRuntime>,
    pub(crate) tasks: TaskTracker,
    origins: Vec<Origin>,
    auth: &'static [Auth],
    index: IndexDocument,
}

/// One page at run time.
#[derive(Debug)]
pub(crate) struct PageRuntime {
    pub(crate) meta: &'static PageMeta,
    /// The route with the site's prefix: what graph and index publish.
    pub(crate) route: String,
    pub(crate) actions: Vec<ActionRuntime>,
    /// The actions' numbers in the order of their names, in which every document
    /// lists them: moving a function changes none.
    pub(crate) by_name: Vec<usize>,
    /// A graph above the ceiling has been noted in the log.
    pub(crate) is_large: AtomicBool,
}

/// One action at run time.
#[derive(Debug)]
pub(crate) struct ActionRuntime {
    pub(crate) meta: &'static ActionMeta,
    pub(crate) schemas: ActionSchemas,
    pub(crate) descriptor: Descriptor,
    /// Keys the rate limit, with the caller behind it.
    rate_key: String,
}

impl ActionRuntime {
    fn new(
        page: &PageMeta,
        action: &'static ActionMeta,
        document: Option<ActionDocument>,
    ) -> Result<Self, SiteFault> {
        let fault = |what: &str| SiteFault::of_action(page, action, what);
        if action.expose.level == Some(Expose::Public) && action.expose.scope.is_some() {
            return Err(fault("`requires` needs a caller: expose it as \"session\""));
        }
        // What is not exposed is never called; if it were, no input would fit.
        let document = document.unwrap_or_else(|| ActionDocument {
            descriptor: Descriptor::default(),
            input: false.into(),
            output: None,
        });
        Ok(Self {
            meta: action,
            descriptor: document.descriptor,
            rate_key: format!("{}/{}/", page.name, action.name),
            schemas: ActionSchemas::new(document.input, document.output.as_ref())
                .map_err(|what| fault(&what))?,
        })
    }
}

impl Runtime {
    /// Computes everything that a site needs, and finds every fault that only
    /// shows at start.
    ///
    /// # Errors
    ///
    /// All faults, each with the setting or annotation that mends it.
    pub fn new<S>(
        site: &Site<S>,
        settings: Settings,
        documents: &Source<S>,
    ) -> Result<Self, Vec<SiteFault>> {
        let mut faults = Vec::new();
        let mut pages = Vec::new();
        let (index, documents) = match documents.documents(site) {
            Ok(documents) => (Some(documents.index), documents.pages),
            Err(more) => {
                faults.extend(more);
                (None, Vec::new())
            }
        };
        let mut documents = documents.into_iter();
        for entry in site.pages {
            let mut documents = documents.next().unwrap_or_default().into_iter();
            for reader in entry.meta.readers {
                let told = reader.faults(entry.meta.route);
                let named = |what| format!("page `{}`: {what}", entry.meta.name);
                faults.extend(told.into_iter().map(named).map(SiteFault::new));
            }
            let mut actions = Vec::new();
            for action in entry.meta.actions {
                match ActionRuntime::new(entry.meta, action, documents.next().flatten()) {
                    Ok(action) => actions.push(action),
                    Err(fault) => faults.push(fault),
                }
            }
            let mut by_name: Vec<usize> = (0..actions.len()).collect();
            by_name.sort_unstable_by_key(|number| actions[*number].meta.name);
            pages.push(PageRuntime {
                meta: entry.meta,
                route: under(site.prefix, entry.meta.route),
                actions,
                by_name,
                is_large: AtomicBool::new(false),
            });
        }
        let mut origins = Vec::new();
        for text in &settings.origins {
            match Origin::parse(text) {
                Ok(origin) => origins.push(origin),
                Err(error) => faults.push(SiteFault(format!("the setting `origin`: {error}"))),
            }
        }
        if site.auth.contains(&Auth::Cookie) && settings.origins.is_empty() {
            faults.push(SiteFault(
                "`auth` lists `cookie`, so the site must know its own origin: \
                 call `.origin(\"https://…\")`"
                    .into(),
            ));
        }
        if site.mcp.is_some() {
            faults.push(SiteFault(
                "`mcp` is declared in `site!`, but this version serves no MCP endpoint: remove it"
                    .into(),
            ));
        }
        if !site.auth.is_empty() && settings.authenticator.is_none() {
            faults.push(SiteFault(
                "`auth` is declared, but nothing recognises callers: call `.authenticate(..)`"
                    .into(),
            ));
        }
        let demands_callers = |page: &&PageRuntime| {
            page.actions.iter().any(|action| {
                matches!(
                    action.meta.expose.level,
                    Some(Expose::Session | Expose::Confirm)
                )
            })
        };
        if let (true, Some(page)) = (site.auth.is_empty(), pages.iter().find(demands_callers)) {
            faults.push(SiteFault(format!(
                "page `{}` has actions that need a caller, but the site declares no way to be one: \
                 add `auth: [cookie, bearer]` to `site!`",
                page.meta.name
            )));
        }
        let (Some(index), true) = (index, faults.is_empty()) else {
            return Err(faults);
        };
        Ok(Self {
            index,
            settings,
            pages,
            tasks: TaskTracker::new(),
            origins,
            auth: site.auth,
        })
    }

    /// The site index.
    #[must_use]
    pub fn index(&self) -> &IndexDocument {
        &self.index
    }

    /// What the app has decided at start.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The route of page number `page` as it is published: with the prefix.
    #[must_use]
    pub fn route(&self, page: usize) -> &str {
        self.pages.get(page).map_or("", |page| &page.route)
    }

    /// Waits until every action that is running has ended. To be awaited after
    /// the server has stopped taking requests.
    pub async fn drained(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Whether what a page shows may depend on who looks.
    pub(crate) fn knows_callers(&self) -> bool {
        !self.auth.is_empty()
    }

    /// The caller of a request that is not one of ours: strangers, and those
    /// whose credential is wrong or cannot be checked now, are nobody.
    pub async fn recognise(&self, parts: &Parts) -> Option<Caller> {
        self.present(parts).await.caller().cloned()
    }

    /// Asks the authenticator, once per request.
    pub(crate) async fn present(&self, parts: &Parts) -> Presented {
        let bearer = bearer_of(parts);
        let Some(authenticator) = &self.settings.authenticator else {
            return bearer.map_or(Presented::Anonymous, |_| Presented::InvalidBearer);
        };
        let (found, credential) = match bearer {
            Some("") => return Presented::InvalidBearer,
            Some(_) if !self.auth.contains(&Auth::Bearer) => return Presented::InvalidBearer,
            Some(token) => (authenticator.bearer(token, parts).await, Credential::Bearer),
            None if self.auth.contains(&Auth::Cookie) => {
                (authenticator.session(parts).await, Credential::Cookie)
            }
            None => return Presented::Anonymous,
        };
        match (found, credential) {
            (Ok(Some(caller)), credential) => {
                Presented::Recognised(caller.recognised_by(credential))
            }
            (Ok(None), Credential::Bearer) => Presented::InvalidBearer,
            (Ok(None), Credential::Cookie) => Presented::Anonymous,
            (Err(error), credential) => {
                tracing::error!(cause = %error.into_cause(), "the authenticator cannot be reached");
                Presented::Unknown(credential)
            }
        }
    }

    /// Compares the request's Origin with the site's.
    pub(crate) fn origin_check(&self, parts: &Parts) -> OriginCheck {
        origin::check(&parts.headers, &self.origins)
    }

    /// Step 3: counts a call that has passed step 2.
    pub(crate) async fn count_call(
        &self,
        action: &ActionRuntime,
        subject: Option<&str>,
        parts: &Parts,
    ) -> Result<(), Failure> {
        match action.meta.rate.or(self.settings.rate) {
            Some(rate) => self.count(&action.rate_key, subject, parts, rate).await,
            None => Ok(()),
        }
    }

    /// Counts an invalid bearer against its client's address: whoever tries
    /// many is told to wait, and those who are recognised notice nothing.
    pub(crate) async fn count_failed_authentication(&self, parts: &Parts) -> Result<(), Failure> {
        let rate = self.settings.failed_authentications;
        self.count("failed-authentication/", None, parts, rate)
            .await
    }

    async fn count(
        &self,
        what: &str,
        subject: Option<&str>,
        parts: &Parts,
        rate: Rate,
    ) -> Result<(), Failure> {
        let who = match subject {
            Some(subject) => format!("caller/{subject}"),
            None => super::client::key(&self.settings, parts),
        };
        let key = format!("{what}{who}");
        match self.settings.limiter.check(&key, rate).await {
            Ok(None) => Ok(()),
            Ok(Some(wait)) => Err(super::client::too_many(wait)),
            Err(error) => {
                tracing::error!(cause = %error.into_cause(), "the rate limiter cannot be reached");
                Err(super::admission::try_later(
                    "Calls cannot be counted right now: try again.",
                ))
            }
        }
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime")
            .field("settings", &self.settings)
            .field("pages", &self.pages.len())
            .finish_non_exhaustive()
    }
}

/// A route under a prefix: `/` under `/app` is `/app`, as axum nests it.
pub(crate) fn under(prefix: &str, route: &str) -> String {
    match (prefix, route) {
        ("", route) => route.to_owned(),
        (prefix, "/") => prefix.to_owned(),
        (prefix, route) => format!("{prefix}{route}"),
    }
}

/// A fault of a site that shows at start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFault(pub(crate) String);

impl SiteFault {
    /// A fault with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A fault of one action.
    pub(crate) fn of_action(page: &PageMeta, action: &ActionMeta, what: &str) -> Self {
        Self(format!(
            "action `{}` of page `{}` ({}): {what}",
            action.name, page.name, page.place
        ))
    }
}

impl fmt::Display for SiteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SiteFault {}
