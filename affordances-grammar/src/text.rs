//! A text put together in a constant, where `format!` is not available: what a check says that runs
//! in the compiler.

/// The most bytes of a text; what does not fit is left out.
const CAPACITY: usize = 2048;

/// A text that grows in a constant.
///
/// # Example
///
/// ```
/// use affordances_grammar::text::ConstText;
///
/// const PLACE: ConstText = ConstText::new().add("src/cart.rs:").number(12);
/// assert_eq!(PLACE.as_str(), "src/cart.rs:12");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ConstText {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl ConstText {
    /// An empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            bytes: [0; CAPACITY],
            len: 0,
        }
    }

    /// The text with another behind it.
    #[must_use]
    pub const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.len + text.len() <= CAPACITY {
            let mut i = 0;
            while i < text.len() {
                self.bytes[self.len + i] = text[i];
                i += 1;
            }
            self.len += text.len();
        }
        self
    }

    /// The text with a number behind it.
    #[must_use]
    pub const fn number(self, number: usize) -> Self {
        const DIGITS: &str = "0123456789";
        let before = if number < 10 {
            self
        } else {
            self.number(number / 10)
        };
        let (_, from) = DIGITS.split_at(number % 10);
        before.add(from.split_at(1).0)
    }

    /// What has been put together.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "", // only whole texts are added
        }
    }
}

impl Default for ConstText {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let long = "\u{e4}".repeat(CAPACITY);
        let text = ConstText::new().add("a").add(&long).add("b");
        assert_eq!(text.as_str(), "ab");
    }

    #[test]
    fn numbers_are_decimal() {
        let text = ConstText::new().number(0).add(" ").number(4_294_967_295);
        assert_eq!(text.as_str(), "0 4294967295");
    }
}
