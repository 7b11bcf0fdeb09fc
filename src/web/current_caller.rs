//! The caller, for the app's own axum handlers.

use std::convert::Infallible;
use std::sync::Arc;

use affordances_core::Caller;
use affordances_core::engine::Runtime;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// Who calls, for axum handlers that are not part of a page: recognised by the
/// site's own authenticator. `None` for strangers.
///
/// It says who calls and nothing more. **The Origin rule is not applied**: a
/// handler that changes something on behalf of a caller by cookie checks
/// [`origin::check`](crate::origin::check) itself, or it is open to forged
/// requests; actions of pages need not. An authenticator out of reach makes
/// everybody a stranger here, and is logged.
///
/// Handlers of pages take [`Caller`] or `Option<Caller>`.
#[derive(Debug, Clone)]
pub struct CurrentCaller(pub Option<Caller>);

/// The site, noted on every request that passes `finish`.
#[derive(Debug, Clone)]
pub(super) struct CurrentSite(pub(super) Arc<Runtime>);

impl<S: Sync> FromRequestParts<S> for CurrentCaller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let Some(CurrentSite(runtime)) = parts.extensions.get().cloned() else {
            tracing::error!(
                "`CurrentCaller` outside an app that `Affordances::finish` has wrapped"
            );
            return Ok(Self(None));
        };
        Ok(Self(runtime.recognise(parts).await))
    }
}
