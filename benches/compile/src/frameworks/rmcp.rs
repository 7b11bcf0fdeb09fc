//! rmcp: the handlers as tools of an MCP server over streamable HTTP.

use super::Framework;

pub(super) const RMCP: Framework = Framework {
    name: "rmcp",
    dependencies: r#"
axum = "0.8"
rmcp = { version = "3", features = ["transport-streamable-http-server"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{ServerHandler, tool_handler};

#[derive(Clone)]
pub struct Tools {
    pub app: app::App,
    tool_router: ToolRouter<Self>,
}

impl Tools {
    fn new(app: app::App) -> Self {
        let mut tool_router = ToolRouter::new();
        //~ each page
        tool_router.merge(Self::page$page());
        //~ end
        Self { app, tool_router }
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Tools {}

#[tokio::main]
async fn main() {
    let tools = Tools::new(app::App::default());
    let service: StreamableHttpService<Tools, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(tools.clone()), Default::default(), Default::default());
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    axum::serve(listener, router).await.unwrap();
}
"#,
    page: r#"
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ErrorData, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Tools;

//~ each action
#[derive(Deserialize, JsonSchema)]
pub struct In$n {
    $input
}

#[derive(Serialize, JsonSchema)]
pub struct Out$n {
    $output
}

//~ end
#[tool_router(router = page$page, vis = "pub")]
impl Tools {
    //~ each action
    /// $description
    #[tool]
    async fn action$n(
        &self,
        Parameters(input): Parameters<In$n>,
    ) -> Result<Json<Out$n>, ErrorData> {
        let total = self
            .app
            .add(input.quantity)
            .await
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        Ok(Json($answer))
    }
    //~ end
}
"#,
};
