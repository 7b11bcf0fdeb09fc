//! axum and serde: nothing describes the handlers.

use super::Framework;

pub(super) const AXUM: Framework = Framework {
    name: "axum",
    dependencies: r#"
axum = "0.8"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use axum::Router;

#[tokio::main]
async fn main() {
    let router = Router::new()
        //~ each page
        .merge(page$page::routes())
        //~ end
        .with_state(app::App::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    axum::serve(listener, router).await.unwrap();
}
"#,
    page: r#"
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use crate::app::App;

//~ each action
#[derive(Deserialize)]
pub struct In$n {
    $input
}

#[derive(Serialize)]
pub struct Out$n {
    $output
}

/// $description
pub async fn action$n(
    State(app): State<App>,
    Json(input): Json<In$n>,
) -> Result<Json<Out$n>, StatusCode> {
    let total = app.add(input.quantity).await.map_err(|_| StatusCode::CONFLICT)?;
    Ok(Json($answer))
}

//~ end
pub fn routes() -> Router<App> {
    Router::new()
        //~ each action
        .route("/page$page/action$n", post(action$n))
        //~ end
}
"#,
};
