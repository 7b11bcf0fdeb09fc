//! utoipa, with its own bindings to axum.

use super::Framework;

pub(super) const UTOIPA: Framework = Framework {
    name: "utoipa",
    dependencies: r#"
axum = "0.8"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
utoipa = "6"
utoipa-axum = "0.3"
"#,
    main: r#"
use axum::{Json, routing::get};
use utoipa_axum::router::OpenApiRouter;

#[tokio::main]
async fn main() {
    let (router, api) = OpenApiRouter::new()
        //~ each page
        .merge(page$page::routes())
        //~ end
        .with_state(app::App::default())
        .split_for_parts();
    let router = router.route("/openapi.json", get(async move || Json(api.clone())));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    axum::serve(listener, router).await.unwrap();
}
"#,
    page: r#"
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

//~ each action
#[derive(Deserialize, ToSchema)]
pub struct In$n {
    $input
}

#[derive(Serialize, ToSchema)]
pub struct Out$n {
    $output
}

/// $description
#[utoipa::path(
    post,
    path = "/page$page/action$n",
    request_body = In$n,
    responses((status = OK, body = Out$n), (status = CONFLICT)),
)]
pub async fn action$n(
    State(app): State<App>,
    Json(input): Json<In$n>,
) -> Result<Json<Out$n>, StatusCode> {
    let total = app.add(input.quantity).await.map_err(|_| StatusCode::CONFLICT)?;
    Ok(Json($answer))
}

//~ end
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        //~ each action
        .routes(routes!(action$n))
        //~ end
}
"#,
};
