//! Signing in and out with plain forms: ordinary axum handlers beside the pages,
//! for people whose browser knows nothing of actions.

use std::time::Duration;

use affordances::{CurrentCaller, Write};
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::Markup;
use serde::Deserialize;
use tower_http::timeout::TimeoutLayer;

use crate::entities::Visitor;
use crate::html::{self, Chrome};
use crate::name::Name;
use crate::origin::OwnForm;
use crate::{Shop, callers};

/// What someone typed at `/login`.
#[derive(Debug, Deserialize)]
struct Login {
    #[serde(default)]
    name: String,
}

/// The routes `/login` and `/logout`.
pub fn routes() -> Router<Shop> {
    Router::new()
        .route("/login", get(show).post(sign_in))
        .route("/logout", post(sign_out))
        // The pages time their bodies themselves; these handlers do not.
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_secs(10),
        ))
}

async fn show(CurrentCaller(caller): CurrentCaller) -> Markup {
    let chrome = Chrome::plain(callers::name_of(caller.as_ref()));
    html::login(&chrome, "", None)
}

async fn sign_in(
    _: OwnForm,
    State(shop): State<Shop>,
    form: Result<Form<Login>, FormRejection>,
) -> Response {
    let Form(login) = match form {
        Ok(form) => form,
        Err(bad) => {
            let page = html::failure(bad.status(), "This is not the form.", &Chrome::plain(None));
            return (bad.status(), page).into_response();
        }
    };
    match Name::parse(&login.name) {
        Ok(name) => {
            let session = shop.sessions.begin(by_form(), &name);
            (session, Redirect::to("/")).into_response()
        }
        Err(bad) => {
            let page = html::login(&Chrome::plain(None), &login.name, Some(&bad.to_string()));
            (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
        }
    }
}

async fn sign_out(_: OwnForm, State(shop): State<Shop>) -> impl IntoResponse {
    (shop.sessions.end(by_form()), Redirect::to("/"))
}

fn by_form() -> &'static Write<Visitor> {
    Write::outside_any_action("a plain form; agents use the action `signIn`")
}
