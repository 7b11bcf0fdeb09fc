//! Values in a confirmation's summary, made safe to read.

use std::fmt;

use super::Caller;

/// The longest value that a summary shows whole, in characters.
const LONGEST: usize = 80;

/// A value that can stand in a summary template.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a summary",
    label = "not a text, a number, a truth value, nor an `Option` of one",
    note = "implement `SummaryValue` for `{Self}`, or make the summary by a function: `summary = my_summary`",
    note = "see `unusable_summary_field` in affordances::errors"
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

/// The summary of a call by a function of the user's. The function comes last: `E` and `I` are known by
/// then, and rustc shows the whole signature that is wanted beside that of one which takes or returns
/// something else.
pub fn summary<E, I>(
    entities: &E,
    input: &I,
    caller: Option<&Caller>,
    function: for<'a> fn(&'a E, &'a I, Option<&'a Caller>) -> String,
) -> String {
    function(entities, input, caller)
}

/// Shows a value inside a summary.
///
/// The person who approves a call reads this text, and part of it came from
/// whoever wants the call approved. So control, bidirectional and zero-width
/// characters appear as visible escapes, and a value of more than 80 characters
/// is cut. A template does this to every placeholder; a function that makes a
/// summary does it by hand:
///
/// ```
/// use affordances_core::Shown;
///
/// let sku = "TEE\u{202e}\nfor free";
/// assert_eq!(format!("Buy {}", Shown(sku)), r"Buy TEE\u{202e}\u{a}for free");
/// ```
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<T: SummaryValue + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut safe = Safe {
            to: f,
            left: LONGEST + 1,
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
    /// How many characters may still be written, the ellipsis included.
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

/// Characters that change what is around them or cannot be seen:
///
/// - controls (C0, DEL, C1) and the separators of lines and paragraphs;
/// - all of Unicode's *default-ignorable* code points (UAX #44, assigned or
///   not): bidirectional controls, zero-width spaces and joiners, variation
///   selectors, tags, fillers, soft hyphen;
/// - the other format characters without a shape of their own: interlinear
///   annotations and the layout controls of hieroglyphs;
/// - two symbols that are blank: the empty Braille cell and the null notehead.
///
/// Spaces, marks and the letters of every script stay as they are, those that
/// are written from right to left included; so do format characters with a
/// shape, such as U+0600, the Arabic number sign. An emoji that is joined of
/// several appears in its parts, with the joiners between them.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character of some ranges.
    fn all(ranges: &[(u32, u32)]) -> String {
        let codes = ranges.iter().flat_map(|&(from, to)| from..=to);
        codes.filter_map(char::from_u32).collect()
    }

    #[test]
    fn what_cannot_be_seen_is_shown_as_its_code() {
        let sets: [(&str, &[(u32, u32)]); 9] = [
            ("controls", &[(0, 0x1f), (0x7f, 0x9f)]),
            ("separators", &[(0x2028, 0x2029)]),
            (
                "Bidi_Control",
                &[
                    (0x61c, 0x61c),
                    (0x200e, 0x200f),
                    (0x202a, 0x202e),
                    (0x2066, 0x2069),
                ],
            ),
            (
                "zero width",
                &[
                    (0x180e, 0x180e),
                    (0x200b, 0x200d),
                    (0x2060, 0x2064),
                    (0xfeff, 0xfeff),
                ],
            ),
            (
                "fillers",
                &[
                    (0xad, 0xad),
                    (0x34f, 0x34f),
                    (0x115f, 0x1160),
                    (0x3164, 0x3164),
                    (0xffa0, 0xffa0),
                ],
            ),
            (
                "variation selectors",
                &[
                    (0x180b, 0x180d),
                    (0x180f, 0x180f),
                    (0xfe00, 0xfe0f),
                    (0xe0100, 0xe01ef),
                ],
            ),
            ("tags", &[(0xe0001, 0xe0001), (0xe0020, 0xe007f)]),
            (
                "formats",
                &[
                    (0x206a, 0x206f),
                    (0xfff9, 0xfffb),
                    (0x13430, 0x1343f),
                    (0x1bca0, 0x1bca3),
                    (0x1d173, 0x1d17a),
                ],
            ),
            ("blanks", &[(0x2800, 0x2800), (0x1d159, 0x1d159)]),
        ];
        for (set, ranges) in sets {
            for c in all(ranges).chars() {
                let escaped = format!("a\\u{{{:x}}}b", u32::from(c));
                assert_eq!(Shown(&format!("a{c}b")).to_string(), escaped, "{set}");
            }
        }
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        for text in [
            "Grüße, 世界 🎁",
            "e\u{301}te\u{301}", // a mark after its letter
            "שלום, مرحبا",
            "हिन्दी, ไทย, 한국어",
            "10\u{a0}000\u{202f}€",
            "\u{600}12",
            r#"<b>"it's" & \u{202e}</b>"#,
        ] {
            assert_eq!(Shown(text).to_string(), text);
        }
    }

    #[test]
    fn the_values_of_other_types_pass_the_same_filter() {
        struct Name(String);
        impl SummaryValue for Name {
            fn show(&self, to: &mut dyn fmt::Write) -> fmt::Result {
                to.write_char('\u{202e}')?;
                to.write_str(&self.0)
            }
        }
        let name = Name("cart\n".into());
        assert_eq!(Shown(&name).to_string(), r"\u{202e}cart\u{a}");
        assert_eq!(Shown(&Some(&'\u{0}')).to_string(), r"\u{0}");
        assert_eq!(Shown(&None::<u8>).to_string(), "nothing");
        assert_eq!(Shown(&Box::new(-3)).to_string(), "-3");
    }

    #[test]
    fn a_long_value_is_cut() {
        let shown = Shown(&"x".repeat(500)).to_string();
        assert_eq!(shown, "x".repeat(LONGEST) + "…");
        let whole = "x".repeat(LONGEST);
        assert_eq!(Shown(&whole).to_string(), whole);
        assert_eq!(Shown(&Some(3)).to_string(), "3");
    }
}
