//! Checks across pages, evaluated while the site is compiled.

use affordances_grammar::names::same;
use affordances_grammar::route::conflict;

use super::{Entry, PageMeta};

/// The name of a page: the module's own, or for a module called `page` (one
/// page per file) that of the file's.
#[must_use]
pub const fn page_name(module_path: &'static str) -> &'static str {
    let (parent, last) = split_last(module_path);
    if same(last, "page") && !parent.is_empty() {
        split_last(parent).1
    } else {
        last
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

/// Compares page number `n` of a site with those before it. Emitted once per
/// page, spanned at that page's path in `site!`.
///
/// # Panics
///
/// While compiling: when the page answers the same addresses as an earlier one
/// or bears its name.
pub const fn check_page<S>(pages: &[Entry<S>], n: usize) {
    let page = pages[n].meta;
    if page.route.is_empty() {
        return; // a page with errors of its own
    }
    let mut i = 0;
    while i < n {
        let earlier = pages[i].meta;
        if !earlier.route.is_empty() {
            if conflict(earlier.route, page.route) {
                fail(
                    earlier,
                    page,
                    " answer the same addresses",
                    "change one of the routes",
                );
            }
            if same(earlier.name, page.name) {
                fail(
                    earlier,
                    page,
                    " have the same name",
                    "rename one: `#[page(name = \"..\", ..)]`",
                );
            }
        }
        i += 1;
    }
}

#[allow(
    clippy::panic,
    reason = "it runs in the compiler: this is how a constant says what is wrong"
)]
const fn fail(a: &PageMeta, b: &PageMeta, what: &str, fix: &str) -> ! {
    let text = Text::new()
        .add("pages `")
        .add(a.name)
        .add("` and `")
        .add(b.name)
        .add("`")
        .add(what)
        .add(":\n    ")
        .add(a.route)
        .add("   (")
        .add(a.place)
        .add(")\n    ")
        .add(b.route)
        .add("   (")
        .add(b.place)
        .add(")\n  ")
        .add(fix);
    panic!("{}", text.as_str())
}

/// A text built in a constant: `format!` is not available there.
struct Text {
    bytes: [u8; 2048],
    len: usize,
}

impl Text {
    const fn new() -> Self {
        Self {
            bytes: [0; 2048],
            len: 0,
        }
    }

    const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.len + text.len() <= self.bytes.len() {
            let mut i = 0;
            while i < text.len() {
                self.bytes[self.len + i] = text[i];
                i += 1;
            }
            self.len += text.len();
        }
        self
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "two pages conflict",
        }
    }
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
    }
}
