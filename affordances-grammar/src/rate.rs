//! Grammar of `rate`: how many calls a caller may make in how long.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Units by every spelling that is accepted, with their seconds; the first of each is canonical.
const UNITS: [(&[&str], u32); 4] = [
    (&["s", "sec", "second"], 1),
    (&["min", "m", "minute"], 60),
    (&["hour", "h"], 3_600),
    (&["day", "d"], 86_400),
];

/// A limit such as `10/min`. Neither [`parse`](Self::parse) nor [`new`](Self::new) gives a zero.
///
/// # Example
///
/// ```
/// use affordances_grammar::Rate;
/// use std::time::Duration;
///
/// let rate = Rate::parse("10/min")?;
/// assert_eq!((rate.calls, rate.per), (10, Duration::from_secs(60)));
///
/// // What a macro writes into a table.
/// const RATE: Rate = Rate::new(10, 60);
/// assert_eq!(RATE, rate);
/// # Ok::<(), affordances_grammar::rate::RateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    /// How many calls.
    pub calls: u32,
    /// In how long.
    pub per: Duration,
}

impl Rate {
    /// `calls` in every `seconds`. A zero counts as one, so that a limiter never divides by it.
    #[must_use]
    pub const fn new(calls: u32, seconds: u32) -> Self {
        Self {
            calls: if calls == 0 { 1 } else { calls },
            per: Duration::from_secs(if seconds == 0 { 1 } else { seconds as u64 }),
        }
    }

    /// Reads `calls/unit`; the unit is a second, minute, hour or day.
    ///
    /// # Errors
    ///
    /// The text has another form, or allows nothing: see [`RateError`].
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::Rate;
    ///
    /// assert_eq!(Rate::parse("30/m"), Rate::parse("30/minute"));
    /// assert_eq!(
    ///     Rate::parse("10/week").unwrap_err().to_string(),
    ///     "unknown unit `week` in rate `10/week`: \
    ///      write it as in `10/s`, `10/min`, `10/hour` or `10/day`",
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, RateError> {
        let error = |fault| RateError {
            text: text.to_owned(),
            fault,
        };
        let (count, unit) = text.split_once('/').ok_or_else(|| error(Fault::NoSlash))?;
        if count.is_empty() || !count.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error(Fault::NoNumber(count.to_owned())));
        }
        let calls: u32 = count.parse().map_err(|_| error(Fault::TooMany))?;
        if calls == 0 {
            return Err(error(Fault::Nothing));
        }
        let seconds = UNITS
            .iter()
            .find(|(spellings, _)| spellings.contains(&unit))
            .map(|&(_, seconds)| seconds)
            .ok_or_else(|| error(Fault::UnknownUnit(unit.to_owned())))?;
        Ok(Self::new(calls, seconds))
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.per.as_secs();
        match UNITS.iter().find(|unit| u64::from(unit.1) == seconds) {
            Some((spellings, _)) => write!(f, "{}/{}", self.calls, spellings[0]),
            None => write!(f, "{} in {seconds} s", self.calls),
        }
    }
}

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        Self::parse(text)
    }
}

/// Why a text is no rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateError {
    text: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    NoSlash,
    NoNumber(String),
    TooMany,
    Nothing,
    UnknownUnit(String),
}

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, fault } = self;
        match fault {
            Fault::NoSlash => write!(f, "rate `{text}` must name its unit: ")?,
            Fault::NoNumber(count) => write!(
                f,
                "rate `{text}` must begin with a whole number, not with `{count}`: "
            )?,
            Fault::TooMany => {
                return write!(f, "rate `{text}` must not exceed {} calls", u32::MAX);
            }
            Fault::Nothing => {
                return write!(
                    f,
                    "rate `{text}` must not be zero, it would refuse every call: drop `rate` for no limit"
                );
            }
            Fault::UnknownUnit(unit) => write!(f, "unknown unit `{unit}` in rate `{text}`: ")?,
        }
        f.write_str("write it as in `10/s`, `10/min`, `10/hour` or `10/day`")
    }
}

impl Error for RateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_unit_is_read() {
        for (spellings, seconds) in UNITS {
            for unit in spellings {
                assert_eq!(Rate::parse(&format!("7/{unit}")), Ok(Rate::new(7, seconds)));
            }
        }
    }

    #[test]
    fn a_rate_displays_as_it_is_read() {
        for text in ["5/s", "10/min", "100/hour", "1/day"] {
            assert_eq!(Rate::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Rate::new(3, 90).to_string(), "3 in 90 s");
    }

    #[test]
    fn errors_say_how_to_write_it() {
        let message = |text| Rate::parse(text).unwrap_err().to_string();
        let hint = "write it as in `10/s`, `10/min`, `10/hour` or `10/day`";
        assert_eq!(
            message("10"),
            format!("rate `10` must name its unit: {hint}")
        );
        for text in ["/min", "ten/min", "-1/min", "+1/min", "1.5/s", " 1/s", ""] {
            assert!(message(text).ends_with(hint), "{text}");
        }
        for text in ["1/", "1/ s", "1/S", "1/min/s"] {
            assert!(message(text).starts_with("unknown unit"), "{text}");
        }
        assert!(message("0/s").contains("drop `rate` for no limit"));
        assert!(message("4294967296/s").contains("must not exceed 4294967295 calls"));
    }

    #[test]
    fn a_table_never_holds_a_zero() {
        assert_eq!(Rate::new(0, 0), Rate::new(1, 1));
    }
}
