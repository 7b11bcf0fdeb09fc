//! axum and serde, and by hand what every described API needs at least: a name,
//! a description and two JSON Schemas per handler, served as a list.

use super::Framework;

pub(super) const AXUM_SCHEMARS: Framework = Framework {
    name: "axum+schemars",
    dependencies: r#"
axum = "0.8"
schemars = "1"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use axum::routing::get;
use axum::{Json, Router};
use schemars::Schema;
use serde::Serialize;

/// What a page publishes of a handler.
pub struct Row {
    pub name: &'static str,
    pub description: &'static str,
    pub input: fn() -> Schema,
    pub output: fn() -> Schema,
}

#[derive(Serialize)]
struct Published {
    name: &'static str,
    description: &'static str,
    input: Schema,
    output: Schema,
}

async fn published() -> Json<Vec<Published>> {
    let pages: &[&[Row]] = &[
        //~ each page
        page$page::ROWS,
        //~ end
    ];
    let publish = |row: &Row| Published {
        name: row.name,
        description: row.description,
        input: (row.input)(),
        output: (row.output)(),
    };
    Json(pages.iter().copied().flatten().map(publish).collect())
}

#[tokio::main]
async fn main() {
    let router = Router::new()
        .route("/actions", get(published))
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
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::Row;
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

/// $description
pub async fn action$n(
    State(app): State<App>,
    Json(input): Json<In$n>,
) -> Result<Json<Out$n>, StatusCode> {
    let total = app.add(input.quantity).await.map_err(|_| StatusCode::CONFLICT)?;
    Ok(Json($answer))
}

//~ end
pub const ROWS: &[Row] = &[
    //~ each action
    Row {
        name: "action$n",
        description: "$description",
        input: || schema_for!(In$n),
        output: || schema_for!(Out$n),
    },
    //~ end
];

pub fn routes() -> Router<App> {
    Router::new()
        //~ each action
        .route("/page$page/action$n", post(action$n))
        //~ end
}
"#,
};
