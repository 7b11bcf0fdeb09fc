//! Grammar of names: what an action, an entity, a tool, a step and a flow may be called, and the wire name of a function.

mod suggest;
mod tool;

use std::error::Error;
use std::fmt;

pub use suggest::did_you_mean;
pub use tool::ToolName;

/// The most characters of any name.
const MAX_LENGTH: usize = 64;

/// The wire name of a function or of a field: camelCase, without `r#`.
///
/// Underscores go, and the letter after one becomes a capital; those at either
/// end go without a trace. A name that is camelCase already stays as it is.
///
/// # Example
///
/// ```
/// use affordances_grammar::names::camel_case;
///
/// assert_eq!(camel_case("add_to_cart"), "addToCart");
/// assert_eq!(camel_case("r#move"), "move");
/// assert_eq!(camel_case("export_v2"), "exportV2");
/// ```
#[must_use]
pub fn camel_case(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    // In `ADD_TO_CART` the capitals mean nothing; in `addToCart` they mark words.
    let shouted = !name.chars().any(char::is_lowercase);
    let mut camel = String::with_capacity(name.len());
    for word in name.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            if camel.is_empty() {
                camel.extend(first.to_lowercase());
            } else {
                camel.extend(first.to_uppercase());
            }
        }
        if shouted {
            camel.extend(letters.flat_map(char::to_lowercase));
        } else {
            camel.push_str(letters.as_str());
        }
    }
    camel
}

/// Checks the wire name of an action: `^[A-Za-z][A-Za-z0-9_]{0,63}$`.
///
/// # Errors
///
/// What the name must not be, see [`NameError`].
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_action_name;
///
/// assert!(check_action_name("addToCart").is_ok());
/// assert_eq!(
///     check_action_name("add-to-cart").unwrap_err().to_string(),
///     "action name `add-to-cart` must not contain `-`: \
///      use ASCII letters, digits and `_`, beginning with a letter",
/// );
/// ```
pub fn check_action_name(name: &str) -> Result<(), NameError> {
    check(Kind::Action, name)
}

/// Checks the key of an entity, by the rule of [`check_action_name`].
///
/// # Errors
///
/// What the name must not be, see [`NameError`].
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_entity_name;
///
/// assert!(check_entity_name("cart").is_ok());
/// assert!(check_entity_name("2nd_cart").is_err());
/// ```
pub fn check_entity_name(name: &str) -> Result<(), NameError> {
    check(Kind::Entity, name)
}

/// Checks the name of a tool as MCP clients accept it: `^[A-Za-z0-9_-]{1,64}$`.
///
/// # Errors
///
/// What the name must not be, see [`NameError`].
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_tool_name;
///
/// assert!(check_tool_name("product-addToCart").is_ok());
/// assert!(check_tool_name("product.addToCart").is_err());
/// ```
pub fn check_tool_name(name: &str) -> Result<(), NameError> {
    check(Kind::Tool, name)
}

/// Checks the id of an onboarding step, which stands in URLs:
/// `^[A-Za-z0-9_-]{1,64}$`.
///
/// # Errors
///
/// What the id must not be, see [`NameError`].
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_step_id;
///
/// assert!(check_step_id("create_org").is_ok());
/// assert!(check_step_id("create/org").is_err());
/// ```
pub fn check_step_id(id: &str) -> Result<(), NameError> {
    check(Kind::Step, id)
}

/// Checks the slug of an onboarding flow, which stands in URLs beside the words
/// of the protocol: `^[A-Za-z0-9_-]{1,64}$`, and none of those words.
///
/// # Errors
///
/// What the slug must not be, see [`NameError`].
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_slug;
///
/// assert!(check_slug("default").is_ok());
/// assert_eq!(
///     check_slug("sessions").unwrap_err().to_string(),
///     "flow slug `sessions` must not be a word of the protocol's own URLs: choose another",
/// );
/// ```
pub fn check_slug(slug: &str) -> Result<(), NameError> {
    check(Kind::Flow, slug)
}

/// What stands where a slug may stand.
const RESERVED_SLUGS: [&str; 3] = ["sessions", "steps", "events"];

/// Whether two names are equal, for checks in a `const`, where `==` is not allowed yet.
///
/// # Example
///
/// ```
/// use affordances_grammar::names::same;
///
/// const _: () = assert!(same("cart", "cart") && !same("cart", "carts"));
/// ```
#[must_use]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Why a text cannot be a name.
///
/// # Example
///
/// ```
/// use affordances_grammar::names::check_tool_name;
///
/// assert_eq!(
///     check_tool_name("").unwrap_err().to_string(),
///     "a tool name must not be empty: use ASCII letters, digits, `_` and `-`",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameError {
    kind: Kind,
    name: String,
    fault: Fault,
}

/// What the name is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Action,
    Entity,
    Tool,
    Step,
    Flow,
}

impl Kind {
    /// Letters, digits, `_` and `-` in any order; the others are identifiers.
    fn is_token(self) -> bool {
        matches!(self, Self::Tool | Self::Step | Self::Flow)
    }

    /// What it is, and what names it.
    fn words(self) -> &'static str {
        match self {
            Self::Action => "action name",
            Self::Entity => "entity name",
            Self::Tool => "tool name",
            Self::Step => "step id",
            Self::Flow => "flow slug",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Empty,
    Start(char),
    Character(char),
    Length(usize),
    Reserved,
}

fn check(kind: Kind, name: &str) -> Result<(), NameError> {
    match fault(kind, name) {
        None => Ok(()),
        Some(fault) => Err(NameError {
            kind,
            name: name.to_owned(),
            fault,
        }),
    }
}

fn fault(kind: Kind, name: &str) -> Option<Fault> {
    let Some(first) = name.chars().next() else {
        return Some(Fault::Empty);
    };
    let token = kind.is_token();
    let is_allowed = |c: char| u8::try_from(c).is_ok_and(is_token_byte) && (token || c != '-');
    if let Some(bad) = name.chars().find(|&c| !is_allowed(c)) {
        return Some(Fault::Character(bad));
    }
    if !token && !first.is_ascii_alphabetic() {
        return Some(Fault::Start(first));
    }
    if kind == Kind::Flow && RESERVED_SLUGS.contains(&name) {
        return Some(Fault::Reserved);
    }
    // Only ASCII is left, so bytes are characters.
    (name.len() > MAX_LENGTH).then_some(Fault::Length(name.len()))
}

/// What names of tools, steps and flows consist of.
const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, fault } = self;
        let noun = kind.words();
        let rule = if kind.is_token() {
            "use ASCII letters, digits, `_` and `-`"
        } else {
            "use ASCII letters, digits and `_`, beginning with a letter"
        };
        match fault {
            Fault::Empty => write!(f, "a{} {noun} must not be empty: {rule}", n(noun)),
            Fault::Start(c) => write!(f, "{noun} `{name}` must not begin with `{c}`: {rule}"),
            Fault::Character(c) => {
                let c = c.escape_debug();
                write!(f, "{noun} `{name}` must not contain `{c}`: {rule}")
            }
            Fault::Length(length) => write!(
                f,
                "{noun} `{name}` must not be longer than {MAX_LENGTH} characters: it has {length}"
            ),
            Fault::Reserved => write!(
                f,
                "{noun} `{name}` must not be a word of the protocol's own URLs: choose another"
            ),
        }
    }
}

/// The rest of the article before `noun`.
fn n(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e']) {
        "n"
    } else {
        ""
    }
}

impl Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_get_camel_case_wire_names() {
        let cases = [
            ("add_to_cart", "addToCart"),
            ("search", "search"),
            ("r#type", "type"),
            ("r#move_all", "moveAll"),
            ("_private", "private"),
            ("trailing_", "trailing"),
            ("double__score", "doubleScore"),
            ("add_2_items", "add2Items"),
            ("item2", "item2"),
            ("v2_export", "v2Export"),
            ("addToCart", "addToCart"),
            ("AddToCart", "addToCart"),
            ("ADD_TO_CART", "addToCart"),
            ("\u{e9}t\u{e9}_fini", "\u{e9}t\u{e9}Fini"),
            ("_", ""),
            ("", ""),
        ];
        for (name, camel) in cases {
            assert_eq!(camel_case(name), camel, "{name}");
        }
    }

    #[test]
    fn action_and_entity_names_follow_one_rule() {
        let long = "a".repeat(64);
        for name in ["a", "Z", "addToCart", "a_1", &long] {
            assert_eq!(check_action_name(name), Ok(()), "{name}");
            assert_eq!(check_entity_name(name), Ok(()), "{name}");
        }
        let too_long = "a".repeat(65);
        for name in [
            "", "_a", "1a", "a-b", "a.b", "a b", "\u{e9}", "a\n", &too_long,
        ] {
            assert!(check_action_name(name).is_err(), "{name}");
            assert!(check_entity_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn tool_names_are_those_that_mcp_clients_accept() {
        let long = "-".repeat(64);
        for name in ["a", "1", "_", "shop-addToCart", &long] {
            assert_eq!(check_tool_name(name), Ok(()), "{name}");
        }
        let too_long = "a".repeat(65);
        for name in ["", "a.b", "a/b", "a b", "\u{fc}", &too_long] {
            assert!(check_tool_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn errors_name_the_fault() {
        let message = |name| check_entity_name(name).unwrap_err().to_string();
        assert!(message("").starts_with("an entity name must not be empty"));
        assert!(message("1a").starts_with("entity name `1a` must not begin with `1`"));
        assert!(message("a\nb").contains("must not contain `\\n`"));
        assert!(message(&"a".repeat(65)).ends_with("longer than 64 characters: it has 65"));
    }

    #[test]
    fn same_agrees_with_equality() {
        let names = ["", "a", "b", "ab", "ba", "\u{e9}"];
        for a in names {
            for b in names {
                assert_eq!(same(a, b), a == b);
            }
        }
    }
}
