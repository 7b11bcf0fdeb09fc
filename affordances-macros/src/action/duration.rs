//! `timeout = "5s"`, or a whole number of seconds.
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr};

/// The units, as written, in milliseconds.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)];

const FORMS: &str = "write it as in `500ms`, `5s`, `2min` or `1h`; a number alone, as in `timeout = 5`, is in seconds";

/// A duration as written.
pub(crate) enum WrittenDuration {
    Text(LitStr),
    Seconds(LitInt),
}

impl Parse for WrittenDuration {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            input.parse().map(Self::Text)
        } else {
            input.parse().map(Self::Seconds)
        }
    }
}

impl WrittenDuration {
    /// The duration in milliseconds, more than none.
    pub(crate) fn millis(&self) -> Result<u64, String> {
        match self {
            Self::Text(text) => millis(&text.value()),
            Self::Seconds(number) => {
                checked(&number.to_string(), number.base10_parse().ok(), 1_000)
            }
        }
    }
}

impl ToTokens for WrittenDuration {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Seconds(number) => number.to_tokens(tokens),
        }
    }
}

fn millis(text: &str) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, unit) = text.split_at(digits);
    let unit = unit.trim_start();
    if count.is_empty() || unit.starts_with(['.', ',']) {
        return Err(format!(
            "timeout `{text}` must begin with a whole number\n{FORMS}"
        ));
    }
    if unit.is_empty() {
        return Err(format!("timeout `{text}` must name its unit\n{FORMS}"));
    }
    let Some((_, factor)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(format!(
            "unknown unit `{unit}` in timeout `{text}`\n{FORMS}"
        ));
    };
    checked(text, count.parse().ok(), *factor)
}

fn checked(text: &str, count: Option<u64>, factor: u64) -> Result<u64, String> {
    match count.and_then(|count| count.checked_mul(factor)) {
        None => Err(format!(
            "`{text}` must be shorter: it does not fit a `Duration`"
        )),
        Some(0) => Err(format!(
            "`{text}` must be longer: no call can end in no time"
        )),
        Some(millis) => Ok(millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tokens: &str) -> Result<u64, String> {
        let written: WrittenDuration = syn::parse_str(tokens).expect("a literal");
        written.millis()
    }

    #[test]
    fn every_unit_is_read() {
        assert_eq!(read("\"250ms\""), Ok(250));
        assert_eq!(read("\"5s\""), Ok(5_000));
        assert_eq!(read("\"5 s\""), Ok(5_000));
        assert_eq!(read("\"2min\""), Ok(120_000));
        assert_eq!(read("\"1h\""), Ok(3_600_000));
        assert_eq!(read("30"), Ok(30_000));
    }

    #[test]
    fn what_is_no_duration_is_told_the_forms() {
        for text in [
            "\"5\"", "\"5sec\"", "\"fast\"", "\"\"", "\"-1s\"", "\"1.5s\"", "\"s\"",
        ] {
            let message = read(text).expect_err(text);
            assert!(message.contains("`500ms`"), "{text}: {message}");
        }
    }

    #[test]
    fn no_time_and_too_much_time_are_refused() {
        assert!(read("0").is_err());
        assert!(read("\"0ms\"").is_err());
        assert!(read("18446744073709551615").is_err());
        assert!(read("\"99999999999999999999s\"").is_err());
    }
}
