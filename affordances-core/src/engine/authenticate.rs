//! Who is it? Asked once per request; the answer is judged at step 2.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use http::request::Parts;

use crate::call::{BoxError, BoxFuture, Caller};

/// Recognises callers by what their request carries.
///
/// The engine decides which of the two is asked, so that no implementation can
/// mix them up: a request with `Authorization: Bearer` is asked for its bearer
/// alone, every other for its session. A mode that the site does not declare in
/// `auth: [..]` is never asked.
///
/// ```
/// use affordances_core::{Caller, engine::{Authenticator, Unreachable}};
/// use http::request::Parts;
///
/// struct DemoTokens;
///
/// impl Authenticator for DemoTokens {
///     async fn bearer(&self, token: &str, _: &Parts) -> Result<Option<Caller>, Unreachable> {
///         // compare secrets in constant time in real code
///         Ok((token == "demo").then(|| Caller::new("agent:demo")))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot recognise callers",
    label = "does not implement `Authenticator`",
    note = "write `impl affordances::Authenticator for` a type of yours, with an `async fn bearer`, an `async fn session` or both",
    note = "see `unusable_service` in affordances::errors"
)]
pub trait Authenticator: Send + Sync + 'static {
    /// The caller of this bearer credential; `None` when it is not valid.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] when it cannot be known now: the call is answered with
    /// 503, never with 401.
    fn bearer(
        &self,
        token: &str,
        parts: &Parts,
    ) -> impl Future<Output = Result<Option<Caller>, Unreachable>> + Send {
        let _ = (token, parts);
        std::future::ready(Ok(None))
    }

    /// The caller of the session in this request's cookies; `None` for none and
    /// for one that is not valid.
    ///
    /// # Errors
    ///
    /// As [`bearer`](Self::bearer).
    fn session(
        &self,
        parts: &Parts,
    ) -> impl Future<Output = Result<Option<Caller>, Unreachable>> + Send {
        let _ = parts;
        std::future::ready(Ok(None))
    }
}

impl<A: Authenticator> Authenticator for Arc<A> {
    fn bearer(
        &self,
        token: &str,
        parts: &Parts,
    ) -> impl Future<Output = Result<Option<Caller>, Unreachable>> + Send {
        A::bearer(self, token, parts)
    }

    fn session(
        &self,
        parts: &Parts,
    ) -> impl Future<Output = Result<Option<Caller>, Unreachable>> + Send {
        A::session(self, parts)
    }
}

/// The authenticator cannot be reached. The cause is logged, never sent.
#[derive(Debug)]
pub struct Unreachable(BoxError);

impl Unreachable {
    /// With the cause.
    pub fn new(cause: impl Into<BoxError>) -> Self {
        Self(cause.into())
    }

    pub(crate) fn into_cause(self) -> BoxError {
        self.0
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the authenticator cannot be reached")
    }
}

impl Error for Unreachable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

/// The same trait, for use behind a pointer.
pub(crate) trait DynAuthenticator: Send + Sync {
    fn bearer<'a>(
        &'a self,
        token: &'a str,
        parts: &'a Parts,
    ) -> BoxFuture<'a, Result<Option<Caller>, Unreachable>>;

    fn session<'a>(
        &'a self,
        parts: &'a Parts,
    ) -> BoxFuture<'a, Result<Option<Caller>, Unreachable>>;
}

impl<A: Authenticator> DynAuthenticator for A {
    fn bearer<'a>(
        &'a self,
        token: &'a str,
        parts: &'a Parts,
    ) -> BoxFuture<'a, Result<Option<Caller>, Unreachable>> {
        Box::pin(Authenticator::bearer(self, token, parts))
    }

    fn session<'a>(
        &'a self,
        parts: &'a Parts,
    ) -> BoxFuture<'a, Result<Option<Caller>, Unreachable>> {
        Box::pin(Authenticator::session(self, parts))
    }
}

/// The token of `Authorization: Bearer`; the scheme's case does not matter
/// (RFC 9110 section 11.1). `Some("")` for a scheme without a token and for a
/// value that is no text: presented, and not valid. So are several credentials:
/// two name nobody.
pub(crate) fn bearer_of(parts: &Parts) -> Option<&str> {
    let lines = parts.headers.get_all(http::header::AUTHORIZATION);
    let mut bearers = lines.iter().filter_map(|line| {
        let bytes = line.as_bytes();
        let end = bytes.iter().position(u8::is_ascii_whitespace);
        let (scheme, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
        scheme.eq_ignore_ascii_case(b"bearer").then_some(rest)
    });
    let token = bearers.next()?;
    if lines.iter().count() > 1 {
        return Some("");
    }
    Some(std::str::from_utf8(token).map_or("", str::trim_ascii))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearer(value: &[u8]) -> Option<String> {
        let (parts, ()) = http::Request::builder()
            .header("authorization", value)
            .body(())
            .unwrap()
            .into_parts();
        bearer_of(&parts).map(str::to_owned)
    }

    #[test]
    fn the_scheme_has_no_case() {
        for scheme in ["Bearer", "bearer", "BEARER"] {
            assert_eq!(
                bearer(format!("{scheme} abc").as_bytes()).as_deref(),
                Some("abc")
            );
        }
        assert_eq!(bearer(b"Basic abc"), None);
        assert_eq!(bearer(b"Bearer").as_deref(), Some(""));
        assert_eq!(bearer(b"Bearer \xff").as_deref(), Some(""));
        assert_eq!(bearer(b"Bearer\tabc").as_deref(), Some("abc"));
    }

    #[test]
    fn a_bearer_beside_another_credential_names_nobody() {
        for lines in [["Basic x", "Bearer abc"], ["Bearer abc", "Basic x"]] {
            let request = http::Request::builder()
                .header("authorization", lines[0])
                .header("authorization", lines[1]);
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(bearer_of(&parts), Some(""));
        }
    }
}
