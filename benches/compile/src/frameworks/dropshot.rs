//! dropshot: a server of its own, not axum.

use super::Framework;

pub(super) const DROPSHOT: Framework = Framework {
    name: "dropshot",
    dependencies: r#"
dropshot = "0.18"
schemars = "0.8"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use dropshot::{ApiDescription, ConfigLogging, ConfigLoggingLevel, ServerBuilder};

#[tokio::main]
async fn main() {
    let log = ConfigLogging::StderrTerminal { level: ConfigLoggingLevel::Info };
    let log = log.to_logger("many-actions").unwrap();
    let mut api = ApiDescription::new();
    //~ each page
    page$page::register(&mut api);
    //~ end
    let server = ServerBuilder::new(api, app::App::default(), log).start().unwrap();
    server.await.unwrap();
}
"#,
    page: r#"
use dropshot::{ApiDescription, HttpError, HttpResponseOk, RequestContext, TypedBody, endpoint};
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

/// $description
#[endpoint { method = POST, path = "/page$page/action$n" }]
pub async fn action$n(
    rqctx: RequestContext<App>,
    input: TypedBody<In$n>,
) -> Result<HttpResponseOk<Out$n>, HttpError> {
    let app = rqctx.context();
    let input = input.into_inner();
    let total = app
        .add(input.quantity)
        .await
        .map_err(|error| HttpError::for_bad_request(None, error.to_string()))?;
    Ok(HttpResponseOk($answer))
}

//~ end
pub fn register(api: &mut ApiDescription<App>) {
    //~ each action
    api.register(action$n).unwrap();
    //~ end
}
"#,
};
