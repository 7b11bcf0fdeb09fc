//! `Vary`: keeps what the app and its layers have said, and adds what we know.

use ::http::header::VARY;
use ::http::{HeaderMap, HeaderValue};

/// Adds `token` to `Vary`, unless it is there already or `*` says more.
///
/// Several lines become one, which is the form that every cache understands.
///
/// # Example
///
/// ```
/// use affordances_core::http::vary::add;
/// use http::{HeaderMap, HeaderValue, header::VARY};
///
/// let mut headers = HeaderMap::new();
/// headers.insert(VARY, HeaderValue::from_static("Cookie"));
/// add(&mut headers, "Accept");
/// assert_eq!(headers[VARY], "Cookie, Accept");
/// ```
pub fn add(headers: &mut HeaderMap, token: &str) {
    let mut joined: Vec<u8> = Vec::new();
    for line in headers.get_all(VARY) {
        for field in line
            .as_bytes()
            .split(|&b| b == b',')
            .map(<[u8]>::trim_ascii)
        {
            if field == b"*" || field.eq_ignore_ascii_case(token.as_bytes()) {
                return;
            }
            if !field.is_empty() {
                joined.extend_from_slice(field);
                joined.extend_from_slice(b", ");
            }
        }
    }
    joined.extend_from_slice(token.as_bytes());
    // Only a token that cannot stand in a header fails, and then nothing is lost.
    if let Ok(value) = HeaderValue::from_bytes(&joined) {
        headers.insert(VARY, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::garbage;
    use super::*;

    fn vary(lines: &[&'static str], token: &str) -> Vec<String> {
        let mut headers: HeaderMap = lines
            .iter()
            .map(|line| (VARY, HeaderValue::from_static(line)))
            .collect();
        add(&mut headers, token);
        let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
        headers.get_all(VARY).iter().map(text).collect()
    }

    #[test]
    fn a45_an_absent_vary_is_made() {
        assert_eq!(vary(&[], "Accept"), ["Accept"]);
        assert_eq!(vary(&[""], "Accept"), ["Accept"]);
    }

    #[test]
    fn a50_an_existing_vary_is_extended() {
        assert_eq!(vary(&["Cookie"], "Accept"), ["Cookie, Accept"]);
        assert_eq!(
            vary(&["accept-encoding , Cookie,", "Origin"], "Accept"),
            ["accept-encoding, Cookie, Origin, Accept"],
        );
    }

    #[test]
    fn a50_a_token_is_not_repeated() {
        assert_eq!(vary(&["cookie, ACCEPT"], "Accept"), ["cookie, ACCEPT"]);
        assert_eq!(vary(&["Cookie", "accept"], "Accept"), ["Cookie", "accept"]);
        assert_eq!(
            vary(&["Accept-Encoding"], "Accept"),
            ["Accept-Encoding, Accept"]
        );
    }

    #[test]
    fn a50_a_star_is_left() {
        assert_eq!(vary(&["*"], "Accept"), ["*"]);
        assert_eq!(vary(&["Cookie, *"], "Accept"), ["Cookie, *"]);
    }

    #[test]
    fn a50_garbage_gains_the_token_once() {
        for value in garbage::header_values(20_000) {
            let mut headers: HeaderMap = [(VARY, value)].into_iter().collect();
            add(&mut headers, "Cookie");
            let once = headers.clone();
            add(&mut headers, "Cookie");
            assert_eq!(once, headers);
        }
    }
}
