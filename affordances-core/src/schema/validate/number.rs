//! JSON numbers, compared exactly: no bound is rounded to a float.

use std::cmp::Ordering;

use serde_json::Number;

/// Below this no `i64` is: JSON integers beyond it arrive as this very float.
const LEAST: f64 = -9_223_372_036_854_775_808.0;

enum Exact {
    Integer(i128),
    Float(f64),
}

fn exact(number: &Number) -> Exact {
    if let Some(integer) = number.as_i64() {
        return Exact::Integer(integer.into());
    }
    if let Some(integer) = number.as_u64() {
        return Exact::Integer(integer.into());
    }
    match number.as_f64().unwrap_or(f64::NAN) {
        // `-9223372036854775809` is read as this float. It is taken for what
        // it is read from, lest an integer below all bounds count as the least.
        float if float.to_bits() == LEAST.to_bits() => Exact::Integer(i128::from(i64::MIN) - 1),
        float => Exact::Float(float),
    }
}

/// Whether JSON Schema calls it an integer: `1.0` is one.
pub(super) fn is_integer(number: &Number) -> bool {
    match exact(number) {
        Exact::Integer(_) => true,
        Exact::Float(float) => float.fract() == 0.0,
    }
}

/// The integer that a number such as `1.0` or `1e3` stands for; `None` for one
/// that is written as an integer already, is none, or is beyond 64 bits.
pub(super) fn whole(number: &Number) -> Option<Number> {
    let Exact::Float(float) = exact(number) else {
        return None;
    };
    let integer = truncated(float).filter(|_| float.fract() == 0.0)?;
    i64::try_from(integer)
        .map(Number::from)
        .or_else(|_| u64::try_from(integer).map(Number::from))
        .ok()
}

/// The integer part of a float that an `i128` holds.
fn truncated(float: f64) -> Option<i128> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "within these bounds the conversion is exact"
    )]
    (float.abs() < 1e38).then_some(float.trunc() as i128)
}

/// Which of two numbers is the greater.
pub(crate) fn compare(a: &Number, b: &Number) -> Ordering {
    match (exact(a), exact(b)) {
        (Exact::Integer(a), Exact::Integer(b)) => a.cmp(&b),
        (Exact::Float(a), Exact::Float(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        (Exact::Integer(a), Exact::Float(b)) => integer_with_float(a, b),
        (Exact::Float(a), Exact::Integer(b)) => integer_with_float(b, a).reverse(),
    }
}

fn integer_with_float(integer: i128, float: f64) -> Ordering {
    match truncated(float) {
        Some(whole) => integer.cmp(&whole).then_with(|| {
            0.0_f64
                .partial_cmp(&float.fract())
                .unwrap_or(Ordering::Equal)
        }),
        None if float > 0.0 => Ordering::Less,
        None => Ordering::Greater,
    }
}

/// Whether two numbers are the same: `1` and `1.0` are.
pub(super) fn equal(a: &Number, b: &Number) -> bool {
    compare(a, b) == Ordering::Equal
}

/// Whether a number is a multiple of another, in decimal as both are written:
/// `0.3` is one of `0.1`.
pub(super) fn is_multiple(number: &Number, of: &Number) -> bool {
    let (Some(number), Some(of)) = (Decimal::of(number), Decimal::of(of)) else {
        return false;
    };
    if number.digits == 0 {
        return true;
    }
    if of.digits == 0 {
        return false;
    }
    let shift = number.exponent - of.exponent;
    if let Ok(up) = u32::try_from(shift) {
        let modulus = of.digits;
        let mut rest = number.digits % modulus;
        for _ in 0..up {
            rest = rest * 10 % modulus;
        }
        return rest == 0;
    }
    10_u128
        .checked_pow(shift.unsigned_abs())
        .and_then(|tens| of.digits.checked_mul(tens))
        .is_some_and(|of| number.digits % of == 0)
}

/// `digits · 10^exponent`, its sign left out. At most 20 digits.
struct Decimal {
    digits: u128,
    exponent: i32,
}

impl Decimal {
    fn of(number: &Number) -> Option<Self> {
        let text = number.to_string();
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
            None => (text.as_str(), 0_i32),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
        Some(Self {
            digits: digits.parse().ok().filter(|digits| *digits < 1 << 64)?,
            exponent: exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn integers_and_floats_are_compared_exactly() {
        let ascending = [
            "-1e300",
            "-9223372036854775809",
            "-9223372036854775808",
            "-9223372036854775807",
            "-1.5",
            "-1",
            "0",
            "1e-300",
            "0.5",
            "1",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "1e300",
        ];
        for (n, small) in ascending.iter().enumerate() {
            assert!(equal(&number(small), &number(small)), "{small}");
            for great in &ascending[n + 1..] {
                let order = compare(&number(small), &number(great));
                assert_eq!(order, Ordering::Less, "{small} {great}");
                let order = compare(&number(great), &number(small));
                assert_eq!(order, Ordering::Greater, "{small} {great}");
            }
        }
        assert!(equal(&number("1"), &number("1.0")));
        assert!(equal(&number("0"), &number("-0.0")));
        assert!(equal(&number("1.0"), &number("10e-1")));
    }

    #[test]
    fn whole_floats_are_integers() {
        let whole = |text| whole(&number(text)).map(|number| number.to_string());
        for (text, integer) in [
            ("1.0", "1"),
            ("-0.0", "0"),
            ("1e18", "1000000000000000000"),
            ("1e19", "10000000000000000000"),
        ] {
            assert!(is_integer(&number(text)));
            assert_eq!(whole(text).as_deref(), Some(integer));
        }
        for text in ["1", "1.5", "1e20", "-1e19", "-9223372036854775809"] {
            assert_eq!(whole(text), None, "{text}");
        }
        assert!(is_integer(&number("1e300")) && !is_integer(&number("0.5")));
    }

    #[test]
    fn multiples_are_those_of_the_decimals() {
        for (of, multiples, others) in [
            (
                "0.1",
                &["0.3", "1", "0", "-7.7", "1e300"][..],
                &["0.35"][..],
            ),
            ("0.01", &["19.99", "4.35", "1.1"], &["0.005", "19.999"]),
            ("3", &["9", "-3.0", "3e30"], &["10", "1e30", "2.5"]),
            ("1e-8", &["0.00000001", "12391239123"], &["0.000000001"]),
            ("1e10", &["1e10", "20000000000"], &["1e9", "15"]),
            (
                "18446744073709551615",
                &["18446744073709551615"],
                &["18446744073709551614"],
            ),
        ] {
            for number_text in multiples {
                assert!(
                    is_multiple(&number(number_text), &number(of)),
                    "{number_text} {of}"
                );
            }
            for number_text in others {
                assert!(
                    !is_multiple(&number(number_text), &number(of)),
                    "{number_text} {of}"
                );
            }
        }
    }
}
