//! Who is calling: a person by their cookie, an agent by its bearer token. Asked
//! once per request, before any page is loaded.

use affordances::{Authenticator, Caller, Unreachable};
use axum::http::request::Parts;
use subtle::ConstantTimeEq as _;

use crate::name::Name;
use crate::session::Sessions;

/// For trying things out. A real shop issues tokens and keeps their hashes.
const AGENTS: [(&str, &str); 2] = [
    ("demo-agent-token", "demo-agent"),
    ("demo-second-token", "demo-second"),
];

/// Recognises the callers of this shop.
#[derive(Debug)]
pub struct Callers {
    sessions: Sessions,
}

impl Callers {
    /// People are known by these sessions.
    #[must_use]
    pub fn new(sessions: Sessions) -> Self {
        Self { sessions }
    }
}

impl Authenticator for Callers {
    async fn session(&self, parts: &Parts) -> Result<Option<Caller>, Unreachable> {
        Ok(self.sessions.name(&parts.headers).map(person))
    }

    async fn bearer(&self, token: &str, _: &Parts) -> Result<Option<Caller>, Unreachable> {
        Ok(agent(token))
    }
}

/// The caller that someone becomes by signing in. The prefix keeps people and
/// agents apart, whatever name they choose.
#[must_use]
pub fn person(name: Name) -> Caller {
    Caller::new(format!("person:{name}")).with_user(name)
}

/// The agent of this token. All tokens are compared, in full, so that the time
/// it takes tells nothing about them.
fn agent(token: &str) -> Option<Caller> {
    let mut found = None;
    for (known, name) in AGENTS {
        if bool::from(token.as_bytes().ct_eq(known.as_bytes())) {
            found = Some(name);
        }
    }
    let name = Name::parse(found?).ok()?;
    Some(Caller::new(format!("agent:{name}")).with_user(name))
}

/// The name a caller goes by.
#[must_use]
pub fn name_of(caller: Option<&Caller>) -> Option<&str> {
    caller?.user::<Name>().map(Name::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_agent() {
        assert_eq!(
            agent("demo-agent-token").unwrap().subject(),
            "agent:demo-agent"
        );
        assert_eq!(
            name_of(agent("demo-second-token").as_ref()),
            Some("demo-second")
        );
        for bad in [
            "",
            "demo-agent-toke",
            "demo-agent-token2",
            "Demo-agent-token",
        ] {
            assert!(agent(bad).is_none());
        }
    }

    #[test]
    fn no_person_meets_an_agent() {
        let person = person(Name::parse("agent:demo-agent").unwrap());
        assert_eq!(person.subject(), "person:agent:demo-agent");
    }
}
