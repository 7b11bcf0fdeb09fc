//! Claims about sites, on token streams. What a message says in full is in `tests/ui`.
use super::expand_site;

fn expand(input: &str) -> String {
    expand_site(input.parse().expect("tokens")).to_string()
}

#[test]
fn every_page_is_compared_with_those_before_it() {
    let tokens = expand(r#"pub static SITE: Shop = { name: "Shop", auth: [], pages: [a, b::c] }"#);
    assert!(!tokens.contains("compile_error"), "{tokens}");
    assert!(
        tokens.contains("check_page (SITE . pages , 0usize)"),
        "{tokens}"
    );
    assert!(
        tokens.contains("check_page (SITE . pages , 1usize)"),
        "{tokens}"
    );
    assert!(
        tokens.contains("Entry :: new (& b :: c :: PAGE . meta , & b :: c :: PAGE)"),
        "{tokens}"
    );
}

#[test]
fn a_page_under_cfg_lowers_the_numbers_after_it() {
    let tokens =
        expand(r#"static SITE: Shop = { name: "Shop", auth: [], pages: [a, #[cfg(x)] b, c] }"#);
    assert!(
        tokens
            .contains("1usize + { const BEFORE : & [()] = & [# [cfg (x)] ()] ; BEFORE . len () }"),
        "{tokens}"
    );
}

#[test]
fn the_first_group_is_the_path_to_our_crate() {
    let site = r#"static SITE: Shop = { name: "Shop", auth: [cookie], pages: [] }"#;
    assert!(expand(site).contains(":: affordances :: __private"));
    let tokens = expand(&format!("[crate::web] {site}"));
    assert!(tokens.contains("crate :: web :: __private"), "{tokens}");
    assert!(!tokens.contains(":: affordances"), "{tokens}");
}

#[test]
fn a_wrong_setting_leaves_a_site_without_pages() {
    let tokens = expand(
        r#"pub static SITE: Shop = { name: "Shop", auth: [cokie], pages: [a, a], prefix: 5 }"#,
    );
    assert_eq!(tokens.matches("compile_error").count(), 3, "{tokens}");
    assert!(
        tokens.contains("pub static SITE : :: affordances :: __private :: Site < Shop >"),
        "{tokens}"
    );
    assert!(!tokens.contains("PAGE"), "{tokens}");
}

#[test]
fn docs_and_conditions_of_a_site_stay() {
    let tokens = expand(
        "/// The site.\n #[cfg(x)] pub(crate) static SITE: Shop = { name: \"Shop\", auth: [], pages: [] };",
    );
    assert!(
        tokens.contains("# [cfg (x)] pub (crate) static SITE"),
        "{tokens}"
    );
}
