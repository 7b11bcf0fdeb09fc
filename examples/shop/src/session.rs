//! The session of a person: a signed cookie that carries their name. It is the
//! whole session, so a restart with the same secret signs nobody out.

use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HeaderName, SET_COOKIE};
use axum::response::AppendHeaders;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use hmac::digest::InvalidLength;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::entities::Visitor;
use crate::name::Name;
use affordances::Write;

const COOKIE_NAME: &str = "shop_session";

/// The header that changes the session, for an answer.
pub type SetSession = AppendHeaders<[(HeaderName, String); 1]>;

/// Begins, recognises and ends sessions.
#[derive(Clone, Debug)]
pub struct Sessions {
    key: Hmac<Sha256>,
    attributes: &'static str,
}

impl Sessions {
    /// Signs with `secret`; `secure` cookies travel encrypted only.
    ///
    /// # Errors
    ///
    /// Never for HMAC, which takes keys of any length.
    pub fn new(secret: &[u8], secure: bool) -> Result<Self, InvalidLength> {
        Ok(Self {
            // The cookie's name goes in first, so that no other signature made
            // with this secret can pass for a session.
            key: Hmac::new_from_slice(secret)?.chain_update(COOKIE_NAME),
            attributes: if secure {
                "Path=/; HttpOnly; SameSite=Lax; Secure"
            } else {
                "Path=/; HttpOnly; SameSite=Lax"
            },
        })
    }

    /// Signs in as `name`.
    pub fn begin(&self, _: &Write<Visitor>, name: &Name) -> SetSession {
        let payload = BASE64.encode(name.as_str());
        let signature = BASE64.encode(
            self.key
                .clone()
                .chain_update(&payload)
                .finalize()
                .into_bytes(),
        );
        let cookie = format!("{COOKIE_NAME}={payload}.{signature}; {}", self.attributes);
        AppendHeaders([(SET_COOKIE, cookie)])
    }

    /// Signs out.
    pub fn end(&self, _: &Write<Visitor>) -> SetSession {
        let cookie = format!("{COOKIE_NAME}=; {}; Max-Age=0", self.attributes);
        AppendHeaders([(SET_COOKIE, cookie)])
    }

    /// The name in the request's cookie. Another site of the same domain may
    /// have planted one beside ours, so any that is genuine will do.
    #[must_use]
    pub fn name(&self, headers: &HeaderMap) -> Option<Name> {
        headers
            .get_all(COOKIE)
            .iter()
            // A neighbour may be no text; ours is.
            .flat_map(|header| header.as_bytes().split(|byte| *byte == b';'))
            .filter_map(|cookie| std::str::from_utf8(cookie).ok())
            .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))
            .find_map(|value| self.verify(value))
    }

    fn verify(&self, value: &str) -> Option<Name> {
        let (payload, signature) = value.split_once('.')?;
        let signature = BASE64.decode(signature).ok()?;
        // Compares in constant time.
        self.key
            .clone()
            .chain_update(payload)
            .verify_slice(&signature)
            .ok()?;
        let name = String::from_utf8(BASE64.decode(payload).ok()?).ok()?;
        Name::parse(&name).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(secret: u8) -> Sessions {
        Sessions::new(&[secret; 32], false).unwrap()
    }

    fn cookie_of(sessions: &Sessions, name: &str) -> String {
        let name = Name::parse(name).unwrap();
        let AppendHeaders([(_, cookie)]) =
            sessions.begin(Write::outside_any_action("a test"), &name);
        cookie.split(';').next().unwrap().to_owned()
    }

    fn name_in(sessions: &Sessions, cookies: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(COOKIE, cookies.parse().unwrap())]);
        sessions.name(&headers).map(|name| name.to_string())
    }

    #[test]
    fn a_name_of_any_script_comes_back() {
        for name in ["Ada", "李雷; Path=/", "a=b.c, \"d\"", &"🦀".repeat(40)] {
            let cookie = cookie_of(&sessions(1), name);
            assert_eq!(name_in(&sessions(1), &cookie).as_deref(), Some(name));
        }
    }

    #[test]
    fn only_our_signature_counts() {
        let cookie = cookie_of(&sessions(1), "Ada");
        assert_eq!(name_in(&sessions(2), &cookie), None);
        let (payload, signature) = cookie.split_once('.').unwrap();
        let other = cookie_of(&sessions(1), "Eve");
        for forged in [
            format!("{}.{signature}", other.split_once('.').unwrap().0),
            format!("{payload}."),
            payload.to_owned(),
            format!("{cookie}A"),
            format!("shop_session={}", &cookie["shop_session".len()..]),
            "shop_session=".to_owned(),
        ] {
            assert_eq!(name_in(&sessions(1), &forged), None, "{forged}");
        }
    }

    #[test]
    fn a_planted_cookie_does_not_hide_the_genuine_one() {
        let cookie = cookie_of(&sessions(1), "Ada");
        let cookies = format!("a=b; shop_session=planted; {cookie}");
        assert_eq!(name_in(&sessions(1), &cookies).as_deref(), Some("Ada"));
    }

    #[test]
    fn the_cookie_is_kept_from_scripts_and_other_sites() {
        let set = |secure| {
            let sessions = Sessions::new(&[1; 32], secure).unwrap();
            let AppendHeaders([(_, cookie)]) = sessions.end(Write::outside_any_action("a test"));
            cookie
        };
        assert_eq!(
            set(false),
            "shop_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        );
        assert!(set(true).contains("; Secure;"));
    }
}
