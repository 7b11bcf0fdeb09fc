//! Step 2, as a pure function: the Origin rule and `expose` against the caller.

use std::time::Duration;

use affordances_grammar::Expose;
use http::StatusCode;

use crate::call::{Caller, Credential, Failure};
use crate::http::origin::OriginCheck;
use crate::protocol::ErrorCode;
use crate::table::ExposeMeta;

/// What the request has shown of its caller, judged at step 2 and not before.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Presented {
    /// Nothing, or a session that is not valid.
    Anonymous,
    /// A caller whom the app recognises.
    Recognised(Caller),
    /// A bearer credential that is not valid. Never falls back to the cookie.
    InvalidBearer,
    /// It cannot be known now whether this kind of credential is valid.
    Unknown(Credential),
}

impl Presented {
    /// The caller, where one is recognised. An invalid bearer is nobody.
    #[must_use]
    pub fn caller(&self) -> Option<&Caller> {
        match self {
            Self::Recognised(caller) => Some(caller),
            _ => None,
        }
    }

    /// Fails where it cannot be known who calls.
    pub(crate) fn refuse_unknown(&self) -> Result<(), Failure> {
        match self {
            Self::Unknown(_) => Err(unknown()),
            _ => Ok(()),
        }
    }

    /// The caller of a request that needs no admission (a graph): strangers are
    /// welcome, what is presented and wrong is not.
    ///
    /// # Errors
    ///
    /// 401 for an invalid bearer, 503 when it cannot be known.
    pub fn into_caller(self) -> Result<Option<Caller>, Failure> {
        match self {
            Self::Anonymous => Ok(None),
            Self::Recognised(caller) => Ok(Some(caller)),
            Self::InvalidBearer => Err(invalid_bearer()),
            Self::Unknown(_) => Err(unknown()),
        }
    }
}

/// Decides step 2.
///
/// # Errors
///
/// `unauthorized`, with 401 where a credential would help and 403 where not.
pub(crate) fn admit(
    expose: &ExposeMeta,
    presented: Presented,
    origin: OriginCheck,
) -> Result<Option<Caller>, Failure> {
    let by_bearer = match &presented {
        Presented::Anonymous => false,
        Presented::Recognised(caller) => caller.credential() == Credential::Bearer,
        Presented::InvalidBearer => true,
        Presented::Unknown(credential) => *credential == Credential::Bearer,
    };
    // A bearer credential is never ambient; everything else may have been sent
    // by a page that the person does not know of.
    if !by_bearer {
        match (origin, presented.caller()) {
            (OriginCheck::Foreign, _) => return Err(foreign_origin()),
            (OriginCheck::Absent, Some(_)) => return Err(absent_origin()),
            _ => {}
        }
    }
    let caller = presented.into_caller()?;
    match why_not(expose, caller.as_ref()) {
        None => Ok(caller),
        Some(Refusal::Stranger) => Err(Failure::anonymous()),
        Some(Refusal::Scope(scope)) => Err(forbidden(missing_scope(scope))),
    }
}

/// Why a caller is not admitted.
pub(crate) enum Refusal {
    Stranger,
    Scope(&'static str),
}

impl Refusal {
    /// The reason that a graph publishes.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Stranger => "Sign in to use this action".to_owned(),
            Self::Scope(scope) => missing_scope(scope),
        }
    }
}

/// Compares an expose level with a caller, for calls and graphs alike.
pub(crate) fn why_not(expose: &ExposeMeta, caller: Option<&Caller>) -> Option<Refusal> {
    match (expose.level, caller) {
        (Some(Expose::Public), _) if expose.scope.is_none() => None,
        (_, None) => Some(Refusal::Stranger),
        (_, Some(caller)) => expose
            .scope
            .filter(|scope| !caller.has_scope(scope))
            .map(Refusal::Scope),
    }
}

fn missing_scope(scope: &str) -> String {
    format!("This needs a credential with the scope `{scope}`")
}

fn forbidden(message: impl Into<String>) -> Failure {
    Failure::new(ErrorCode::Unauthorized, message).status(StatusCode::FORBIDDEN)
}

fn foreign_origin() -> Failure {
    forbidden(
        "The Origin of this call is not the site's. If the site is served there, \
         its operator adds that origin to the setting `origin`.",
    )
}

fn absent_origin() -> Failure {
    forbidden(
        "A call that authenticates by cookie must carry an Origin header that matches the site \
         (the setting `origin`); or send a bearer credential instead.",
    )
}

fn invalid_bearer() -> Failure {
    Failure {
        invalid_token: true,
        status: Some(StatusCode::UNAUTHORIZED),
        ..Failure::new(
            ErrorCode::Unauthorized,
            "The bearer credential is not valid.",
        )
    }
}

fn unknown() -> Failure {
    try_later("Credentials cannot be checked right now: try again.")
}

/// Something that a call needs is out of reach: 503.
pub(crate) fn try_later(message: &str) -> Failure {
    Failure::new(ErrorCode::Internal, message)
        .status(StatusCode::SERVICE_UNAVAILABLE)
        .retry_after(Duration::from_secs(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(level: Expose) -> ExposeMeta {
        ExposeMeta {
            level: Some(level),
            scope: None,
            visible_to: None,
        }
    }

    fn cookie() -> Presented {
        Presented::Recognised(Caller::new("a").recognised_by(Credential::Cookie))
    }

    fn bearer() -> Presented {
        Presented::Recognised(Caller::new("a").recognised_by(Credential::Bearer))
    }

    fn status(level: Expose, presented: Presented, origin: OriginCheck) -> u16 {
        match admit(&meta(level), presented, origin) {
            Ok(_) => 200,
            Err(failure) => failure.status.unwrap_or(StatusCode::OK).as_u16(),
        }
    }

    #[test]
    fn a129_to_a135_origin_by_credential() {
        use OriginCheck::{Absent, Foreign, Same};
        for level in [Expose::Session, Expose::Confirm] {
            assert_eq!(status(level, cookie(), Same), 200);
            assert_eq!(status(level, cookie(), Absent), 403);
            assert_eq!(status(level, cookie(), Foreign), 403);
            assert_eq!(status(level, bearer(), Absent), 200);
            assert_eq!(status(level, bearer(), Foreign), 200);
            assert_eq!(status(level, Presented::Anonymous, Absent), 401);
            assert_eq!(status(level, Presented::InvalidBearer, Foreign), 401);
            let unknown = Presented::Unknown;
            assert_eq!(status(level, unknown(Credential::Bearer), Foreign), 503);
            assert_eq!(status(level, unknown(Credential::Cookie), Foreign), 403);
            assert_eq!(status(level, unknown(Credential::Cookie), Same), 503);
        }
        assert_eq!(status(Expose::Public, Presented::Anonymous, Absent), 200);
        assert_eq!(status(Expose::Public, Presented::Anonymous, Same), 200);
        assert_eq!(status(Expose::Public, Presented::Anonymous, Foreign), 403);
        assert_eq!(status(Expose::Public, cookie(), Absent), 403);
        assert_eq!(status(Expose::Public, Presented::InvalidBearer, Same), 401);
    }

    #[test]
    fn a_scope_is_demanded_of_everybody() {
        let mut expose = meta(Expose::Public);
        expose.scope = Some("orders");
        assert!(admit(&expose, Presented::Anonymous, OriginCheck::Absent).is_err());
        let caller = Caller::new("a")
            .with_scopes(["orders"])
            .recognised_by(Credential::Bearer);
        assert!(admit(&expose, Presented::Recognised(caller), OriginCheck::Absent).is_ok());
        let failure = admit(&expose, bearer(), OriginCheck::Absent).unwrap_err();
        assert_eq!(failure.status, Some(StatusCode::FORBIDDEN));
        assert!(failure.message.contains("`orders`"));
    }
}
