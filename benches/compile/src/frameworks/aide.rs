//! aide over axum; its stable release describes types by schemars 0.9.

use super::Framework;

pub(super) const AIDE: Framework = Framework {
    name: "aide",
    dependencies: r#"
aide = { version = "0.15", features = ["axum", "axum-json", "axum-tokio"] }
axum = "0.8"
schemars = "0.9"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use aide::axum::ApiRouter;
use aide::openapi::OpenApi;
use axum::{Json, routing::get};

#[tokio::main]
async fn main() {
    let mut api = OpenApi::default();
    let router = ApiRouter::new()
        //~ each page
        .merge(page$page::routes())
        //~ end
        .finish_api(&mut api)
        .route("/openapi.json", get(async move || Json(api.clone())))
        .with_state(app::App::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    axum::serve(listener, router).await.unwrap();
}
"#,
    page: r#"
use aide::axum::ApiRouter;
use aide::axum::routing::post_with;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;

//~ each action
#[derive(Deserialize, JsonSchema)]
pub struct In$n {
    $input
}

#[derive(Serialize, JsonSchema)]
pub struct Out$n {
    $output
}

pub async fn action$n(
    State(app): State<App>,
    Json(input): Json<In$n>,
) -> Result<Json<Out$n>, StatusCode> {
    let total = app.add(input.quantity).await.map_err(|_| StatusCode::CONFLICT)?;
    Ok(Json($answer))
}

//~ end
pub fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        //~ each action
        .api_route(
            "/page$page/action$n",
            post_with(action$n, |op| op.description("$description")),
        )
        //~ end
}
"#,
};
