//! Grammar of `expose`: who may call an action.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::names::did_you_mean;

/// Who may call an action.
///
/// An action without a level is no part of the protocol at all, hence there is
/// no variant for that.
///
/// # Example
///
/// ```
/// use affordances_grammar::Expose;
///
/// assert_eq!(Expose::parse("confirm"), Ok(Expose::Confirm));
/// assert_eq!(Expose::Confirm.as_str(), "confirm");
/// assert_eq!(
///     Expose::parse("sesion").unwrap_err().to_string(),
///     "unknown expose level `sesion`; did you mean `session`? \
///      it must be `public`, `session` or `confirm`",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expose {
    /// Anyone, signed in or not.
    Public,
    /// A caller that the app recognises.
    Session,
    /// The same callers as [`Session`](Self::Session), after a person has approved the call.
    Confirm,
}

impl Expose {
    /// Every level, in the order in which the protocol lists them.
    pub const ALL: [Self; 3] = [Self::Public, Self::Session, Self::Confirm];

    /// Reads a level as the protocol and the macros spell it.
    ///
    /// # Errors
    ///
    /// The text is none of the three: see [`ExposeError`].
    pub fn parse(text: &str) -> Result<Self, ExposeError> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or_else(|| ExposeError {
                text: text.to_owned(),
            })
    }

    /// The level as the protocol spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Session => "session",
            Self::Confirm => "confirm",
        }
    }
}

impl fmt::Display for Expose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Expose {
    type Err = ExposeError;

    fn from_str(text: &str) -> Result<Self, ExposeError> {
        Self::parse(text)
    }
}

/// A text that is no expose level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExposeError {
    text: String,
}

impl fmt::Display for ExposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text } = self;
        write!(f, "unknown expose level `{text}`; ")?;
        if let Some(level) = did_you_mean(text, Expose::ALL.map(Expose::as_str)) {
            write!(f, "did you mean `{level}`? ")?;
        }
        f.write_str("it must be `public`, `session` or `confirm`")
    }
}

impl Error for ExposeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_reads_back() {
        for level in Expose::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
    }

    #[test]
    fn the_spelling_is_exact() {
        for text in ["", "Public", " session", "none", "confirmed"] {
            assert!(Expose::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_stranger_gets_the_list_alone() {
        assert_eq!(
            Expose::parse("everybody").unwrap_err().to_string(),
            "unknown expose level `everybody`; it must be `public`, `session` or `confirm`",
        );
    }
}
