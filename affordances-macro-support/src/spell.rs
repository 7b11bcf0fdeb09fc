//! Tokens as a person writes them: `Vec<Order>`, where a token stream prints `Vec < Order >`.
//!
//! For messages, and to compare types by their spelling: how much space a stream prints depends on the
//! compiler and on how the source was laid out.
use quote::ToTokens;

/// The text of some tokens, with a space only where words or operators need one.
#[must_use]
pub fn spelled(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let mut spelled = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if needs_space(&spelled, word) {
            spelled.push(' ');
        }
        spelled.push_str(word);
    }
    spelled
}

fn needs_space(before: &str, after: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '"');
    let ends_open = before.ends_with(is_word);
    let starts_word = after.starts_with(is_word);
    before.ends_with([',', ';', '+', '='])
        || before.ends_with("->")
        || (ends_open && starts_word)
        || (before.ends_with('>') && starts_word)
        || after.starts_with(['+', '='])
        || after.starts_with("->")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::TokenStream;

    fn again(text: &str) -> String {
        spelled(&text.parse::<TokenStream>().expect("tokens"))
    }

    #[test]
    fn types_are_spelled_as_people_do() {
        for text in [
            "Vec<Order>",
            "::std::collections::HashMap<K, Vec<V>>",
            "&'static str",
            "&'a mut T",
            "dyn Fn(u8, u8) -> Vec<u8> + Send",
            "[u8; 32]",
            "Box<dyn Iterator<Item = u8> + 'a>",
            "(A, B)",
            "<T as Trait>::Out",
        ] {
            assert_eq!(again(text), text);
        }
    }

    #[test]
    fn the_layout_of_the_source_makes_no_difference() {
        assert_eq!(again("Vec <  Order\n>"), again("Vec<Order>"));
    }
}
