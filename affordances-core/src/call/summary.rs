//! Values in a confirmation's summary, made safe to read.

use std::fmt;

/// The longest value that a summary shows, in characters.
const LONGEST: usize = 80;

/// A value that can stand in a summary template.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a summary",
    label = "not a text, a number, a truth value, nor an `Option` of one",
    note = "implement `SummaryValue` for `{Self}`, or make the summary by a function: `summary = my_summary`"
)]
pub trait SummaryValue {
    /// Writes the value as a person reads it.
    ///
    /// # Errors
    ///
    /// When the formatter fails.
    fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result;
}

macro_rules! shown_by_display {
    ($($ty:ty),*) => {$(
        impl SummaryValue for $ty {
            fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result {
                write!(to, "{self}")
            }
        }
    )*};
}

shown_by_display!(
    str, String, bool, char, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32,
    f64
);

impl<T: SummaryValue + ?Sized> SummaryValue for &T {
    fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        (**self).show(to)
    }
}

impl<T: SummaryValue + ?Sized> SummaryValue for Box<T> {
    fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        (**self).show(to)
    }
}

impl<T: SummaryValue> SummaryValue for Option<T> {
    fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Some(value) => value.show(to),
            None => to.write_str("nothing"),
        }
    }
}

/// Shows a value inside a summary.
///
/// The person who approves a call reads this text, and part of it came from
/// whoever wants the call approved. So control, bidirectional and zero-width
/// characters appear as visible escapes, and a long value is cut.
///
/// ```
/// use affordances_core::__macro::Shown;
///
/// assert_eq!(Shown(&"\u{202e}cart").to_string(), r"\u{202e}cart");
/// ```
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<T: SummaryValue + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut safe = Safe {
            to: f,
            left: LONGEST,
        };
        self.0.show(&mut safe)
    }
}

impl<T: ?Sized> fmt::Debug for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shown(..)")
    }
}

struct Safe<'a, 'f> {
    to: &'a mut fmt::Formatter<'f>,
    left: usize,
}

impl fmt::Write for Safe<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match self.left {
                0 => return Ok(()),
                1 => self.to.write_char('…')?,
                _ if misleads(c) => write!(self.to, "\\u{{{:x}}}", u32::from(c))?,
                _ => self.to.write_char(c)?,
            }
            self.left -= 1;
        }
        Ok(())
    }
}

/// Characters that change what is around them or cannot be seen.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_as_its_code() {
        assert_eq!(
            Shown("a\u{200b}b\nc\u{202e}d").to_string(),
            r"a\u{200b}b\u{a}c\u{202e}d"
        );
        assert_eq!(Shown("Grüße, 世界 🎁").to_string(), "Grüße, 世界 🎁");
    }

    #[test]
    fn a_long_value_is_cut() {
        let shown = Shown(&"x".repeat(500)).to_string();
        assert_eq!(shown.chars().count(), LONGEST);
        assert!(shown.ends_with('…'));
        assert_eq!(Shown(&Some(3)).to_string(), "3");
    }
}
