//! This crate: a page of ten actions per module, each with a declared effect.
//!
//! With the argument `graph` the binary serves nothing: it answers one graph on
//! a thread with a small stack, and prints it.

use super::Framework;

pub(super) const AFFORDANCES: Framework = Framework {
    name: "affordances",
    dependencies: r#"
affordances = { path = "$root" }
axum = "0.8"
schemars = "1"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
tower = { version = "0.5", features = ["util"] }
"#,
    main: r#"
use affordances::prelude::*;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use tower::ServiceExt;

site! {
    pub static SITE: app::App = {
        name: "Many actions",
        auth: [],
        pages: [
            //~ each page
            page$page,
            //~ end
        ],
    };
}

fn router() -> Router {
    let site = Affordances::new(&SITE);
    let app = Router::new().merge(site.pages()).with_state(app::App::default());
    site.finish(app).unwrap()
}

#[tokio::main]
async fn serve() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    axum::serve(listener, router()).await.unwrap();
}

#[tokio::main(flavor = "current_thread")]
async fn graph() -> String {
    let request = Request::get("/page0")
        .header(header::ACCEPT, "application/vnd.affordances+json")
        .body(Body::empty())
        .unwrap();
    let response = router().oneshot(request).await.unwrap();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(body.to_vec()).unwrap()
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("graph") {
        let small = std::thread::Builder::new().stack_size($stack);
        println!("{}", small.spawn(graph).unwrap().join().unwrap());
    } else {
        serve();
    }
}
"#,
    page: r#"
use affordances::prelude::*;

use crate::app::App;

#[derive(Serialize)]
pub struct Total {
    total: u64,
}

/// Page $page of many.
#[page(route = "/page$page", state = App)]
pub mod page {
    use super::*;

    #[entities]
    pub struct Entities {
        pub total: Total,
    }

    #[load]
    pub async fn load(State(app): State<App>) -> Result<Entities> {
        Ok(Entities { total: Total { total: app.total().await } })
    }

    #[view]
    pub fn view(entities: &Entities) -> Html<String> {
        Html(format!("<p>{}</p>", entities.total.total))
    }

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
    #[action(expose = "public", effects = [total])]
    pub async fn action$n(
        State(app): State<App>,
        Input(input): Input<In$n>,
        _: &Write<Total>,
    ) -> Result<Out$n> {
        let total = app.add(input.quantity).await?;
        Ok($answer)
    }

    //~ end
}
"#,
};
