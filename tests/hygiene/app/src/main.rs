//! The binary half: a site of the library's pages, of another library's and of one that stands here.
use hygiene_app::{App, pages};
use hygiene_facade::axum::Router;
use hygiene_facade::axum::http::request::Parts;
use web::{Affordances, Authenticator, Caller, Faults, Unreachable};

/// A page of the binary.
#[web::page(route = "/", state = App, crate = ::web)]
mod home {
    use super::App;
    use web::prelude::*;

    #[entities]
    pub(crate) struct Entities {
        books: u32,
    }

    #[load]
    async fn load(State(app): State<App>) -> Entities {
        Entities {
            books: app.shelf.books(),
        }
    }

    #[view]
    fn view(entities: &Entities) -> Html<String> {
        Html(format!("{} books", entities.books))
    }
}

web::site! {
    /// The site.
    static SITE: App = {
        name: "Library",
        auth: [bearer],
        pages: [home, pages::bell, pages::door, hygiene_facade::shelf],
    };
}

/// Takes every credential for somebody.
#[derive(Clone, Copy, Debug)]
struct Anybody;

impl Authenticator for Anybody {
    async fn bearer(&self, token: &str, _: &Parts) -> Result<Option<Caller>, Unreachable> {
        Ok(Some(Caller::new(token)))
    }
}

fn app() -> Result<Router, Faults> {
    let site = Affordances::new(&SITE).authenticate(Anybody);
    site.finish(site.pages().with_state(App::default()))
}

fn main() -> Result<(), Faults> {
    app().map(drop)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use web::testing::Agent;

    fn agent() -> Agent {
        Agent::new(super::app().expect("a site")).bearer("agent:test")
    }

    #[test]
    fn the_binary_starts() {
        super::main().expect("a site");
    }

    #[tokio::test]
    async fn a_page_through_a_renamed_dependency() {
        let mut agent = agent();
        let delta = agent
            .call("/bell", "ring", json!({ "times": 2 }))
            .await
            .done();
        assert_eq!(
            delta.changed.map(Value::Object),
            Some(json!({ "rings": 2 }))
        );
        assert_eq!(agent.html("/bell").await.text(), "a bell");
    }

    #[tokio::test]
    async fn a_page_through_a_library_that_passes_affordances_on() {
        let visitor = json!({ "name": "Ada" });
        let asked = agent().confirm("/door", "admit", visitor.clone()).await;
        assert_eq!(asked.summary(), Some("Let Ada in"));
        assert_eq!(agent().html("/door").await.text(), "a door");
    }

    /// Two pages look at the same shelf: one with the app's state, one with what is made from it.
    #[tokio::test]
    async fn a_page_of_a_library_on_a_state_of_its_own() {
        let mut agent = agent();
        let delivery = json!({ "pieces": 3 });
        agent.call("/shelf", "put", delivery).await.done();
        assert_eq!(agent.html("/shelf").await.text(), "3 books");
        assert_eq!(agent.html("/").await.text(), "3 books");
    }
}
