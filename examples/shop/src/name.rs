//! The name a visitor goes by: all that this shop knows about a person.

use std::fmt;

/// One to forty characters of any script, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The name in `text`, without the white space around it.
    ///
    /// # Errors
    ///
    /// [`BadName`] says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, BadName> {
        let name = text.trim();
        match name.chars().count() {
            0 => Err(BadName("Tell us a name")),
            1..=40 if name.contains(char::is_control) => {
                Err(BadName("A name has no control characters"))
            }
            1..=40 => Ok(Self(name.to_owned())),
            _ => Err(BadName("A name has at most 40 characters")),
        }
    }

    /// The name itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is wrong with a name, for the person who typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadName(&'static str);

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_any_script_and_at_most_forty_characters() {
        for good in ["A", "Ada Lovelace", "李雷", "🦀", &"ü".repeat(40)] {
            assert_eq!(Name::parse(good).unwrap().as_str(), good);
        }
        assert_eq!(Name::parse(" Ada ").unwrap().as_str(), "Ada");
        for bad in ["", "  \n", "a\nb", "a\u{9f}b", "a\0", &"x".repeat(41)] {
            assert!(Name::parse(bad).is_err(), "{bad:?}");
        }
    }
}
