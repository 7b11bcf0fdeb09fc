//! The routes: the flows' endpoints, and what they refer to.

use affordances::aboard::protocol::Identity;
use affordances::aboard::{Onboarding, OnboardingFaults, StaticTokens, Store};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

use crate::Acme;
use crate::config::Keys;

/// The one access token of this demo; `/auth.md` tells it to everybody.
const ACCESS_TOKEN: &str = "demo-agent-token";

/// What this app decides about its flows. `base` is the origin that agents see.
#[must_use]
pub fn configure(
    flows: Onboarding<Acme>,
    base: &str,
    store: impl Store,
    keys: &Keys,
) -> Onboarding<Acme> {
    let demo = Identity::new("user_demo").with_agent_provider("demo");
    let onboarding = flows
        .base(base)
        .store(store)
        .secret(keys.secret.bytes())
        .verifier(StaticTokens::new().with(ACCESS_TOKEN, demo))
        .admin_token(&keys.admin_token);
    let previous = keys.previous.iter();
    previous.fold(onboarding, |onboarding, secret| {
        onboarding.previous_secret(secret.bytes())
    })
}

/// Everything that the app answers.
///
/// # Errors
///
/// What is wrong with the flows or their settings, all of it.
pub fn app(onboarding: &Onboarding<Acme>) -> Result<Router, OnboardingFaults> {
    let markdown = [(CONTENT_TYPE, "text/markdown; charset=utf-8")];
    let json = [(CONTENT_TYPE, "application/json")];
    let app = Router::new()
        .merge(onboarding.router()?)
        .route(
            "/auth.md",
            get((markdown, include_str!("../public/auth.md"))),
        )
        .route(
            "/downloads/starter-kit.json",
            get((json, include_str!("../public/starter-kit.json"))),
        );
    Ok(app.with_state(Acme::default()))
}
