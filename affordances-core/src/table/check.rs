//! Checks across pages, evaluated while the site is compiled.
//!
//! Each function tracks its caller: then rustc shows the user's own token alone,
//! and not the way through these.

use affordances_grammar::names::{ToolName, same};
use affordances_grammar::route::conflict;
use affordances_grammar::text::ConstText;

use super::{ActionMeta, Entry, PageMeta};

/// The name of a page: the module's own, or for a module called `page` (one
/// page per file) that of the file's.
#[must_use]
pub const fn page_name(module_path: &'static str) -> &'static str {
    let (parent, last) = split_last(module_path);
    let name = if same(last, "page") && !parent.is_empty() {
        split_last(parent).1
    } else {
        last
    };
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// `a::b::c` as `a::b` and `c`.
const fn split_last(path: &str) -> (&str, &str) {
    let bytes = path.as_bytes();
    let mut i = bytes.len();
    while i >= 2 {
        if bytes[i - 1] == b':' && bytes[i - 2] == b':' {
            let (head, tail) = path.split_at(i);
            return (head.split_at(i - 2).0, tail);
        }
        i -= 1;
    }
    ("", path)
}

/// Compares page number `n` of a site with those before it, and its actions
/// with each other and with theirs. Emitted once per page, spanned at that
/// page's path in `site!`.
///
/// # Panics
///
/// While compiling: when the page answers the same addresses as an earlier one
/// or bears its name; when an exposed action shares its name with another of the
/// page, shares its tool name with another of the site, or has a tool name that
/// no client would take.
#[track_caller]
pub const fn check_page<S>(pages: &[Entry<S>], n: usize) {
    let page = pages[n].meta;
    if page.route.is_empty() {
        return; // a page with errors of its own
    }
    let mut i = 0;
    while i < n {
        let earlier = pages[i].meta;
        if !earlier.route.is_empty() {
            compare_pages(earlier, page);
            compare_tools(earlier, page);
        }
        i += 1;
    }
    check_tools(page);
}

#[track_caller]
const fn compare_pages(earlier: &PageMeta, page: &PageMeta) {
    let (what, fix, entry) = if conflict(earlier.route, page.route) {
        (
            " answer the same addresses",
            "change one of the routes",
            "see `conflicting_routes` in affordances::errors",
        )
    } else if same(earlier.name, page.name) {
        (
            " have the same name",
            "rename one: `#[page(name = \"..\", ..)]`",
            "see `pages_of_same_name` in affordances::errors",
        )
    } else {
        return;
    };
    let text = ConstText::new()
        .add("pages `")
        .add(earlier.name)
        .add("` and `")
        .add(page.name)
        .add("`")
        .add(what)
        .add(":");
    let text = route_of(route_of(text, earlier), page);
    fail(text, fix, entry)
}

/// A line with a page's route and place.
const fn route_of(text: ConstText, page: &PageMeta) -> ConstText {
    text.add("\n    ")
        .add(page.route)
        .add("   (")
        .add(page.place)
        .add(")")
}

/// The page's own actions: legal tools, and names that tell them apart, also
/// where the macro could not compare them because of a `cfg`.
#[track_caller]
const fn check_tools(page: &PageMeta) {
    // Read once for all: byte by byte the compiler's interpreter is slow.
    let page_is_legal = ToolName::new(page.name, "", None).is_legal();
    let mut i = 0;
    while i < page.actions.len() {
        let action = &page.actions[i];
        if !is_tool(action) {
            i += 1;
            continue;
        }
        let tool_name = action.tool_name(page.name);
        // The macro has read the action's name, or what its `tool = ".."` says.
        let is_legal = action.tool.is_some() || page_is_legal && tool_name.fits();
        if !is_legal {
            let text = ConstText::new().add("a tool cannot be called `");
            let text = tool(text, page, action)
                .add("`: clients take 1 to 64 ASCII letters, digits, `_` and `-`");
            fail(
                action_of(text, page, action),
                GIVE_A_TOOL,
                "see `invalid_name` in affordances::errors",
            )
        }
        let mut j = 0;
        while j < i {
            let other = &page.actions[j];
            if is_tool(other) && same(other.name, action.name) {
                let text = ConstText::new()
                    .add("two actions of page `")
                    .add(page.name)
                    .add("` are called `")
                    .add(action.name)
                    .add("`:");
                let text = action_of(action_of(text, page, other), page, action);
                fail(
                    text,
                    "rename one: `#[action(name = \"..\", ..)]`",
                    NOT_ITS_OWN,
                )
            }
            j += 1;
        }
        i += 1;
    }
    compare_tools(page, page);
}

/// The tools of two pages, or of a page with itself.
///
/// Two names that nobody has given are compared with the pages' and the actions'
/// own names elsewhere: they hold both, and an action's name holds no `-`. What
/// is left are the few that have a `tool = ".."`, so that a site of many actions
/// costs the compiler no more for each of them than one of few.
#[track_caller]
const fn compare_tools(earlier: &PageMeta, page: &PageMeta) {
    if !earlier.names_tools && !page.names_tools {
        return;
    }
    let is_itself = same(earlier.name, page.name);
    let mut i = 0;
    while i < page.actions.len() {
        let action = &page.actions[i];
        let others = if is_itself { i } else { earlier.actions.len() };
        let mut j = 0;
        while j < others {
            let other = &earlier.actions[j];
            if (action.tool.is_some() || other.tool.is_some())
                && is_tool(action)
                && is_tool(other)
                && other
                    .tool_name(earlier.name)
                    .is(&action.tool_name(page.name))
            {
                let text = ConstText::new().add("two actions are both the tool `");
                let text = tool(text, page, action).add("`:");
                let text = action_of(action_of(text, earlier, other), page, action);
                fail(text, GIVE_A_TOOL, NOT_ITS_OWN)
            }
            j += 1;
        }
        i += 1;
    }
}

/// Whether one of them has a `tool = ".."`.
pub(super) const fn names_tools(actions: &[ActionMeta]) -> bool {
    let mut i = 0;
    while i < actions.len() {
        if actions[i].tool.is_some() {
            return true;
        }
        i += 1;
    }
    false
}

const GIVE_A_TOOL: &str = "give one a name of its own: `#[action(tool = \"..\", ..)]`";
const NOT_ITS_OWN: &str = "see `duplicate_name` in affordances::errors";

/// Only what is exposed is a tool.
const fn is_tool(action: &ActionMeta) -> bool {
    action.expose.level.is_some()
}

const fn tool(text: ConstText, page: &PageMeta, action: &ActionMeta) -> ConstText {
    let [a, b, c] = action.tool_name(page.name).parts();
    text.add(a).add(b).add(c)
}

/// A line with an action's name and place.
const fn action_of(text: ConstText, page: &PageMeta, action: &ActionMeta) -> ConstText {
    text.add("\n    `")
        .add(action.name)
        .add("` of page `")
        .add(page.name)
        .add("`   (")
        .add(action.place.file())
        .add(":")
        .number(action.place.line() as usize)
        .add(")")
}

#[allow(
    clippy::panic,
    reason = "it runs in the compiler: this is how a constant says what is wrong"
)]
#[track_caller]
const fn fail(text: ConstText, fix: &str, entry: &str) -> ! {
    let text = text.add("\n  ").add(fix).add("\n  ").add(entry);
    panic!("{}", text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_called_like_its_module_or_its_file() {
        assert_eq!(page_name("shop::pages::product"), "product");
        assert_eq!(page_name("shop::pages::product::page"), "product");
        assert_eq!(page_name("page"), "page");
        assert_eq!(page_name("shop"), "shop");
        assert_eq!(page_name("shop::r#type"), "type");
    }
}
