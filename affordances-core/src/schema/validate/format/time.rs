//! Dates and times as RFC 3339 writes them.

/// Reads a text from its start; each step is `None` where it does not fit.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn digits(&mut self, count: usize, from: u32, to: u32) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        let number = digits.iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit()
                .then(|| number * 10 + u32::from(byte - b'0'))
        })?;
        self.0 = rest;
        (from..=to).contains(&number).then_some(number)
    }

    fn one_of(&mut self, allowed: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        allowed.contains(first).then_some(*first)
    }

    fn date(&mut self) -> Option<()> {
        let year = self.digits(4, 0, 9999)?;
        self.one_of(b"-")?;
        let month = self.digits(2, 1, 12)?;
        self.one_of(b"-")?;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        self.digits(2, 1, last)?;
        Some(())
    }

    /// Minutes since midnight, and the second.
    fn clock(&mut self) -> Option<(u32, u32)> {
        let hour = self.digits(2, 0, 23)?;
        self.one_of(b":")?;
        let minute = self.digits(2, 0, 59)?;
        self.one_of(b":")?;
        let second = self.digits(2, 0, 60)?;
        if let Some((b'.', rest)) = self.0.split_first() {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            self.0 = rest.get(digits..).filter(|_| digits > 0)?;
        }
        Some((hour * 60 + minute, second))
    }

    /// Minutes east of Greenwich.
    fn offset(&mut self) -> Option<i32> {
        let sign = match self.one_of(b"Zz+-")? {
            b'+' => 1,
            b'-' => -1,
            _ => return Some(0),
        };
        let hours = self.digits(2, 0, 23)?;
        self.one_of(b":")?;
        let minutes = self.digits(2, 0, 59)?;
        i32::try_from(hours * 60 + minutes)
            .ok()
            .map(|minutes| sign * minutes)
    }

    /// A time with its offset; a leap second is the last of a day in UTC.
    fn time(&mut self) -> Option<()> {
        let (minutes, second) = self.clock()?;
        let utc = i32::try_from(minutes).ok()? - self.offset()?;
        (second < 60 || utc.rem_euclid(24 * 60) == 24 * 60 - 1).then_some(())
    }

    fn local_time(&mut self) -> Option<()> {
        self.clock().filter(|(_, second)| *second < 60).map(|_| ())
    }
}

fn reads(text: &str, read: impl FnOnce(&mut Reader<'_>) -> Option<()>) -> bool {
    let mut reader = Reader(text.as_bytes());
    read(&mut reader).is_some() && reader.0.is_empty()
}

pub(super) fn date(text: &str) -> bool {
    reads(text, |reader| reader.date())
}

pub(super) fn time(text: &str) -> bool {
    reads(text, |reader| reader.time())
}

pub(super) fn date_time(text: &str) -> bool {
    reads(text, |reader| {
        reader.date()?;
        reader.one_of(b"Tt")?;
        reader.time()
    })
}

/// `partial-time` of RFC 3339: without an offset.
pub(super) fn local_time(text: &str) -> bool {
    reads(text, |reader| reader.local_time())
}

/// A date and a time without an offset, as chrono's `NaiveDateTime`.
pub(super) fn local_date_time(text: &str) -> bool {
    reads(text, |reader| {
        reader.date()?;
        reader.one_of(b"T")?;
        reader.local_time()
    })
}

/// RFC 3339, appendix A: `P1Y2M3DT4H5M6S`, or weeks alone. Of a time, units are
/// left out at either end only.
pub(super) fn duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P').filter(|text| text.is_ascii()) else {
        return false;
    };
    if let Some(weeks) = text.strip_suffix('W') {
        return is_number(weeks);
    }
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let date_fits = date.is_empty() || units(date, "YMD");
    let time_fits = time.is_none_or(|time| units(time, "HMS"));
    date_fits && time_fits && !(date.is_empty() && time.is_none())
}

/// Numbers with neighbouring units in their order.
fn units(text: &str, order: &str) -> bool {
    let parts: Vec<&str> = text
        .split_inclusive(|c: char| c.is_ascii_alphabetic())
        .collect();
    let mut last = None;
    let fits = parts.iter().all(|part| {
        let (number, unit) = part.split_at(part.len() - 1);
        let at = order.find(unit);
        let follows = at.is_some() && (last.is_none() || last.map(|last: usize| last + 1) == at);
        last = at;
        follows && is_number(number)
    });
    fits && !parts.is_empty()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for day in ["2024-02-29", "2000-02-29", "2023-12-31", "0000-01-01"] {
            assert!(date(day), "{day}");
        }
        for day in [
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-00-01",
            "2024-1-01",
            "24-01-01",
            "2024-01-01 ",
        ] {
            assert!(!date(day), "{day}");
        }
    }

    #[test]
    fn a_time_has_an_offset_and_leaps_at_the_end_of_a_day() {
        for time in [
            "1985-04-12T23:20:50.52Z",
            "1996-12-19t16:39:57-08:00",
            "1990-12-31T15:59:60-08:00",
            "1990-12-31T23:59:60.1z",
        ] {
            assert!(date_time(time), "{time}");
        }
        for time in [
            "1985-04-12T23:20:50",
            "1985-04-12 23:20:50Z",
            "1985-04-12T24:00:00Z",
            "1990-12-31T23:58:60Z",
            "1985-04-12T23:20:50.Z",
            "1985-04-12T23:20:50+24:00",
            "1985-04-12T23:20:50Zx",
        ] {
            assert!(!date_time(time), "{time}");
        }
        assert!(time("00:00:00Z") && !time("00:00:00"));
        assert!(local_time("23:59:59.5") && !local_time("23:59:60") && !local_time("00:00:00Z"));
        assert!(local_date_time("2024-02-29T00:00:00") && !local_date_time("2024-02-30T00:00:00"));
    }

    #[test]
    fn a_duration_names_its_units_in_order() {
        for text in [
            "P1Y2M3DT4H5M6S",
            "P1D",
            "PT1H",
            "PT36H",
            "P4W",
            "P1M",
            "PT1M",
            "P1Y2M",
        ] {
            assert!(duration(text), "{text}");
        }
        for text in [
            "P", "PT", "P1DT", "1D", "P1", "P1H", "PT1D", "P2D1Y", "P1YT", "P1Y1D", "P1W2D",
            "PT1H1S", "PT1.5S", "P-1D",
        ] {
            assert!(!duration(text), "{text}");
        }
    }
}
