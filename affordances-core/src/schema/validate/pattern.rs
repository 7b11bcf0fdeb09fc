//! Patterns: JSON Schema reads them as ECMA-262 with the `u` flag, and so are
//! they enforced, by an engine whose time is linear in the text.
//!
//! What the dialect has and a linear engine has not (looking around,
//! backreferences), and what other dialects have and ECMA-262 has not
//! (`(?i)`, `\A`, `[[:alpha:]]`), is refused in words.

use std::iter::Peekable;
use std::str::Chars;

use regex::{Regex, RegexBuilder};

use self::sets::{BINARY_PROPERTIES, GENERAL_CATEGORIES, WHITESPACE};

mod class;
mod sets;

/// The most memory that one compiled pattern takes, in bytes.
const LARGEST: usize = 1 << 20;
/// The deepest nesting of groups.
const DEEPEST: usize = 50;

/// Compiles a pattern.
///
/// # Errors
///
/// In words: what in it cannot be enforced, and what to write instead.
pub(super) fn compile(pattern: &str) -> Result<Regex, String> {
    let translated = translate(pattern)?;
    RegexBuilder::new(&translated)
        .size_limit(LARGEST)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => {
                "is too large: repeat fewer times, and bound the length with `length(max = ..)`"
                    .to_owned()
            }
            _ => "has a part that the engine does not know".to_owned(),
        })
}

/// The pattern in the engine's dialect.
pub(super) fn translate(pattern: &str) -> Result<String, String> {
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        to: String::with_capacity(pattern.len() + 16),
        depth: 0,
    };
    translator.disjunction()?;
    match translator.rest.next() {
        None => Ok(translator.to),
        Some(close) => Err(format!(
            "has a `{close}` too many: write `\\{close}` for the character"
        )),
    }
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    to: String,
    depth: usize,
}

/// A member of a class, before it is known whether a range follows.
enum Member {
    Character(char),
    Set(String),
}

impl Translator<'_> {
    fn disjunction(&mut self) -> Result<(), String> {
        loop {
            match self.rest.peek() {
                None | Some(')') => return Ok(()),
                Some('|') => {
                    self.rest.next();
                    self.to.push('|');
                }
                Some(_) => self.term()?,
            }
        }
    }

    fn term(&mut self) -> Result<(), String> {
        let Some(first) = self.rest.next() else {
            return Ok(());
        };
        let repeats = match first {
            '^' | '$' => {
                self.to.push(first);
                false
            }
            '(' => {
                self.group()?;
                true
            }
            '[' => {
                self.class()?;
                true
            }
            '.' => {
                self.to.push_str(r"[^\n\r\x{2028}\x{2029}]");
                true
            }
            '\\' => self.escape()?,
            '*' | '+' | '?' => return Err(nothing_to_repeat(first)),
            '{' | '}' | ']' => {
                return Err(format!(
                    "has a bare `{first}`: write `\\{first}` for the character"
                ));
            }
            character => {
                literal(&mut self.to, character);
                true
            }
        };
        self.quantifier(repeats)
    }

    /// What follows a `(`.
    fn group(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("nests more than {DEEPEST} groups"));
        }
        self.to.push_str("(?:");
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next() {
                Some(':') => {}
                Some('=' | '!') => return Err(looks_around()),
                Some('<') => match self.rest.peek() {
                    Some('=' | '!') => return Err(looks_around()),
                    _ => self.name()?,
                },
                Some('P') => {
                    return Err("has `(?P<…>`, which is not ECMA-262: write `(?<…>`".into());
                }
                _ => {
                    return Err("sets flags in `(?…)`, which JSON Schema does not know: \
                                spell both cases as in `[Aa]`, or name the group `(?:…)`"
                        .into());
                }
            }
        }
        self.disjunction()?;
        if self.rest.next().is_none() {
            return Err("has a `(` that is never closed: write `\\(` for the character".into());
        }
        self.to.push(')');
        self.depth -= 1;
        Ok(())
    }

    fn name(&mut self) -> Result<(), String> {
        let mut length = 0;
        for character in self.rest.by_ref() {
            match character {
                '>' if length > 0 => return Ok(()),
                '0'..='9' if length > 0 => length += 1,
                'a'..='z' | 'A'..='Z' | '_' | '$' => length += 1,
                _ => break,
            }
        }
        Err("has a group whose name is none: write `(?<name>…)` or `(?:…)`".into())
    }

    fn quantifier(&mut self, repeats: bool) -> Result<(), String> {
        let Some(sign) = self
            .rest
            .next_if(|next| matches!(next, '*' | '+' | '?' | '{'))
        else {
            return Ok(());
        };
        if !repeats {
            return Err(nothing_to_repeat(sign));
        }
        self.to.push(sign);
        if sign == '{' {
            self.counts()?;
        }
        // Whether it is greedy does not change whether it matches.
        self.rest.next_if_eq(&'?');
        match self.rest.peek() {
            Some(&again @ ('*' | '+' | '?' | '{')) => Err(nothing_to_repeat(again)),
            _ => Ok(()),
        }
    }

    /// What follows a `{`: `n}`, `n,}` or `n,m}`.
    fn counts(&mut self) -> Result<(), String> {
        let bare = || "has a bare `{`: write `\\{` for the character".to_owned();
        let least = self.count().ok_or_else(bare)?;
        self.to.push_str(&least.to_string());
        if self.rest.next_if_eq(&',').is_some() {
            self.to.push(',');
            if let Some(most) = self.count() {
                if most < least {
                    return Err(format!("repeats at least {least} and at most {most} times"));
                }
                self.to.push_str(&most.to_string());
            }
        }
        self.rest.next_if_eq(&'}').ok_or_else(bare)?;
        self.to.push('}');
        Ok(())
    }

    fn count(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().ok()
    }

    /// What follows a `\` outside a class. Whether it can be repeated.
    fn escape(&mut self) -> Result<bool, String> {
        match self.rest.peek() {
            Some('b') => self.to.push_str(r"(?-u:\b)"),
            Some('B') => self.to.push_str(r"(?-u:\B)"),
            Some('1'..='9' | 'k') => {
                return Err(
                    "refers back to a group, which takes more than linear time: \
                            spell out what may repeat"
                        .into(),
                );
            }
            _ => {
                match self.escaped()? {
                    Member::Character(character) => literal(&mut self.to, character),
                    Member::Set(set) => self.to.push_str(&set),
                }
                return Ok(true);
            }
        }
        self.rest.next();
        Ok(false)
    }

    /// A character or set written with a `\`.
    fn escaped(&mut self) -> Result<Member, String> {
        let Some(letter) = self.rest.next() else {
            return Err("ends in a `\\`: write `\\\\` for the character".into());
        };
        Ok(Member::Character(match letter {
            'd' => return Ok(Member::Set("[0-9]".into())),
            'D' => return Ok(Member::Set("[^0-9]".into())),
            'w' => return Ok(Member::Set("[A-Za-z0-9_]".into())),
            'W' => return Ok(Member::Set("[^A-Za-z0-9_]".into())),
            's' => return Ok(Member::Set(format!("[{WHITESPACE}]"))),
            'S' => return Ok(Member::Set(format!("[^{WHITESPACE}]"))),
            'p' | 'P' => return self.property(letter == 'P').map(Member::Set),
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            '0' if !self.rest.peek().is_some_and(char::is_ascii_digit) => '\0',
            'c' => match self.rest.next() {
                Some(control) if control.is_ascii_alphabetic() => char::from(control as u8 % 32),
                _ => return Err("has a `\\c` without a letter".into()),
            },
            'x' => self
                .hexadecimal(2)
                .and_then(char::from_u32)
                .ok_or("has a `\\x` without two hexadecimal digits")?,
            'u' => self.unicode()?,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => letter,
            'A' | 'a' => {
                return Err(format!(
                    "has `\\{letter}`, which is not ECMA-262: the start of the text is `^`"
                ));
            }
            'z' | 'Z' => {
                return Err(format!(
                    "has `\\{letter}`, which is not ECMA-262: the end of the text is `$`"
                ));
            }
            other if other.is_ascii_alphanumeric() => {
                return Err(format!("has `\\{other}`, which ECMA-262 does not know"));
            }
            other => {
                return Err(format!(
                    "has `\\{other}`, which ECMA-262 does not know: write `{other}`"
                ));
            }
        }))
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |number, _| {
            Some(number * 16 + self.rest.next()?.to_digit(16)?)
        })
    }

    /// What follows `\u`: four digits, two times four for a pair, or `{…}`.
    fn unicode(&mut self) -> Result<char, String> {
        let wrong = "has a `\\u` that is no character: write `\\u{1F600}` or `\\u00e9`";
        if self.rest.next_if_eq(&'{').is_some() {
            let mut number: u32 = 0;
            loop {
                match self.rest.next() {
                    Some('}') => return char::from_u32(number).ok_or_else(|| wrong.into()),
                    Some(digit) if number <= 0x10_ffff => {
                        number = number * 16 + digit.to_digit(16).ok_or(wrong)?;
                    }
                    _ => return Err(wrong.into()),
                }
            }
        }
        let high = self.hexadecimal(4).ok_or(wrong)?;
        if (0xd800..0xdc00).contains(&high) {
            let pair = self.rest.next() == Some('\\') && self.rest.next() == Some('u');
            let low = self
                .hexadecimal(4)
                .filter(|low| pair && (0xdc00..0xe000).contains(low));
            let low = low.ok_or(wrong)?;
            return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
                .ok_or_else(|| wrong.into());
        }
        char::from_u32(high).ok_or_else(|| wrong.into())
    }

    /// What follows `\p` or `\P`: `{Letter}`, `{Script=Greek}`.
    fn property(&mut self, negated: bool) -> Result<String, String> {
        let mut inside = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            inside.extend(self.rest.by_ref().take_while(|next| *next != '}'));
        }
        let (key, value) = inside.split_once('=').unwrap_or(("", &inside));
        let known = match key {
            "" => GENERAL_CATEGORIES.contains(&value) || BINARY_PROPERTIES.contains(&value),
            "General_Category" | "gc" => GENERAL_CATEGORIES.contains(&value),
            "Script" | "sc" | "Script_Extensions" | "scx" => {
                value.starts_with(|first: char| first.is_ascii_uppercase())
            }
            _ => false,
        };
        let set = format!("\\{}{{{inside}}}", if negated { 'P' } else { 'p' });
        if !known || Regex::new(&set).is_err() {
            return Err(format!(
                "has the property `{{{inside}}}`, which ECMA-262 does not know: \
                 write such as `\\p{{L}}`, `\\p{{Lu}}` or `\\p{{Script=Greek}}`"
            ));
        }
        Ok(set)
    }
}

/// Writes a character so that it stands for itself, in a class or outside.
fn literal(to: &mut String, character: char) {
    if character.is_ascii_alphanumeric() || !character.is_ascii() {
        to.push(character);
    } else {
        to.push_str(&format!("\\x{:02X}", u32::from(character)));
    }
}

fn nothing_to_repeat(sign: char) -> String {
    format!("has a `{sign}` with nothing to repeat: write `\\{sign}` for the character")
}

fn looks_around() -> String {
    "looks around (`(?=`, `(?!`, `(?<=`, `(?<!`), which takes more than linear time: \
     state each condition as a pattern of its own, \
     `#[schemars(extend(\"allOf\" = [{\"pattern\": \"…\"}, {\"pattern\": \"…\"}]))]`"
        .into()
}

#[cfg(test)]
mod tests;
