//! Who is it? Asked once per session, about the access token that starts it.

use std::fmt;
use std::future::ready;
use std::sync::Arc;

use affordances_core::__macro::BoxFuture;
pub use affordances_core::engine::Unreachable;
use subtle::{Choice, ConditionallySelectable as _};

use crate::protocol::Identity;
use crate::secret::SecretDigest;

/// Verifies access tokens.
///
/// ```
/// use aboard_core::protocol::Identity;
/// use aboard_core::verifier::{Unreachable, Verifier};
///
/// struct Introspection;
///
/// impl Verifier for Introspection {
///     async fn verify(&self, token: &str) -> Result<Option<Identity>, Unreachable> {
///         // ask the authorization server about `token`; `Err` when it does not answer
///         Ok(Some(Identity::new("user_123").with_agent_provider("anthropic")))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot verify access tokens",
    label = "does not implement `Verifier`",
    note = "write `impl affordances::aboard::Verifier for` a type of yours, with an `async fn verify`; a closure is made one by `verifier::from_fn`, a fixed list by `StaticTokens`",
    note = "see `unusable_service` in affordances::errors"
)]
pub trait Verifier: Send + Sync + 'static {
    /// On whose behalf the bearer of this token acts; `None` when the token is
    /// rejected.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] when it cannot be known now: answered as
    /// `verifier_unavailable`, never as a rejection.
    fn verify(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Option<Identity>, Unreachable>> + Send;
}

impl<V: Verifier> Verifier for Arc<V> {
    fn verify(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Option<Identity>, Unreachable>> + Send {
        V::verify(self, token)
    }
}

/// The same trait, for use behind a pointer.
pub(crate) trait DynVerifier: Send + Sync {
    fn verify<'a>(&'a self, token: &'a str)
    -> BoxFuture<'a, Result<Option<Identity>, Unreachable>>;
}

impl<V: Verifier> DynVerifier for V {
    fn verify<'a>(
        &'a self,
        token: &'a str,
    ) -> BoxFuture<'a, Result<Option<Identity>, Unreachable>> {
        Box::pin(Verifier::verify(self, token))
    }
}

/// A few tokens that are known beforehand, for demos and tests. Compared in
/// constant time, and kept as digests.
///
/// ```
/// use aboard_core::protocol::Identity;
/// use aboard_core::verifier::StaticTokens;
///
/// let tokens = StaticTokens::new().with("demo-agent-token", Identity::new("user_demo"));
/// ```
#[derive(Clone, Default)]
pub struct StaticTokens {
    tokens: Vec<(SecretDigest, Identity)>,
}

impl StaticTokens {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more token, and on whose behalf its bearer acts.
    #[must_use]
    pub fn with(mut self, token: &str, identity: Identity) -> Self {
        self.tokens.push((SecretDigest::of(token), identity));
        self
    }

    fn find(&self, token: &str) -> Option<&Identity> {
        let presented = SecretDigest::of(token);
        // Every one is looked at, and the number of the right one is selected
        // without a branch.
        let mut found = 0_u32;
        for (number, (digest, _)) in (1..).zip(&self.tokens) {
            let is: Choice = digest.is(&presented);
            found = u32::conditional_select(&found, &number, is);
        }
        let number = usize::try_from(found).ok()?.checked_sub(1)?;
        self.tokens.get(number).map(|(_, identity)| identity)
    }
}

impl Verifier for StaticTokens {
    fn verify(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Option<Identity>, Unreachable>> + Send {
        ready(Ok(self.find(token).cloned()))
    }
}

impl fmt::Debug for StaticTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaticTokens({} tokens)", self.tokens.len())
    }
}

/// A verifier made of a function.
///
/// ```
/// use aboard_core::protocol::Identity;
/// use aboard_core::verifier::from_fn;
///
/// let verifier = from_fn(|token: String| async move {
///     Ok(token.strip_prefix("user:").map(Identity::new))
/// });
/// ```
pub fn from_fn<F, R>(verify: F) -> FromFn<F>
where
    F: Fn(String) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Identity>, Unreachable>> + Send,
{
    FromFn(verify)
}

/// What [`from_fn`] makes.
#[derive(Clone, Copy)]
pub struct FromFn<F>(F);

impl<F, R> Verifier for FromFn<F>
where
    F: Fn(String) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Identity>, Unreachable>> + Send,
{
    fn verify(
        &self,
        token: &str,
    ) -> impl Future<Output = Result<Option<Identity>, Unreachable>> + Send {
        (self.0)(token.to_owned())
    }
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FromFn(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_finds_its_own_identity_and_nothing_else_does() {
        let tokens = StaticTokens::new()
            .with("one", Identity::new("first"))
            .with("two", Identity::new("second"));
        let subject = |token| tokens.find(token).map(|identity| identity.subject.as_str());
        assert_eq!(
            (subject("one"), subject("two")),
            (Some("first"), Some("second"))
        );
        for token in ["", "on", "one ", "three"] {
            assert_eq!(subject(token), None);
        }
        assert_eq!(StaticTokens::new().find(""), None);
        assert!(!format!("{tokens:?}").contains("one"));
    }
}
