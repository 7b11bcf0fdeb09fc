//! What a request says of itself: `Authorization: Bearer ..` and `Idempotency-Key`.

use axum::http::{HeaderMap, header};

use super::body::Unread;

/// The token, if there is one: the scheme in any case (RFC 9110), and one header
/// line, for two say two things.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut lines = headers.get_all(header::AUTHORIZATION).iter();
    let (line, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    let (scheme, token) = match line.to_str().ok()?.split_once(' ') {
        Some((scheme, token)) => (scheme, token.trim()),
        None => (line.to_str().ok()?, ""),
    };
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

/// The longest idempotency key, in bytes.
const LONGEST_KEY: usize = 255;

/// The idempotency key, if there is one.
///
/// One that cannot be used is refused: whoever sent it counts on it.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Unread> {
    let mut lines = headers.get_all("idempotency-key").iter();
    let Some(line) = lines.next() else {
        return Ok(None);
    };
    let key = line.to_str().map_or("", str::trim);
    let is_usable = !key.is_empty() && key.len() <= LONGEST_KEY && lines.next().is_none();
    if is_usable {
        Ok(Some(key))
    } else {
        Err(Unread::InvalidKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(lines: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::AUTHORIZATION, line.parse().unwrap());
        }
        bearer(&headers).map(str::to_owned)
    }

    #[test]
    fn b40_the_scheme_is_case_insensitive() {
        for line in ["Bearer x", "bearer x", "BEARER  x "] {
            assert_eq!(token(&[line]).as_deref(), Some("x"), "{line}");
        }
    }

    #[test]
    fn what_is_no_bearer_is_no_credential() {
        for lines in [
            &[][..],
            &["Basic x"],
            &["Bearerx"],
            &["Bearer x", "Bearer y"],
        ] {
            assert_eq!(token(lines), None, "{lines:?}");
        }
        assert_eq!(token(&["Bearer"]).as_deref(), Some(""));
    }
}
