//! Handlers of any number of parameters: each gets its own, in the order that the function has them.

#![allow(clippy::too_many_arguments, reason = "what is tested")]

use affordances::Affordances;
use affordances::prelude::*;
use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Method, Uri};
use serde_json::json;

use crate::support::serve;

#[derive(Clone)]
struct Numbers {
    added: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Two {
    left: u32,
    right: u32,
}

/// The same question for functions of many kinds.
#[page(route = "/sums/[kind]", state = Numbers)]
mod sums {
    use super::*;

    #[derive(Deserialize)]
    struct Params {
        kind: String,
    }

    #[entities]
    pub(super) struct Entities {
        kind: String,
    }

    #[load]
    fn load(Path(params): Path<Params>) -> Result<Entities> {
        Ok(Entities { kind: params.kind })
    }

    #[view]
    fn view() -> Html<&'static str> {
        Html("")
    }

    fn text(parts: &[&str], sum: u32) -> String {
        format!("{} = {sum}", parts.join(" "))
    }

    /// One parameter, without waiting.
    #[action(expose = "public")]
    fn one(Input(two): Input<Two>) -> Result<String> {
        Ok(text(&[], two.left + two.right))
    }

    /// As many as are read in one go.
    #[action(expose = "public", effects = [kind])]
    async fn eight(
        method: Method,
        State(numbers): State<Numbers>,
        Input(two): Input<Two>,
        uri: Uri,
        entities: &Entities,
        _: &Write<String>,
        _: HeaderMap,
        caller: Option<Caller>,
    ) -> Result<String> {
        assert!(caller.is_none());
        let parts = [method.as_str(), uri.path(), &entities.kind];
        Ok(text(&parts, numbers.added + two.left + two.right))
    }

    /// More than that, without waiting.
    #[action(expose = "public")]
    fn nine(
        method: Method,
        State(numbers): State<Numbers>,
        Input(two): Input<Two>,
        uri: Uri,
        entities: &Entities,
        OriginalUri(original): OriginalUri,
        _: HeaderMap,
        caller: Option<Caller>,
        Path(params): Path<Params>,
    ) -> String {
        assert!(caller.is_none() && params.kind == entities.kind);
        let parts = [method.as_str(), uri.path(), original.path()];
        text(&parts, numbers.added + two.left + two.right)
    }

    /// More than that.
    #[action(expose = "public", effects = [kind])]
    async fn ten(
        method: Method,
        State(numbers): State<Numbers>,
        Input(two): Input<Two>,
        uri: Uri,
        entities: &Entities,
        _: &Write<String>,
        OriginalUri(original): OriginalUri,
        _: HeaderMap,
        caller: Option<Caller>,
        Path(params): Path<Params>,
    ) -> String {
        tokio::task::yield_now().await;
        assert!(caller.is_none() && params.kind == entities.kind);
        let parts = [method.as_str(), uri.path(), original.path()];
        text(&parts, numbers.added + two.left + two.right)
    }
}

site! {
    static SITE: Numbers = { name: "Numbers", auth: [], pages: [sums] }
}

#[tokio::test]
async fn a78_every_parameter_is_had_whatever_their_number() {
    let site = Affordances::new(&SITE).rate_limit(None);
    let app = Router::new()
        .merge(site.pages())
        .with_state(Numbers { added: 100 });
    let client = serve(site.finish(app).unwrap()).await;
    for (action, said) in [
        ("one", " = 30"),
        ("eight", "POST /sums/plain plain = 130"),
        ("nine", "POST /sums/plain /sums/plain = 130"),
        ("ten", "POST /sums/plain /sums/plain = 130"),
    ] {
        let input = json!({ "left": 10, "right": 20 });
        let delta = client.call("/sums/plain", action, input).await.done();
        assert_eq!(delta.output.unwrap(), json!(said), "{action}");
    }
}
