//! The language of the frameworks' templates: lines between `//~ each page` (or
//! `//~ each action`) and `//~ end` are repeated, and `$name`s are replaced.

/// The number of one repetition, and the values of the `$name`s in it.
pub(crate) struct Scope<'a> {
    /// `page` or `action`: which blocks this repeats.
    pub(crate) each: &'a str,
    pub(crate) numbers: std::ops::Range<usize>,
    /// The `$name`s inside such a block.
    pub(crate) values: &'a dyn Fn(usize) -> Vec<(&'static str, String)>,
}

/// The text with its blocks repeated.
///
/// # Panics
///
/// When the template has a block of another kind, or one without an end.
pub(crate) fn render(template: &str, scope: &Scope<'_>) -> String {
    let open = format!("//~ each {}", scope.each);
    let mut text = String::new();
    let mut block: Option<String> = None;
    for line in template.trim_start().lines() {
        match (line.trim(), &mut block) {
            (start, None) if start == open => block = Some(String::new()),
            ("//~ end", Some(body)) => {
                for number in scope.numbers.clone() {
                    text.push_str(&replace(body, &(scope.values)(number)));
                }
                block = None;
            }
            (mark, _) if mark.starts_with("//~") => {
                unreachable!("`{mark}` has no place in this template")
            }
            (_, Some(body)) => push_line(body, line),
            (_, None) => push_line(&mut text, line),
        }
    }
    assert!(block.is_none(), "a block without `//~ end`");
    text
}

/// Replaces `$name`s; a value may hold further ones, which the values after it
/// replace.
pub(crate) fn replace(text: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("${name}"), value)
    })
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_repeated_and_names_replaced() {
        let scope = Scope {
            each: "action",
            numbers: 3..5,
            values: &|n| vec![("call", "f($n)".to_owned()), ("n", n.to_string())],
        };
        let text = render(
            "\na $n\n    //~ each action\n    $call;\n    //~ end\nb\n",
            &scope,
        );
        assert_eq!(text, "a $n\n    f(3);\n    f(4);\nb\n");
    }
}
