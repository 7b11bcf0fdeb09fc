//! Claims about reading arguments.
use super::*;
use crate::sink::ErrorStore;
use proc_macro2::Span;
use syn::{LitStr, Type};

const ROUTE: Key = Key::new("route", "a string, as in `route = \"/cart\"`");
const STATE: Key = Key::new("state", "a type, as in `state = Shop`");
const EFFECTS: Key = Key::new("effects", "names, as in `effects = [cart]`");
const READ_ONLY: Key = Key::new("read_only", "written alone");
const CRATE: Key = Key::new("crate", "a path, as in `crate = ::web`");
const ARTIFACT: Key = Key::new("artifact", "a list, as in `artifact(name = \"kit\")`");

/// A message without its last line, which names its entry.
fn without_entry(message: &str) -> String {
    let (text, entry) = message.rsplit_once('\n').expect("two lines");
    assert!(entry.starts_with("see `"), "{message}");
    text.to_owned()
}

/// Runs `read` over the arguments and returns its value with the messages.
fn with<T>(text: &str, read: impl FnOnce(&mut Args, &ErrorSink<'_>) -> T) -> (T, Vec<String>) {
    let store = ErrorStore::new();
    let value = {
        let errors = store.sink();
        let tokens = text.parse().expect("tokens");
        let mut args = Args::parse("#[page(..)]", tokens, &errors);
        let value = read(&mut args, &errors);
        args.finish(&errors);
        value
    };
    let errors = store
        .into_errors()
        .iter()
        .map(|error| without_entry(&error.to_string()))
        .collect();
    (value, errors)
}

fn route(args: &mut Args, errors: &ErrorSink<'_>) -> Option<String> {
    let arg = args.value::<LitStr>(ROUTE, errors)?;
    Some(arg.value.value())
}

fn state(args: &mut Args, errors: &ErrorSink<'_>) -> Option<String> {
    let arg = args.value::<Type>(STATE, errors)?;
    Some(arg.value.to_token_stream().to_string())
}

#[test]
fn a_bad_value_does_not_hide_the_others() {
    let (values, errors) = with(
        "route = 5, state = Shop, read_only = true",
        |args, errors| {
            let read_only = args.flag(READ_ONLY, errors);
            (route(args, errors), state(args, errors), read_only)
        },
    );
    assert_eq!(values, (None, Some("Shop".to_owned()), None));
    assert_eq!(
        errors,
        [
            "`read_only` takes no value: write `read_only` alone, or leave it out",
            "`route` must be a string, as in `route = \"/cart\"`"
        ]
    );
}

#[test]
fn commas_inside_angle_brackets_do_not_separate() {
    let (value, errors) = with(
        "state = Shared<Shop, fn(u8) -> Cart>, route = \"/\"",
        |args, errors| (state(args, errors), route(args, errors)),
    );
    let shared = "Shared < Shop , fn (u8) -> Cart >".to_owned();
    assert_eq!(value, (Some(shared), Some("/".to_owned())));
    assert_eq!(errors, [""; 0]);
}

#[test]
fn an_unknown_key_is_told_the_known_ones() {
    let ((), errors) = with("rout = \"/\", zzz", |args, errors| {
        route(args, errors);
        state(args, errors);
    });
    assert_eq!(
        errors,
        [
            "`rout` is not a key of `#[page(..)]`; did you mean `route`?\nits keys are `route`, `state`",
            "`zzz` is not a key of `#[page(..)]`\nits keys are `route`, `state`"
        ]
    );
}

#[test]
fn a_key_given_twice_is_reported_at_the_second() {
    let (value, errors) = with("route = \"/a\", route = \"/b\"", route);
    assert_eq!(value.as_deref(), Some("/a"));
    assert_eq!(errors, ["`route` is given twice\ndrop one of the two"]);
}

#[test]
fn a_key_without_its_value_is_told_the_shape() {
    let expected = ["`route` must be a string, as in `route = \"/cart\"`"];
    for text in ["route", "route =", "route(\"/\")", "route = , "] {
        assert_eq!(
            with(text, route),
            (None, expected.map(String::from).to_vec()),
            "{text}"
        );
    }
}

#[test]
fn a_missing_key_is_reported_unless_it_is_there_and_wrong() {
    let required = |args: &mut Args, errors: &ErrorSink<'_>| {
        args.required::<LitStr>(ROUTE, Span::call_site(), errors)
            .is_some()
    };
    assert_eq!(
        with("", required).1,
        ["`#[page(..)]` needs `route`: a string, as in `route = \"/cart\"`"]
    );
    assert_eq!(with("route = 1", required).1.len(), 1);
    assert_eq!(with("route = \"/\"", required), (true, Vec::new()));
}

#[test]
fn what_has_no_key_is_reported_and_skipped() {
    let (value, errors) = with("\"/cart\", route = \"/a\", state Shop", |args, errors| {
        args.tokens(STATE, errors);
        route(args, errors)
    });
    assert_eq!(value.as_deref(), Some("/a"));
    assert_eq!(
        errors,
        [
            "`state` must be followed by `=` and its value, or by a comma",
            "`#[page(..)]` takes `key = value` arguments, and this has no key\n\
             its keys are `state`, `route`",
        ]
    );
}

#[test]
fn what_has_no_key_is_taken_for_the_missing_one_that_it_fits() {
    let both = |text| {
        with(text, |args, errors| {
            let place = Span::call_site();
            args.required::<LitStr>(ROUTE, place, errors);
            args.required::<Ident>(STATE, place, errors);
        })
    };
    let has_no_key = "`#[page(..)]` takes `key = value` arguments, and this has no key";
    let keys = "its keys are `route`, `state`";
    assert_eq!(
        both("\"/cart\", ::shop::Shop").1,
        [
            format!("{has_no_key}: write `route = \"/cart\"`\n{keys}"),
            format!("{has_no_key}: write `state = ::shop::Shop`\n{keys}"),
        ]
    );
    assert_eq!(
        both("\"/cart\", route = \"/a\", state = Shop").1,
        [format!("{has_no_key}\n{keys}")]
    );
}

#[test]
fn each_bad_element_of_a_list_is_reported_alone() {
    let (value, errors) = with("effects = [cart, 5, orders, a b]", |args, errors| {
        args.list::<Ident>(EFFECTS, errors)
            .map(|arg| arg.value.iter().map(Ident::to_string).collect::<Vec<_>>())
    });
    assert_eq!(value, Some(vec!["cart".to_owned(), "orders".to_owned()]));
    assert_eq!(
        errors,
        ["`effects` must be names, as in `effects = [cart]`"; 2]
    );
}

#[test]
fn a_list_must_have_brackets() {
    for text in ["effects = cart", "effects = (cart)", "effects = [cart] + 1"] {
        let (value, errors) = with(text, |args, errors| {
            args.list::<Ident>(EFFECTS, errors).is_some()
        });
        assert!(!value);
        assert_eq!(
            errors,
            ["`effects` must be names, as in `effects = [cart]`"],
            "{text}"
        );
    }
}

#[test]
fn keywords_are_keys_too() {
    let (value, errors) = with("crate = ::web", |args, errors| {
        args.explained::<crate::krate::CratePath>(CRATE, entry::RELATIVE_CRATE_PATH, errors)
            .is_some()
    });
    assert_eq!((value, errors), (true, Vec::new()));
}

#[test]
fn the_values_own_parser_may_explain() {
    let ((), errors) = with("crate = super::web", |args, errors| {
        args.explained::<crate::krate::CratePath>(CRATE, entry::RELATIVE_CRATE_PATH, errors);
    });
    assert!(errors.concat().contains("must be absolute"), "{errors:?}");
}

#[test]
fn a_call_has_arguments_of_its_own() {
    let (value, errors) = with("artifact(route = \"/kit\", nmae = 1)", |args, errors| {
        let mut inner = args.call(ARTIFACT, "artifact(..)", errors)?.value;
        let route = route(&mut inner, errors);
        inner.finish(errors);
        route
    });
    assert_eq!(value.as_deref(), Some("/kit"));
    assert_eq!(
        errors,
        ["`nmae` is not a key of `artifact(..)`\nits keys are `route`"]
    );
}

#[test]
fn a_missing_comma_is_reported_and_costs_nothing_else() {
    let (value, errors) = with(
        "route = \"/a\" state = Shop crate = ::web",
        |args, errors| {
            let krate = args.tokens(CRATE, errors).is_some();
            (route(args, errors), state(args, errors), krate)
        },
    );
    assert_eq!(
        value,
        (Some("/a".to_owned()), Some("Shop".to_owned()), true)
    );
    assert_eq!(
        errors,
        [
            "a comma is missing before `state`",
            "a comma is missing before `crate`"
        ]
    );
}

#[test]
fn an_equals_sign_inside_a_type_begins_no_argument() {
    let (value, errors) = with("state = Box<dyn Iterator<Item = u8>>", state);
    let boxed = "Box < dyn Iterator < Item = u8 > >".to_owned();
    assert_eq!((value, errors), (Some(boxed), Vec::new()));
}

#[test]
fn a_comma_at_the_end_is_fine() {
    assert_eq!(
        with("route = \"/\",", route),
        (Some("/".to_owned()), Vec::new())
    );
}
