//! Who calls: what an [`Authenticator`](crate::engine::Authenticator) found
//! and what handlers receive.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// How a caller has proven who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Credential {
    /// The person's own session, sent along by the browser. The Origin rule
    /// applies.
    Cookie,
    /// `Authorization: Bearer`. Nothing ambient: the Origin rule does not apply.
    Bearer,
}

/// Someone whom the app recognises: a person by their session, or an agent by
/// its bearer credential.
///
/// As a parameter it demands a recognised caller; `Option<Caller>` admits
/// strangers too. The app's own user value travels inside:
///
/// ```
/// use affordances_core::Caller;
///
/// #[derive(Debug, PartialEq)]
/// struct User { name: String }
///
/// let caller = Caller::new("person:ada").with_user(User { name: "Ada".into() });
/// assert_eq!(caller.subject(), "person:ada");
/// assert_eq!(caller.user::<User>().unwrap().name, "Ada");
/// ```
///
/// Cloning is cheap.
#[derive(Clone)]
pub struct Caller(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    subject: String,
    scopes: Vec<String>,
    user: Option<Arc<dyn Any + Send + Sync>>,
    credential: Credential,
}

impl Caller {
    /// A caller with this stable, unique subject (it keys rate limits and
    /// ownership). Not personal data where that can be helped.
    #[must_use]
    pub fn new(subject: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            subject: subject.into(),
            scopes: Vec::new(),
            user: None,
            credential: Credential::Cookie,
        }))
    }

    fn inner(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
    }

    /// Carries the app's own user value, read back with [`user`](Self::user).
    #[must_use]
    pub fn with_user<U: Any + Send + Sync>(mut self, user: U) -> Self {
        self.inner().user = Some(Arc::new(user));
        self
    }

    /// The scopes that the credential grants, for `requires = "…"`.
    #[must_use]
    pub fn with_scopes<I: IntoIterator<Item: Into<String>>>(mut self, scopes: I) -> Self {
        self.inner().scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Says by which credential the caller was recognised. The engine sets it;
    /// an app needs it only in its own tests.
    #[must_use]
    pub fn recognised_by(mut self, credential: Credential) -> Self {
        if self.0.credential != credential {
            self.inner().credential = credential;
        }
        self
    }

    /// The stable name of this caller.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// The app's own user value, if it is a `U`.
    #[must_use]
    pub fn user<U: Any>(&self) -> Option<&U> {
        self.0.user.as_ref()?.downcast_ref()
    }

    /// Whether the credential grants `scope`.
    #[must_use]
    pub fn has_scope(&self, scope: &str) -> bool {
        self.0.scopes.iter().any(|granted| granted == scope)
    }

    /// How the caller has proven who they are.
    #[must_use]
    pub fn credential(&self) -> Credential {
        self.0.credential
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The user value stays out: it may hold what must not reach a log.
        f.debug_struct("Caller")
            .field("subject", &self.0.subject)
            .field("credential", &self.0.credential)
            .finish_non_exhaustive()
    }
}
