//! What names a session.

use std::fmt;

use uuid::Uuid;

/// A session's id: a UUID of version 7, so that the order of the ids is the
/// order of creation, which lists and indexes follow.
///
/// It is no secret: what opens a session is its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(Uuid);

impl SessionId {
    /// A new one.
    #[must_use]
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }

    /// Reads one as it stands in tokens and URLs: in the one spelling that
    /// [`Display`](fmt::Display) has.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let id = Uuid::try_parse(text).ok()?;
        let mut buffer = Uuid::encode_buffer();
        (id.hyphenated().encode_lower(&mut buffer) == text).then_some(Self(id))
    }

    /// Its bytes, for a store.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// One of `parts`, the same for the same id. An id ends in 62 random bits, and
    /// none comes from outside, so nothing has to be hashed.
    #[must_use]
    pub(crate) fn part_of(&self, parts: usize) -> usize {
        let [.., a, b, c, d] = *self.as_bytes();
        u32::from_be_bytes([a, b, c, d]) as usize % parts
    }

    /// From its bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_their_creation_and_have_one_spelling() {
        let ids: Vec<_> = (0..1000).map(|_| SessionId::generate()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        let text = ids[0].to_string();
        assert_eq!(SessionId::parse(&text), Some(ids[0]));
        for other in [
            text.to_uppercase(),
            text.replace('-', ""),
            format!("{{{text}}}"),
        ] {
            assert_eq!(SessionId::parse(&other), None);
        }
        assert_eq!(SessionId::from_bytes(*ids[0].as_bytes()), ids[0]);
    }
}
