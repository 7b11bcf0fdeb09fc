//! Classes: `[a-z]`, whose grammar is one of its own.

use super::{Member, Translator, literal};

impl Translator<'_> {
    /// What follows a `[`.
    pub(super) fn class(&mut self) -> Result<(), String> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut members = String::new();
        while let Some(member) = self.class_member()? {
            if self.rest.next_if_eq(&'-').is_none() {
                push_member(&mut members, &member);
                continue;
            }
            let Some(last) = self.class_member()? else {
                push_member(&mut members, &member);
                literal(&mut members, '-');
                break;
            };
            match (member, last) {
                (Member::Character(first), Member::Character(last)) if first <= last => {
                    literal(&mut members, first);
                    members.push('-');
                    literal(&mut members, last);
                }
                (Member::Character(first), Member::Character(last)) => {
                    return Err(format!(
                        "has the range `{first}-{last}`, whose end is before its start"
                    ));
                }
                _ => {
                    return Err(
                        "has a range with a set at its end: write the `-` last, as in `[\\w-]`"
                            .into(),
                    );
                }
            }
        }
        // The engine knows no class without members.
        match (members.is_empty(), negated) {
            (true, true) => self.to.push_str(r"[\x{0}-\x{10FFFF}]"),
            (true, false) => self.to.push_str(r"[^\x{0}-\x{10FFFF}]"),
            (false, true) => self.to.extend(["[^", &members, "]"]),
            (false, false) => self.to.extend(["[", &members, "]"]),
        }
        Ok(())
    }

    /// One member of a class; `None` at its `]`.
    fn class_member(&mut self) -> Result<Option<Member>, String> {
        Ok(Some(match self.rest.next() {
            None => {
                return Err("has a `[` that is never closed: write `\\[` for the character".into());
            }
            Some(']') => return Ok(None),
            Some('\\') => match self.rest.peek() {
                Some('b') => {
                    self.rest.next();
                    Member::Character('\u{8}')
                }
                Some('-') => {
                    self.rest.next();
                    Member::Character('-')
                }
                _ => self.escaped()?,
            },
            // `[[:alpha:]]` of other dialects, which here would be `[`, `:`, …
            Some('[') if self.rest.peek() == Some(&':') => {
                return Err(
                    "has `[:…:]`, which ECMA-262 reads letter by letter: write such as `A-Za-z`"
                        .into(),
                );
            }
            Some(character) => Member::Character(character),
        }))
    }
}

fn push_member(to: &mut String, member: &Member) {
    match member {
        Member::Character(character) => literal(to, *character),
        Member::Set(set) => to.push_str(set),
    }
}
