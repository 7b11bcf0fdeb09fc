//! Extractors that are generic over the state, with and without bounds on it.
use affordances::prelude::*;
use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::result::Result as StdResult;
use std::str::FromStr;

use crate::counter::{Count, Counter, Step, Total};

/// The query as it came, for every state.
#[derive(Debug)]
pub struct RawQuery(String);

impl<S: Send + Sync> FromRequestParts<S> for RawQuery {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> StdResult<Self, Infallible> {
        Ok(Self(parts.uri.query().unwrap_or_default().to_owned()))
    }
}

/// A handle that the app's state gives.
#[derive(Clone, Debug)]
pub struct Handle(Counter);

impl FromRef<Counter> for Handle {
    fn from_ref(input: &Counter) -> Self {
        Self(input.clone())
    }
}

/// Something that needs the handle, whatever the state.
#[derive(Debug)]
pub struct Needs(Handle);

impl<S> FromRequestParts<S> for Needs
where
    Handle: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(_: &mut Parts, state: &S) -> StdResult<Self, Self::Rejection> {
        Ok(Self(Handle::from_ref(state)))
    }
}

/// A header that may be absent, and is generic over what it is read as.
#[derive(Debug)]
pub struct Header<T>(T);

impl<S: Sync, T: FromStr> OptionalFromRequestParts<S> for Header<T> {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> StdResult<Option<Self>, StatusCode> {
        let Some(value) = parts.headers.get("x-times") else {
            return Ok(None);
        };
        let number = value.to_str().ok().and_then(|text| text.parse().ok());
        number.map(Self).map(Some).ok_or(StatusCode::BAD_REQUEST)
    }
}

/// A page of generic extractors.
#[page(route = "/extractors", state = Counter)]
pub mod page {
    use std::convert::Infallible;

    use super::{Count, Counter, Handle, Header, Needs, RawQuery, StdResult, Step, Total};
    use affordances::prelude::*;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub count: Count,
        /// The query as it came.
        pub query: String,
    }

    /// Loads.
    #[load]
    pub async fn load(Needs(Handle(counter)): Needs, RawQuery(query): RawQuery) -> Entities {
        Entities {
            count: counter.count(),
            query,
        }
    }

    /// Draws.
    #[view]
    pub fn view(entities: &Entities) -> Html<String> {
        Html(entities.query.clone())
    }

    /// Adds as often as the header says.
    #[action(expose = "public", effects = [count])]
    pub async fn add(
        State(Handle(counter)): State<Handle>,
        times: Option<Header<u32>>,
        query: StdResult<RawQuery, Infallible>,
        Input(step): Input<Step>,
        count: &Write<Count>,
    ) -> Result<Total> {
        let Ok(RawQuery(_)) = query;
        let by = times.map_or(step.by, |Header(factor)| step.by.saturating_mul(factor));
        Ok(counter.add(count, Step { by }))
    }
}
