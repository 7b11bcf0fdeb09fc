//! poem-openapi, a service per page.

use super::Framework;

pub(super) const POEM_OPENAPI: Framework = Framework {
    name: "poem-openapi",
    dependencies: r#"
poem = "3"
poem-openapi = "5"
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
"#,
    main: r#"
use poem::listener::TcpListener;
use poem::{EndpointExt, Route, Server};
use poem_openapi::OpenApiService;

#[tokio::main]
async fn main() {
    let route = Route::new()
        //~ each page
        .nest("/page$page", {
            let service = OpenApiService::new(page$page::Page, "Many actions", "1");
            let spec = service.spec_endpoint();
            Route::new().nest("/", service).at("/openapi.json", spec)
        })
        //~ end
        .data(app::App::default());
    Server::new(TcpListener::bind("127.0.0.1:0")).run(route).await.unwrap();
}
"#,
    page: r#"
use poem::http::StatusCode;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};

use crate::app::App;

//~ each action
#[derive(Object)]
pub struct In$n {
    $input
}

#[derive(Object)]
pub struct Out$n {
    $output
}

//~ end
pub struct Page;

#[OpenApi]
impl Page {
    //~ each action
    /// $description
    #[oai(path = "/action$n", method = "post")]
    async fn action$n(
        &self,
        app: Data<&App>,
        input: Json<In$n>,
    ) -> poem::Result<Json<Out$n>> {
        let Json(input) = input;
        let total = app
            .add(input.quantity)
            .await
            .map_err(|_| poem::Error::from_status(StatusCode::CONFLICT))?;
        Ok(Json($answer))
    }
    //~ end
}
"#,
};
