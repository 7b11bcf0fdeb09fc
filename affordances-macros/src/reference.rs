//! The reference docs have every key: each attribute's page in `src/docs` is compared with the keys that
//! the attribute reads, and what it names of the error index with the index.
use affordances_macro_support::reference::{assert_documented, documented, folder};
use proc_macro2::TokenStream;
use quote::quote;

use crate::index::files;
use crate::page::expand_page;
use crate::path_params::expand_path_params;
use crate::site::{MACRO, expand_site};

/// A sound page around a part of it.
fn page(part: TokenStream) -> TokenStream {
    let module = quote! {
        /// A page.
        mod shelf {
            #part
            #[load]
            async fn load() -> Entities {}
        }
    };
    expand_page(quote!(route = "/", state = ()), module)
}

#[test]
fn every_key_of_page_is_documented() {
    assert_documented("page", "#[page(..)]", quote!(colour = 1), |args| {
        expand_page(
            args,
            quote! {
                /// A page.
                mod shelf {
                    #[entities]
                    struct Entities {}
                    #[load]
                    async fn load() -> Entities {}
                }
            },
        )
    });
}

#[test]
fn every_key_of_entity_is_documented() {
    assert_documented("entity", "#[entity(..)]", quote!(colour = 1), |args| {
        page(quote! {
            #[entities]
            struct Entities { #[entity(#args)] cart: Cart }
        })
    });
}

#[test]
fn every_key_of_action_is_documented() {
    assert_documented("action", "#[action(..)]", quote!(colour = 1), |args| {
        page(quote! {
            #[entities]
            struct Entities {}
            /// Do.
            #[action(#args)]
            async fn act() {}
        })
    });
}

#[test]
fn every_key_of_site_is_documented() {
    assert_documented("site", MACRO, quote!(colour: 1), |args| {
        expand_site(quote!(static SITE: () = { #args }))
    });
}

#[test]
fn every_key_of_path_params_is_documented() {
    let unknown = quote!(colour = 1);
    assert_documented("path_params", "#[path_params(..)]", unknown, |args| {
        expand_path_params(quote! {
            #[path_params(#args)]
            struct Params { slug: String }
        })
    });
}

/// An attribute that begins to take keys, or one that is new, is compared like the others.
#[test]
fn what_takes_keys_is_compared() {
    let root = folder().join("../..");
    let mut found = Vec::new();
    for krate in ["affordances-macros/src", "aboard-macros/src"] {
        for path in files(&root.join(krate), ".rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let is_key = |line: &str| line.starts_with("const ") && line.contains(": Key = ");
            if text.lines().any(is_key) {
                let path = path.strip_prefix(&root).expect("below the root");
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    assert_eq!(
        found,
        [
            "affordances-macros/src/action/args.rs",
            "affordances-macros/src/page/args.rs",
            "affordances-macros/src/page/entities.rs",
            "affordances-macros/src/path_params/expand.rs",
            "affordances-macros/src/site/args.rs",
            "aboard-macros/src/onboarding/args.rs",
            "aboard-macros/src/step/args.rs",
        ],
        "each has a test in `reference.rs` of its crate"
    );
}

#[test]
fn attributes_without_keys_document_none() {
    for page in ["entities", "load", "view", "guard", "nav", "markdown"] {
        assert!(documented(page).is_empty(), "{page}");
    }
}

#[test]
fn every_page_names_entries_of_the_index() {
    let index = folder().join("errors.md");
    let index = std::fs::read_to_string(index).expect("the error index");
    let mut pages = 0;
    for page in std::fs::read_dir(folder()).expect("the reference docs") {
        let path = page.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        pages += 1;
        let text = std::fs::read_to_string(&path).expect("a page");
        for named in text.split("crate::errors#").skip(1) {
            let (name, _) = named.split_once(')').expect("a link");
            let heading = format!("\n## {name}\n");
            assert!(index.contains(&heading), "{}: `{name}`", path.display());
        }
    }
    assert!(pages > 10, "the reference docs are elsewhere");
}
