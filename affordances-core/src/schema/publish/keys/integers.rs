//! Keys that are integers: schemars tells signed from unsigned and no more, so
//! the type is asked for the rest, with keys at the edges of each width.

/// The patterns that schemars gives to keys that are integers.
pub(super) const SIGNED: &str = r"^-?\d+$";
pub(super) const UNSIGNED: &str = r"^\d+$";

/// The pattern of exactly the keys that the type reads; `None` where it reads
/// no integer at all.
pub(super) fn exact(pattern: &str, accepts: impl Fn(&str) -> bool) -> Option<String> {
    let (zero, signed) = (accepts("0"), pattern == SIGNED);
    if !zero && !accepts("1") {
        return None;
    }
    let zero = if zero { "0|" } else { "" };
    if signed {
        let most = [
            i8::MAX.into(),
            i16::MAX.into(),
            i32::MAX.into(),
            i128::from(i64::MAX),
            i128::MAX,
        ]
        .into_iter()
        .find(|most| {
            most.checked_add(1)
                .is_none_or(|beyond| !accepts(&beyond.to_string()))
        })?;
        // One below zero there is one more than above.
        let least = most.unsigned_abs() + 1;
        return Some(format!(
            "^({zero}-?({})|-{least})$",
            up_to(&most.to_string())
        ));
    }
    let most = [
        u8::MAX.into(),
        u16::MAX.into(),
        u32::MAX.into(),
        u128::from(u64::MAX),
        u128::MAX,
    ]
    .into_iter()
    .find(|most| {
        most.checked_add(1)
            .is_none_or(|beyond| !accepts(&beyond.to_string()))
    })?;
    Some(format!("^({zero}{})$", up_to(&most.to_string())))
}

/// A pattern of the integers from 1 up to one, without leading zeros.
fn up_to(most: &str) -> String {
    let last = most.len() - 1;
    let mut parts = Vec::new();
    if last > 0 {
        parts.push(format!("[1-9]{}", any_digits(0, last - 1)));
    }
    // As many digits: the same up to one that is less, then any.
    for (at, digit) in most.bytes().enumerate() {
        let least = if at == 0 { b'1' } else { b'0' };
        let greatest = if at == last { digit } else { digit - 1 };
        if greatest >= least {
            let (least, greatest) = (char::from(least), char::from(greatest));
            let below = if least == greatest {
                least.to_string()
            } else {
                format!("[{least}-{greatest}]")
            };
            parts.push(format!(
                "{}{below}{}",
                &most[..at],
                any_digits(last - at, last - at)
            ));
        }
    }
    parts.join("|")
}

fn any_digits(least: usize, most: usize) -> String {
    match (least, most) {
        (_, 0) => String::new(),
        (1, 1) => "[0-9]".to_owned(),
        (0, 1) => "[0-9]?".to_owned(),
        (least, most) if least == most => format!("[0-9]{{{most}}}"),
        (least, most) => format!("[0-9]{{{least},{most}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_up_to_a_number_matches_no_other() {
        for most in [1_u32, 7, 9, 10, 19, 99, 100, 127, 255, 1000, 2047] {
            let pattern = regex::Regex::new(&format!("^({})$", up_to(&most.to_string()))).unwrap();
            for number in 0..3000 {
                assert_eq!(
                    pattern.is_match(&number.to_string()),
                    (1..=most).contains(&number),
                    "{most} {number}"
                );
            }
            assert!(!pattern.is_match("01") && !pattern.is_match(""));
        }
    }
}
