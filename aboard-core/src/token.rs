//! Session tokens (specification, section 2.2): made at creation, judged before
//! anything else is done for a step.
//!
//! `base64url(payload) "." base64url(HMAC-SHA256(encoded payload))`, where the
//! payload is `{"sid":…,"exp":…}` with `exp` in whole Unix seconds, and the key
//! is the secret's bytes as they are.

use std::error::Error;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The shortest secret that is accepted, in bytes.
pub const SHORTEST_SECRET: usize = 32;
/// Ours are about 130 bytes long; no work is done for longer ones.
const LONGEST_TOKEN: usize = 512;
/// Each takes a turn for every token that is wrong.
const MOST_KEYS: usize = 16;

/// The secrets that sign session tokens. The first signs; every one verifies,
/// so that tokens outlive a rotation for as long as their key is kept.
///
/// ```
/// use aboard_core::token::TokenKeys;
///
/// let keys = TokenKeys::new("a secret of thirty-two bytes, or of more")?;
/// let rotated = TokenKeys::new("the new secret, again of 32 bytes or more")?
///     .and_previous("a secret of thirty-two bytes, or of more")?;
///
/// let token = keys.sign("session-1", 2_000_000_000);
/// assert_eq!(rotated.verify(&token, 1_900_000_000).as_deref(), Some("session-1"));
/// assert!(TokenKeys::new("too short").is_err());
/// # Ok::<(), aboard_core::token::WeakSecret>(())
/// ```
#[derive(Clone)]
pub struct TokenKeys {
    /// Each keyed and ready; the first signs.
    keys: Vec<Hmac<Sha256>>,
}

#[derive(Serialize, Deserialize)]
struct Payload<'a> {
    #[serde(borrow)]
    sid: &'a str,
    exp: u64,
}

impl TokenKeys {
    /// Signs and verifies with one secret.
    ///
    /// # Errors
    ///
    /// [`WeakSecret`] for one of fewer than [`SHORTEST_SECRET`] bytes.
    pub fn new(secret: impl AsRef<[u8]>) -> Result<Self, WeakSecret> {
        Ok(Self {
            keys: vec![keyed(secret.as_ref())?],
        })
    }

    /// Verifies with a secret of earlier times too.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); also when there are too many.
    pub fn and_previous(mut self, secret: impl AsRef<[u8]>) -> Result<Self, WeakSecret> {
        if self.keys.len() == MOST_KEYS {
            return Err(WeakSecret::TooMany);
        }
        self.keys.push(keyed(secret.as_ref())?);
        Ok(self)
    }

    /// A token for session `sid`, valid until `exp` (Unix seconds).
    #[must_use]
    pub fn sign(&self, sid: &str, exp: u64) -> String {
        // Strings and integers always serialise.
        let payload = serde_json::to_vec(&Payload { sid, exp }).unwrap_or_default();
        let mut token = String::with_capacity(128);
        BASE64URL.encode_string(payload, &mut token);
        let mut mac = self.keys[0].clone();
        mac.update(token.as_bytes());
        token.push('.');
        BASE64URL.encode_string(mac.finalize().into_bytes(), &mut token);
        token
    }

    /// The session that a token is for, unless it is none of ours or has expired
    /// at `now` (Unix seconds). Why it is refused is nobody's business.
    #[must_use]
    pub fn verify(&self, token: &str, now: u64) -> Option<String> {
        let encoded = self.authentic(token)?;
        let payload = BASE64URL.decode(encoded).ok()?;
        let Payload { sid, exp } = serde_json::from_slice(&payload).ok()?;
        (now < exp).then(|| sid.to_owned())
    }

    /// The payload, still encoded, of a token that one of our keys has signed.
    fn authentic<'t>(&self, token: &'t str) -> Option<&'t str> {
        if token.len() > LONGEST_TOKEN {
            return None;
        }
        let (payload, signature) = token.split_once('.')?;
        // The decoder refuses padding, foreign characters (another `.` too) and
        // bits that do not matter: one signature has one spelling.
        let signature = BASE64URL.decode(signature).ok()?;
        let signed = |key: &Hmac<Sha256>| {
            let mut mac = key.clone();
            mac.update(payload.as_bytes());
            mac.verify_slice(&signature).is_ok()
        };
        self.keys.iter().any(signed).then_some(payload)
    }
}

fn keyed(secret: &[u8]) -> Result<Hmac<Sha256>, WeakSecret> {
    if secret.len() < SHORTEST_SECRET {
        return Err(WeakSecret::TooShort(secret.len()));
    }
    Hmac::new_from_slice(secret).map_err(|_| WeakSecret::TooShort(secret.len()))
}

impl fmt::Debug for TokenKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenKeys({} keys)", self.keys.len())
    }
}

/// Why a secret is refused. The text never has the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeakSecret {
    /// It has this many bytes.
    TooShort(usize),
    /// There are enough already.
    TooMany,
}

impl fmt::Display for WeakSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(length) => write!(
                f,
                "the secret that signs session tokens must have at least {SHORTEST_SECRET} bytes, \
                 not {length}:\n  make one with `openssl rand -base64 32`"
            ),
            Self::TooMany => write!(
                f,
                "there must not be more than {MOST_KEYS} secrets for session tokens:\n  \
                 drop those whose tokens have expired"
            ),
        }
    }
}

impl Error for WeakSecret {}

#[cfg(test)]
mod tests;
