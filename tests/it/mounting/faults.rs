//! What `finish` refuses, and what shows at start or stands on its own feet.

use super::*;

/// What `finish` says, a fault a line.
fn faults<S: Clone + Send + Sync + 'static>(site: &Affordances<S>) -> Vec<String> {
    let faults = site.finish(Router::new()).unwrap_err();
    let listed: Vec<_> = faults.iter().map(ToString::to_string).collect();
    let lines: Vec<_> = listed
        .iter()
        .map(|fault| format!("\n  - {fault}"))
        .collect();
    let text = format!("the site cannot be served:{}", lines.concat());
    assert_eq!(faults.to_string(), text);
    listed
}

/// The fault's text with the place, which is a line of this file, taken out.
#[track_caller]
fn assert_fault(fault: &str, before: &str, after: &str) {
    assert!(fault.starts_with(before), "{fault}");
    assert!(fault.ends_with(after), "{fault}");
    assert!(fault.contains("tests/it/mounting/mod.rs:"), "{fault}");
}

#[test]
fn finish_names_pages_that_are_never_mounted() {
    let site = Affordances::new(&PLAIN);
    let _ = site.page(&note::PAGE);
    let [front, manual] = &faults(&site)[..] else {
        panic!("two pages are missing");
    };
    let cure = " is never mounted: merge `site.pages()` into the app, or remove it from `site!`";
    assert_fault(front, "page `front` (", cure);
    assert_fault(manual, "page `manual` (", cure);
}

#[test]
fn finish_names_pages_that_are_mounted_twice() {
    let twice = ["page `note` is mounted twice: call `pages()` last"];
    let site = Affordances::new(&PLAIN);
    let _ = site.page(&note::PAGE);
    let _ = site.page_with(&note::PAGE, get(own));
    let _ = site.pages();
    assert_eq!(faults(&site), twice);
    // `pages()` first would have axum panic on the overlap.
    let site = Affordances::new(&PLAIN);
    let router = site.pages().merge(site.page(&note::PAGE));
    let fault = site.finish(router.with_state(App::default())).unwrap_err();
    assert!(fault.to_string().contains(twice[0]));
}

#[test]
fn finish_names_pages_that_are_not_in_the_site() {
    let site = Affordances::new(&PLAIN);
    let _ = site.page_with(&bare::PAGE, get(own)).merge(site.pages());
    let [fault] = &faults(&site)[..] else {
        panic!("one page too many");
    };
    let cure = " is mounted but not part of this site: add it to `pages` in `site!`";
    assert_fault(fault, "page `bare` (", cure);
}

#[test]
fn finish_wants_html_from_somewhere() {
    let site = Affordances::new(&BARE);
    let _ = site.pages();
    let [fault] = &faults(&site)[..] else {
        panic!("one page draws nothing");
    };
    let cure = " has no `#[view]`: write one, or mount it with your own HTML by \
                `site.page_with(&bare::PAGE, get(..))`";
    assert_fault(fault, "page `bare` (", cure);
}

#[test]
fn finish_wants_the_settings_that_auth_needs() {
    let origin = "`auth` lists `cookie`, so the site must know its own origin: call \
                  `.origin(\"https://…\")`";
    let authenticator =
        "`auth` is declared, but nothing recognises callers: call `.authenticate(..)`";
    let site = Affordances::new(&fixture::SITE);
    let _ = site.pages();
    assert_eq!(faults(&site), [origin, authenticator]);
    let site = Affordances::new(&fixture::SITE).authenticate(Callers);
    let _ = site.pages();
    assert_eq!(faults(&site), [origin]);
    let site = Affordances::new(&fixture::SITE).origin(ORIGIN);
    let _ = site.pages();
    assert_eq!(faults(&site), [authenticator]);
    let site = Affordances::new(&NOBODY);
    let _ = site.pages();
    assert_eq!(
        faults(&site),
        [
            "page `cart` has actions that need a caller, but the site declares no way to be one: \
          add `auth: [cookie, bearer]` to `site!`"
        ]
    );
}

#[test]
fn finish_wants_origins_that_are_origins() {
    for origin in [
        "",
        "shop.example",
        "https://shop.example/path",
        "https://",
        "https://shop.example:port",
        "https://user@shop.example",
        "*",
        "null",
    ] {
        let site = Affordances::new(&fixture::SITE)
            .origin(ORIGIN)
            .origin(origin)
            .authenticate(Callers);
        let _ = site.pages();
        let faults = faults(&site);
        assert_eq!(faults.len(), 1, "{origin}: {faults:?}");
        assert!(
            faults[0].starts_with("the setting `origin`: "),
            "{faults:?}"
        );
    }
}

#[test]
fn finish_reports_all_faults_at_once() {
    let site = Affordances::new(&fixture::SITE).origin("nonsense");
    let _ = site.page(&fixture::cart::PAGE);
    let _ = site.page(&fixture::cart::PAGE);
    let faults = faults(&site);
    for (part, times) in [
        ("mounted twice", 1),
        ("never mounted", fixture::SITE.pages.len() - 1),
        ("the setting `origin`", 1),
        ("`.authenticate(..)`", 1),
    ] {
        let found = faults.iter().filter(|fault| fault.contains(part)).count();
        assert_eq!(found, times, "{part}: {faults:#?}");
    }
}

#[test]
#[should_panic(expected = "Overlapping method route")]
fn a_route_of_the_apps_own_in_a_pages_place_shows_at_start() {
    let own = async || Html("mine");
    let site = Affordances::new(&PLAIN);
    let _: Router<App> = Router::new()
        .merge(site.page_with(&note::PAGE, get(own)))
        .route("/notes/{id}", get(own));
}

/// A page without a view, whose forms have nothing to be drawn on.
#[page(route = "/blind", state = ())]
mod blind {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        greeting: &'static str,
    }

    #[load]
    async fn load() -> Entities {
        Entities { greeting: "Hello" }
    }

    #[derive(Deserialize, JsonSchema)]
    pub(crate) struct Words {
        #[schemars(length(min = 1))]
        words: String,
    }

    /// Say something.
    #[action(expose = "public")]
    async fn say(Input(said): Input<Words>) {
        let _ = said.words;
    }
}

site! { static BLIND: () = { name: "Blind", auth: [], pages: [blind] } }

#[tokio::test]
async fn a_form_on_a_page_without_a_view_is_answered_with_a_plain_page() {
    let site = Affordances::new(&BLIND);
    let own = async || Html("mine");
    let app = Router::new().merge(site.page_with(&blind::PAGE, get(own)));
    let client = serve(site.finish(app).unwrap()).await;
    assert_eq!(client.html("/blind").await.text(), "mine");
    let done = client.form("/blind?action=say", "words=hi").await;
    assert_eq!(
        (done.status.as_u16(), done.header("location")),
        (303, "/blind")
    );
    let refused = client.form("/blind?action=say", "words=").await;
    assert_eq!(
        (refused.status.as_u16(), refused.content_type()),
        (422, "text/html")
    );
}

/// A page whose template may fail.
#[page(route = "/template", state = ())]
mod template {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        greeting: &'static str,
    }

    #[load]
    async fn load() -> Entities {
        Entities { greeting: "Hello" }
    }

    #[view]
    fn view(page: &PageView) -> Result<Html<String>> {
        match page.query() {
            None => Ok(Html("fine".to_owned())),
            Some("gone") => Err(ActionError::not_found()),
            Some(_) => Err(std::io::Error::other("secret-cause: no template"))?,
        }
    }
}

site! { static TEMPLATE: () = { name: "Template", auth: [], pages: [template] } }

#[tokio::test]
async fn a_view_that_fails_is_an_error_page() {
    let site = Affordances::new(&TEMPLATE);
    let client = serve(site.finish(Router::new().merge(site.pages())).unwrap()).await;
    for (path, status) in [("", 200), ("?gone", 404), ("?broken", 500)] {
        let page = client.html(&format!("/template{path}")).await;
        assert_eq!(
            (page.status.as_u16(), page.content_type()),
            (status, "text/html")
        );
        assert!(!page.text().contains("secret"));
    }
}

site! {
    static WITH_MCP: App = { name: "With MCP", auth: [], mcp: "/mcp", pages: [note] }
}

#[test]
fn finish_refuses_to_publish_an_mcp_endpoint_that_nothing_serves() {
    let site = Affordances::new(&WITH_MCP);
    let _ = site.pages();
    let [fault] = &faults(&site)[..] else {
        panic!("one fault");
    };
    assert!(fault.starts_with("`mcp` is declared in `site!`"), "{fault}");
}

#[test]
fn a146_the_packages_declare_the_majors_that_they_speak() {
    for manifest in ["Cargo.toml", "affordances-core/Cargo.toml"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest);
        let text = std::fs::read_to_string(path).unwrap();
        let line = format!("majors = {:?}", affordances::protocol::MAJORS);
        let (_, metadata) = text.split_once("[package.metadata.affordances]").unwrap();
        assert!(metadata.lines().any(|l| l == line), "{manifest}: {line}");
    }
}

#[tokio::test]
async fn a_page_without_finish_is_500_and_runs_nothing() {
    let app = App::default();
    let site = Affordances::new(&PLAIN);
    let client = serve(site.pages().with_state(app.clone())).await;
    assert_eq!(client.html("/notes/a").await.status, 500);
    assert_eq!(client.graph_reply("/notes/a").await.status, 500);
    let call = client.call("/notes/a", "write", text("x")).await;
    assert_eq!(call.status, 500);
    assert_eq!(app.counts(), (0, 0));
}
