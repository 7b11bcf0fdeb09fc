//! Claims about whole pages, on token streams. What a message says in full is in `tests/ui`.
use proc_macro2::{TokenStream, TokenTree};

use super::expand_page;

const ARGS: &str = r#"route = "/products/[slug]", state = Shop"#;

const SOUND: &str = r#"
    use super::*;
    #[entities] pub struct Entities { pub product: Product, #[entity(resource = Stock)] pub cart: Cart }
    #[load] pub async fn load() -> Result<Entities> { todo }
"#;

fn expand(args: &str, item: &str) -> TokenStream {
    expand_page(args.parse().expect("tokens"), item.parse().expect("tokens"))
}

/// A sound page with more in it.
fn with(more: &str) -> TokenStream {
    expand(
        ARGS,
        &format!("/// A product.\n pub mod product {{ {SOUND} {more} }}"),
    )
}

/// The first lines of the compile errors in a stream.
fn errors(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => {
                let message = tokens.nth(1).map(|group| group.to_string());
                let message: syn::LitStr = message
                    .and_then(|text| syn::parse_str(text.trim_matches(['{', '}', ' '])).ok())
                    .expect("a message");
                found.extend(message.value().lines().next().map(str::to_owned));
            }
            TokenTree::Group(group) => found.extend(errors(group.stream())),
            _ => {}
        }
    }
    found
}

fn text(tokens: &TokenStream) -> String {
    tokens.to_string()
}

#[test]
fn a_sound_page_has_no_errors_and_a_table() {
    let tokens = with("");
    assert!(text(&tokens).contains("PageDef :: new"));
    assert_eq!(errors(tokens), [""; 0]);
}

#[test]
fn our_attributes_are_gone_and_the_others_stay() {
    let tokens = text(&with(
        "#[must_use] #[affordances::nav] #[inline] pub fn nav(_: &Entities) -> Vec<Nav> {}",
    ));
    assert!(
        tokens.contains("# [must_use] # [inline] pub fn nav"),
        "{tokens}"
    );
    assert!(!tokens.contains("resource"), "{tokens}");
}

#[test]
fn a_body_is_written_out_whatever_is_in_it() {
    let body = "{ int main (void) { return 0 ? : ; } s . carts . }";
    let tokens = with(&format!(
        "/// Adds.\n #[action(expose = \"session\")] async fn add() {body}"
    ));
    assert!(text(&tokens).contains(body));
    assert_eq!(errors(tokens), [""; 0]);
}

#[test]
fn the_items_of_a_broken_page_survive_with_an_empty_table() {
    let tokens = expand(
        "state = Shop",
        &format!("mod product {{ {SOUND} #[action(expse)] pub async fn add() {{ 1 }} }}"),
    );
    let text = text(&tokens);
    for survivor in [
        "pub struct Entities",
        "pub async fn load ()",
        "pub async fn add () { 1 }",
        "__private :: PageDef < Shop >",
        "__private :: PageDef :: stub ()",
    ] {
        assert!(text.contains(survivor), "{survivor}: {text}");
    }
    assert!(!text.contains("# [action (expse)]"), "{text}");
    assert_eq!(errors(tokens).len(), 3);
}

#[test]
fn a_sound_handler_of_a_broken_page_is_still_checked() {
    let tokens = text(&with(
        "/// Adds.\n #[action(expose = \"sesion\")] async fn bad() {}
         /// Adds.\n #[action(expose = \"session\")] async fn good(_: u32) {}",
    ));
    assert!(tokens.contains("__affordances :: good"), "{tokens}");
    assert!(!tokens.contains("__affordances :: bad"), "{tokens}");
    assert!(tokens.contains("stub ()"), "{tokens}");
}

#[test]
fn what_is_no_module_is_written_out_with_one_error() {
    let tokens = expand(ARGS, "pub fn product() {}");
    assert!(text(&tokens).ends_with("pub fn product () { }"));
    assert_eq!(errors(tokens).len(), 1);
}

#[test]
fn an_undeclared_effect_is_reported_once_and_declared_all_the_same() {
    let tokens =
        with("/// Adds.\n #[action(expose = \"session\")] async fn add(_: &Write<Product>) {}");
    assert!(text(&tokens).contains("Declares < Product >"));
    assert_eq!(
        errors(tokens),
        ["action `add` can change `product` but does not declare it"]
    );
}

#[test]
fn the_permission_for_an_entity_is_that_for_its_resource() {
    let add = |ty: &str| {
        with(&format!(
            "/// Adds.\n #[action(expose = \"session\", effects = [cart])] async fn add(_: &Write<{ty}>) {{}}"
        ))
    };
    assert_eq!(errors(add("Stock")), [""; 0]);
    assert!(!text(&add("Stock")).contains("NotSame"));
    // Not an error here: `Cart` may be an alias of `Stock`, which the compiler finds out.
    assert!(text(&add("Cart")).contains("NotSame"));
}

#[test]
fn an_unknown_effect_makes_no_parameter_look_undeclared() {
    let tokens = with(
        "/// Adds.\n #[action(expose = \"session\", effects = [prodct])] async fn add(_: &Write<Product>) {}",
    );
    assert_eq!(
        errors(tokens),
        ["unknown effect `prodct`; did you mean `product`?"]
    );
}

#[test]
fn errors_of_the_entities_do_not_spread_to_effects() {
    let tokens = expand(
        ARGS,
        "/// A product.\n mod product {
            use super::*;
            #[entities] struct Entities(Cart);
            #[load] async fn load() -> Entities {}
            /// Adds.\n #[action(expose = \"session\", effects = [cart])] async fn add(_: &Write<Cart>) {}
        }",
    );
    assert_eq!(errors(tokens).len(), 1);
}

#[test]
fn the_second_of_two_equal_functions_is_left_to_rustc() {
    let action = "/// Adds.\n #[action(expose = \"session\")] async fn add(_: Caller) {}";
    let tokens = with(&format!("{action} {action}"));
    assert_eq!(text(&tokens).matches("enum add").count(), 1);
    assert_eq!(errors(tokens), [""; 0]);
}

#[test]
fn what_is_handed_nothing_has_no_marker() {
    let action = |signature: &str, summary: &str| {
        let tokens = with(&format!(
            "fn describe(_: &Entities, _: &(), _: Option<&Caller>) -> String {{}}
             /// Adds.\n #[action(expose = \"confirm\", summary = {summary})] fn add({signature}) {{}}"
        ));
        text(&tokens).contains("enum add")
    };
    assert!(!action("", "\"Add\""));
    assert!(action("_: Caller", "\"Add\""));
    // The function of the summary is handed the entities.
    assert!(action("", "describe"));
}

#[test]
fn lints_that_may_be_forbidden_are_allowed_where_they_are_spoken_of() {
    let sound = "/// Adds.\n #[action(expose = \"session\")] fn add(_: Caller) {}";
    assert!(!text(&with(sound)).contains("deprecated"));
    let tokens = with(&format!("#[allow(deprecated)] {sound}"));
    assert!(text(&tokens).matches("deprecated").count() > 1);
    // What stands in a body concerns nobody else.
    let tokens = with("fn help() { deprecated() }");
    assert_eq!(text(&tokens).matches("deprecated").count(), 1);
}

#[test]
fn alternatives_under_cfg_are_no_duplicates() {
    let tokens = with(
        "#[cfg(a)] #[nav] fn nav(_: &Entities) -> Vec<Nav> {}
         #[cfg(not(a))] #[nav] fn nav(_: &Entities) -> Vec<Nav> {}
         /// Adds.\n #[cfg(a)] #[action(expose = \"session\")] async fn add() {}
         /// Adds.\n #[cfg(not(a))] #[action(expose = \"session\", name = \"add\")] async fn add_more() {}",
    );
    assert_eq!(text(&tokens).matches("enum nav").count(), 2);
    assert_eq!(errors(tokens), [""; 0]);
}

#[test]
fn a_module_called_page_passes_its_table_on() {
    let page = |name: &str| {
        text(&expand(
            ARGS,
            &format!("/// A product.\n mod {name} {{ {SOUND} }}"),
        ))
    };
    assert!(page("page").contains("pub use self :: page :: PAGE ;"));
    assert!(page("page").ends_with("pub use self :: page :: __SCHEMAS ;"));
    assert!(!page("product").contains("pub use self"));
}

#[test]
fn the_crate_is_called_as_the_page_says() {
    let args = format!("{ARGS}, crate = ::facade::web");
    let tokens = text(&expand(
        &args,
        &format!("/// A product.\n mod product {{ {SOUND} }}"),
    ));
    assert!(tokens.contains(":: facade :: web :: __private"), "{tokens}");
    assert!(!tokens.contains(":: affordances"), "{tokens}");
}

#[test]
fn every_attribute_of_ours_is_used_where_its_condition_holds() {
    let tokens = text(&with(
        "#[cfg(a)] #[web::nav] fn nav(_: &Entities) -> Vec<Nav> {}",
    ));
    assert!(tokens.contains("# [load (__read)]"), "{tokens}");
    assert!(tokens.contains("# [entity (__read)]"), "{tokens}");
    assert!(
        tokens.contains("# [cfg_attr (all (a) , web :: nav (__read))]"),
        "{tokens}"
    );
}

#[test]
fn an_action_costs_a_bounded_number_of_tokens() {
    fn count(tokens: TokenStream) -> usize {
        let groups = |token: TokenTree| match token {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        };
        tokens.into_iter().map(groups).sum()
    }
    let action = |name: &str| {
        format!(
            "/// Adds a product to the cart.
             #[action(expose = \"session\", effects = [product], guard = in_stock)]
             async fn {name}(State(shop): State<Shop>, Input(i): Input<Add>, p: &Write<Product>) -> Result<Added> {{}}"
        )
    };
    let guard = "#[guard(\"in stock\")] fn in_stock(_: &Entities) -> Verdict {}";
    let one = count(with(&format!("{guard} {}", action("a"))));
    let two = count(with(&format!("{guard} {} {}", action("a"), action("b"))));
    let written = count(action("b").parse().expect("tokens"));
    // Three parameters, five impls and one row. Raise the limit knowingly: every action of
    // every app pays.
    let generated = two - one - written;
    assert!(generated <= 325, "{generated} tokens");
}
