//! Documents as files: what an export writes, and what a server makes of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use affordances::prelude::*;
use affordances::testing::Agent;
use affordances::{PageDef, Site};
use affordances_core::documents::Embedded;
use axum::Router;
use serde_json::Value;

#[derive(Clone)]
pub(crate) struct Shop;

/// What both orders of the page below share.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Add {
    /// How many pieces.
    #[schemars(range(min = 1, max = 10))]
    quantity: u8,
}

pub(crate) mod one {
    use super::*;

    /// What the visitor has chosen.
    #[page(route = "/cart", state = Shop)]
    pub(crate) mod cart {
        use super::*;

        #[entities]
        pub(crate) struct Entities {
            pieces: u32,
        }

        #[load]
        pub(crate) async fn load() -> Result<Entities> {
            Ok(Entities { pieces: 0 })
        }

        #[view]
        pub(crate) fn view() -> &'static str {
            "0"
        }

        /// Put pieces in.
        #[action(expose = "public")]
        pub(crate) async fn add(Input(add): Input<Add>) -> Result<u32> {
            Ok(add.quantity.into())
        }

        /// Take all out.
        #[action(expose = "public")]
        pub(crate) async fn clear() -> Result<()> {
            Ok(())
        }

        /// For those who may know.
        #[action(expose = "public", visible_to = nobody)]
        pub(crate) async fn audit() -> Result<u32> {
            Ok(1)
        }

        /// For staff code.
        #[action]
        pub(crate) async fn restock() -> Result<()> {
            Ok(())
        }

        fn nobody(_: Option<&Caller>) -> bool {
            false
        }
    }

    site! { pub(crate) static SITE: Shop = { name: "Shop", auth: [], pages: [cart] } }
}

/// The same, written in another order.
pub(crate) mod two {
    use super::*;

    /// What the visitor has chosen.
    #[page(route = "/cart", state = Shop)]
    pub(crate) mod cart {
        use super::*;

        fn nobody(_: Option<&Caller>) -> bool {
            false
        }

        /// For staff code.
        #[action]
        pub(crate) async fn restock() -> Result<()> {
            Ok(())
        }

        /// For those who may know.
        #[action(expose = "public", visible_to = nobody)]
        pub(crate) async fn audit() -> Result<u32> {
            Ok(1)
        }

        /// Take all out.
        #[action(expose = "public")]
        pub(crate) async fn clear() -> Result<()> {
            Ok(())
        }

        /// Put pieces in.
        #[action(expose = "public")]
        pub(crate) async fn add(Input(add): Input<Add>) -> Result<u32> {
            Ok(add.quantity.into())
        }

        #[view]
        pub(crate) fn view() -> &'static str {
            "0"
        }

        #[load]
        pub(crate) async fn load() -> Result<Entities> {
            Ok(Entities { pieces: 0 })
        }

        #[entities]
        pub(crate) struct Entities {
            pieces: u32,
        }
    }

    site! { pub(crate) static SITE: Shop = { name: "Shop", auth: [], pages: [cart] } }
}

/// Every file below a folder, by its path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = self::files(&path).into_iter();
            files.extend(below.map(|(path, text)| (format!("{name}/{path}"), text)));
        } else {
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    files
}

fn exported(site: &Site<Shop>) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    site.export(folder.path().join("not/there/yet")).unwrap();
    files(&folder.path().join("not/there/yet"))
}

fn agent(site: Affordances<Shop>) -> Agent {
    let app = Router::new().merge(site.pages()).with_state(Shop);
    Agent::new(site.finish(app).unwrap())
}

/// What `include_site!` makes of an export, without compiling it.
fn embedded(files: &BTreeMap<String, String>) -> Embedded {
    let text = |name: &str| -> &'static str { files[name].clone().leak() };
    let summaries: Vec<_> = files
        .keys()
        .filter_map(|path| path.strip_suffix(".json")?.split_once('/'))
        .filter(|(_, action)| !action.contains('.'))
        .map(|(page, action)| {
            let summary = text(&format!("{page}/{action}.json"));
            (
                page.to_owned().leak() as &str,
                action.to_owned().leak() as &str,
                summary,
            )
        })
        .collect();
    Embedded::new(text("manifest.json"), text("index.json"), summaries.leak())
}

#[test]
fn an_export_has_the_index_descriptors_and_schemas() {
    let files = exported(&one::SITE);
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            // Of an action that some may not know about, what the server needs and no more.
            "cart/add.input.json",
            "cart/add.json",
            "cart/add.output.json",
            "cart/audit.json",
            "cart/clear.input.json",
            "cart/clear.json",
            "index.json",
            "manifest.json",
            "site.rs",
        ]
    );
    let input: Value = serde_json::from_str(&files["cart/add.input.json"]).unwrap();
    jsonschema::meta::validate(&input).unwrap();
    assert_eq!(
        input["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert_eq!(input["properties"]["quantity"]["maximum"], 10);
    assert!(!files["index.json"].contains("audit"));
    assert!(files.values().all(|text| !text.contains("restock")));
}

#[test]
fn moving_functions_changes_no_byte() {
    assert_eq!(exported(&one::SITE), exported(&two::SITE));
    assert_eq!(exported(&one::SITE), exported(&one::SITE));
}

#[tokio::test]
async fn moving_functions_changes_no_answer() {
    let mut one = agent(Affordances::new(&one::SITE));
    let mut two = agent(Affordances::new(&two::SITE));
    for path in ["/.well-known/affordances.json", "/cart"] {
        assert_eq!(one.get(path).await.text(), two.get(path).await.text());
    }
}

#[tokio::test]
async fn the_exported_index_is_the_one_that_is_served() {
    let index = exported(&one::SITE)["index.json"].clone();
    for site in [
        Affordances::new(&one::SITE),
        Affordances::embedded(&one::SITE, embedded(&exported(&one::SITE))),
    ] {
        let served = agent(site).get("/.well-known/affordances.json").await;
        assert_eq!(served.text(), index);
    }
}

#[tokio::test]
async fn embedded_documents_need_nothing_that_makes_schemas() {
    static BARE: Site<Shop> = one::SITE.without_schemas();
    let mut agent = agent(Affordances::embedded(
        &BARE,
        embedded(&exported(&one::SITE)),
    ));
    let graph = agent.get("/cart").await.graph();
    let names: Vec<_> = graph.actions.iter().map(|action| &*action.name).collect();
    assert_eq!(names, ["add", "clear"]);
    let call = |quantity: u32| serde_json::json!({ "quantity": quantity });
    agent.call("/cart", "add", call(1)).await.done();
    agent
        .call("/cart", "add", call(11))
        .await
        .refused("invalid_input");

    // And without documents, such a site says so.
    let site = Affordances::new(&BARE);
    let app = Router::new().merge(site.pages()).with_state(Shop);
    let text = site.finish(app).unwrap_err().to_string();
    assert!(text.contains("the site has no schemas"), "{text}");
}

/// Why the documents that `change` has made of an export are not served.
fn refusal(change: impl Fn(&mut Value)) -> String {
    let mut files = exported(&one::SITE);
    let mut manifest: Value = serde_json::from_str(&files["manifest.json"]).unwrap();
    change(&mut manifest);
    files.insert("manifest.json".to_owned(), manifest.to_string());
    let site = Affordances::embedded(&one::SITE, embedded(&files));
    let app = Router::new().merge(site.pages()).with_state(Shop);
    site.finish(app).unwrap_err().to_string()
}

#[test]
fn documents_of_another_site_are_refused_with_words() {
    let page = |manifest: &Value| manifest["pages"][0].clone();
    type Change<'c> = &'c dyn Fn(&mut Value);
    let cases: [(Change<'_>, &str); 9] = [
        (
            &|m| m["affordances"] = "0.0.9".into(),
            "affordances 0.0.9 has made them, and this is affordances 0.1.0",
        ),
        (
            &|m| m["auth"] = vec!["cookie"].into(),
            "their `auth` is not that of `site!` here",
        ),
        (
            &|m| m["pages"] = Value::Array(Vec::new()),
            "they lack page `cart`",
        ),
        (
            &|m| {
                let mut other = page(m);
                other["name"] = "help".into();
                m["pages"].as_array_mut().unwrap().push(other);
            },
            "they have a page `help`, which is not here",
        ),
        (
            &|m| m["pages"][0]["route"] = "/basket".into(),
            "page `cart` has another route or description in them",
        ),
        (
            &|m| drop(m["pages"][0]["actions"].as_array_mut().unwrap().remove(0)),
            "they lack action `add` of page `cart`",
        ),
        (
            &|m| m["pages"][0]["actions"][1]["name"] = "buy".into(),
            "they have an action `buy` of page `cart`, which is not here",
        ),
        (
            &|m| m["pages"][0]["actions"][2]["expose"] = "session".into(),
            "action `clear` of page `cart` is annotated otherwise in them",
        ),
        (&|m| *m = Value::Null, "their manifest is unreadable"),
    ];
    for (change, words) in cases {
        let text = refusal(change);
        assert!(text.contains(words), "{text}");
        assert!(text.contains("build the server again"), "{text}");
    }
}

#[test]
fn an_export_touches_what_is_new_and_takes_away_what_is_gone() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("out");
    let at = |name: &str| folder.join(name);
    one::SITE.export(&folder).unwrap();
    fs::write(at("mine.txt"), "mine").unwrap();
    let before = fs::metadata(at("index.json")).unwrap().modified().unwrap();
    // An earlier export had one file more, and names one elsewhere.
    let mut manifest: Value =
        serde_json::from_str(&fs::read_to_string(at("manifest.json")).unwrap()).unwrap();
    let left = manifest["files"].as_array_mut().unwrap();
    left.extend(["cart/gone.json".into(), "../outside".into()]);
    fs::write(at("manifest.json"), manifest.to_string()).unwrap();
    fs::write(at("cart/gone.json"), "{}").unwrap();
    fs::write(parent.path().join("outside"), "").unwrap();
    fs::write(at("cart/add.json"), "stale").unwrap();

    one::SITE.export(&folder).unwrap();
    let mut now = files(&folder);
    assert_eq!(now.remove("mine.txt").as_deref(), Some("mine"));
    assert_eq!(now, exported(&one::SITE));
    let after = fs::metadata(at("index.json")).unwrap().modified().unwrap();
    assert_eq!(before, after);
    assert!(parent.path().join("outside").exists());
}

#[test]
fn an_export_that_cannot_be_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let text = one::SITE.export(&file).unwrap_err().to_string();
    assert!(
        text.starts_with("cannot write ") && text.contains("file"),
        "{text}"
    );

    // No build script, no `OUT_DIR`.
    let text = one::SITE.export_to_out_dir().unwrap_err().to_string();
    assert!(text.contains("`OUT_DIR` is not set"), "{text}");

    let text = TWINS.export(folder.path()).unwrap_err().to_string();
    assert!(text.contains("rename one of the two"), "{text}");
}

/// Two actions that some file systems take for one.
#[page(route = "/twins", state = Shop)]
pub(crate) mod twins {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        pieces: u32,
    }

    #[load]
    pub(crate) async fn load() -> Result<Entities> {
        Ok(Entities { pieces: 0 })
    }

    /// One.
    #[action(expose = "public", name = "add")]
    pub(crate) async fn one() {}

    /// The other.
    #[action(expose = "public", name = "Add")]
    pub(crate) async fn other() {}
}

site! { static TWINS: Shop = { name: "Shop", auth: [], pages: [twins] } }

/// A page is a constant, whichever way its documents are had.
#[test]
fn a_site_without_schemas_has_the_same_pages() {
    let page: &'static PageDef<Shop> = &one::cart::PAGE;
    let bare = one::SITE.without_schemas();
    assert!(std::ptr::eq(bare.pages[0].meta, &page.meta));
}
