//! What an action returns, and how it becomes one shape for the engine.

use std::any::TypeId;

use axum_core::response::{IntoResponse, IntoResponseParts};
use http::{HeaderMap, header};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::{ActionError, Caller, Failure, SchemaFn};

/// A success that says more than its output.
///
/// ```
/// use affordances_core::Outcome;
///
/// let placed = Outcome::new(42_u32).redirect("/orders/42").message("Order placed");
/// ```
#[derive(Debug)]
#[must_use]
pub struct Outcome<T> {
    output: T,
    extras: Extras,
}

#[derive(Debug, Default)]
struct Extras {
    redirect: Option<String>,
    message: Option<String>,
    headers: HeaderMap,
    acting_as: Option<Option<Caller>>,
    /// Response parts that answered with an error instead of adding themselves.
    refused: Option<http::StatusCode>,
}

impl<T> Outcome<T> {
    /// A success with this output.
    pub fn new(output: T) -> Self {
        Self {
            output,
            extras: Extras::default(),
        }
    }

    /// The output, for a unit test of the handler.
    #[must_use]
    pub fn output(&self) -> &T {
        &self.output
    }

    /// The output, taken out.
    #[must_use]
    pub fn into_output(self) -> T {
        self.output
    }

    /// The path that [`redirect`](Self::redirect) was given.
    #[must_use]
    pub fn redirect_path(&self) -> Option<&str> {
        self.extras.redirect.as_deref()
    }

    /// The sentence that [`message`](Self::message) was given.
    #[must_use]
    pub fn message_text(&self) -> Option<&str> {
        self.extras.message.as_deref()
    }

    /// The path where a person would be sent: same origin, percent-encoded,
    /// starting with one `/`. Anything else is a fault of the server, reported
    /// in the log and left out of the answer.
    pub fn redirect(mut self, path: impl Into<String>) -> Self {
        self.extras.redirect = Some(path.into());
        self
    }

    /// A short sentence to repeat to the user.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.extras.message = Some(message.into());
        self
    }

    /// Adds headers to the answer, such as a cookie jar. Only headers are
    /// taken over, and none that the protocol owns (`Content-Type`,
    /// `Cache-Control`, `Vary`, `Content-Length`).
    pub fn with(mut self, parts: impl IntoResponseParts) -> Self {
        let response = (parts, ()).into_response();
        if response.status().is_success() {
            self.extras.headers.extend(own_headers(response.headers()));
        } else {
            self.extras.refused = Some(response.status());
        }
        self
    }

    /// The call has signed somebody in: the reload and the availability that the
    /// answer tells are this caller's.
    pub fn acting_as(mut self, caller: Caller) -> Self {
        self.extras.acting_as = Some(Some(caller));
        self
    }

    /// The call has signed its caller out: the reload and the availability that
    /// the answer tells are a stranger's.
    pub fn signed_out(mut self) -> Self {
        self.extras.acting_as = Some(None);
        self
    }
}

/// Repeated headers (`Set-Cookie`) keep their order; those of the protocol stay
/// the engine's.
fn own_headers(
    headers: &HeaderMap,
) -> impl Iterator<Item = (http::HeaderName, http::HeaderValue)> + '_ {
    headers
        .iter()
        .filter(|(name, _)| {
            ![
                header::CONTENT_TYPE,
                header::CONTENT_LENGTH,
                header::CACHE_CONTROL,
                header::VARY,
            ]
            .contains(name)
        })
        .map(|(name, value)| (name.clone(), value.clone()))
}

/// What an action has done, in the engine's one shape.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Done {
    /// The output as JSON; `None` for `()`.
    pub output: Option<Box<[u8]>>,
    /// Where to go next.
    pub redirect: Option<String>,
    /// What to tell the user.
    pub message: Option<String>,
    /// Headers for the answer.
    pub headers: HeaderMap,
    /// Whom the reload is for, where the call has signed somebody in or out.
    pub acting_as: Option<Option<Caller>>,
}

/// A type that can be the output of an action: anything that serialises and
/// has a schema. `()` has neither output nor schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a call",
    label = "needs `serde::Serialize` and `schemars::JsonSchema`",
    note = "write `#[derive(Serialize, JsonSchema)]` on it, or on the `T` of an `Option<T>` or a `Vec<T>`; or return `()`",
    note = "if the derives are there, they are of another version: affordances uses serde 1 and schemars 1, whose `JsonSchema` is `affordances::prelude::JsonSchema`",
    note = "see `unusable_output` in affordances::errors"
)]
pub trait OutputType: Send + 'static {
    /// The schema of the output; `None` when there is none.
    fn schema() -> Option<SchemaFn>;

    /// The output as JSON.
    ///
    /// # Errors
    ///
    /// What the value's `Serialize` says.
    fn write(&self) -> Result<Option<Box<[u8]>>, serde_json::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema + Send + 'static> OutputType for T {
    fn schema() -> Option<SchemaFn> {
        (TypeId::of::<T>() != TypeId::of::<()>()).then_some(
            (|generator| generator.root_schema_for::<T>()) as fn(&mut SchemaGenerator) -> Schema,
        )
    }

    fn write(&self) -> Result<Option<Box<[u8]>>, serde_json::Error> {
        if TypeId::of::<T>() == TypeId::of::<()>() {
            return Ok(None);
        }
        serde_json::to_vec(self).map(|json| Some(json.into()))
    }
}

/// The value itself.
#[derive(Debug)]
pub enum ViaValue {}
/// Through [`Outcome`].
#[derive(Debug)]
pub enum ViaOutcome {}
/// Through `Result`.
#[derive(Debug)]
pub struct ViaResult<M>(std::marker::PhantomData<M>);

/// A type that an action can return: an output, an [`Outcome`] of one, or a
/// `Result` of either with [`ActionError`].
#[diagnostic::on_unimplemented(
    message = "an action cannot return `{Self}`",
    label = "not an output, `Outcome<T>`, nor a `Result` of those with `ActionError`",
    note = "an output is `()` or a type with `#[derive(Serialize, JsonSchema)]`; of `Option<T>`, `Vec<T>`, `Outcome<T>` and `Result<T>` it is `T` that needs the derives",
    note = "if the derives are there, they are of another version: affordances uses serde 1 and schemars 1, whose `JsonSchema` is `affordances::prelude::JsonSchema`",
    note = "for the error type take `ActionError`: `?` turns every other error into it",
    note = "see `unusable_output` in affordances::errors"
)]
pub trait IntoDone<M> {
    /// The schema of the output.
    fn schema() -> Option<SchemaFn>;

    /// Converts.
    ///
    /// # Errors
    ///
    /// The handler's own error, or that the output does not serialise.
    fn into_done(self) -> Result<Done, Failure>;
}

impl<T: OutputType> IntoDone<ViaValue> for T {
    fn schema() -> Option<SchemaFn> {
        <T as OutputType>::schema()
    }

    fn into_done(self) -> Result<Done, Failure> {
        Outcome::new(self).into_done()
    }
}

#[diagnostic::do_not_recommend]
impl<T: OutputType> IntoDone<ViaOutcome> for Outcome<T> {
    fn schema() -> Option<SchemaFn> {
        T::schema()
    }

    fn into_done(self) -> Result<Done, Failure> {
        finish(self.output.write(), self.extras)
    }
}

#[diagnostic::do_not_recommend]
impl<M, T: IntoDone<M>> IntoDone<ViaResult<M>> for Result<T, ActionError> {
    fn schema() -> Option<SchemaFn> {
        T::schema()
    }

    fn into_done(self) -> Result<Done, Failure> {
        self?.into_done()
    }
}

/// Everything that is not generic over the output.
fn finish(
    output: Result<Option<Box<[u8]>>, serde_json::Error>,
    extras: Extras,
) -> Result<Done, Failure> {
    if let Some(status) = extras.refused {
        tracing::error!(%status, "response parts given to `Outcome::with` answered with an error");
    }
    // The effect has happened: what goes wrong from here on costs the output or
    // a header, never the success.
    let output = output.unwrap_or_else(|error| {
        tracing::error!(%error, "the output of an action does not serialise; it is left out");
        None
    });
    let redirect = extras.redirect.filter(|path| {
        let fits = is_local_path(path);
        if !fits {
            tracing::error!("a redirect that is not a path on this site is left out");
        }
        fits
    });
    Ok(Done {
        output,
        redirect,
        message: extras.message.filter(|message| !message.is_empty()),
        headers: extras.headers,
        acting_as: extras.acting_as,
    })
}

/// A path on the same origin: one leading slash (`//host` names another host,
/// and browsers read `\` as `/`), no control characters.
fn is_local_path(path: &str) -> bool {
    path.starts_with('/')
        && !path[1..].starts_with(['/', '\\'])
        && path.bytes().all(|b| b.is_ascii_graphic() && b != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a121_unit_has_neither_output_nor_schema() {
        assert!(<() as OutputType>::schema().is_none());
        assert_eq!(<() as IntoDone<_>>::into_done(()).unwrap().output, None);
        assert!(<u32 as OutputType>::schema().is_some());
        let some: Result<Outcome<u32>, ActionError> = Ok(Outcome::new(7));
        assert_eq!(some.into_done().unwrap().output.as_deref(), Some(&b"7"[..]));
    }

    #[test]
    fn a125_a_redirect_stays_on_the_site() {
        for good in ["/", "/orders/7", "/a%20b?x=1#top"] {
            assert!(is_local_path(good), "{good}");
        }
        for bad in [
            "",
            "orders",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a b",
            "/a\nb",
        ] {
            assert!(!is_local_path(bad), "{bad}");
        }
    }
}
