use super::*;

const SECRET: &str = "0123456789abcdef0123456789abcdef";
const OTHER: &str = "fedcba9876543210fedcba9876543210";
const NOW: u64 = 1_900_000_000;

fn keys() -> TokenKeys {
    TokenKeys::new(SECRET).unwrap()
}

/// Signs any payload, as we would.
fn signed(payload: &[u8]) -> String {
    let payload = BASE64URL.encode(payload);
    let mut mac = keyed(SECRET.as_bytes()).unwrap();
    mac.update(payload.as_bytes());
    let signature = BASE64URL.encode(mac.finalize().into_bytes());
    format!("{payload}.{signature}")
}

#[test]
fn b43_two_parts_without_padding() {
    let token = keys().sign("s", NOW + 1);
    let (payload, signature) = token.split_once('.').unwrap();
    for part in [payload, signature] {
        assert!(
            part.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        );
    }
    assert_eq!(BASE64URL.decode(signature).unwrap().len(), 32);
}

#[test]
fn b44_the_payload_is_sid_and_exp() {
    let token = keys().sign("s-1", 1_900_000_001);
    let payload = BASE64URL.decode(token.split_once('.').unwrap().0).unwrap();
    assert_eq!(payload, br#"{"sid":"s-1","exp":1900000001}"#);
}

#[test]
fn b45_the_signature_can_be_recomputed() {
    // By another implementation: python's hmac over the encoded payload.
    assert_eq!(
        keys().sign("s-1", 1_900_000_001),
        "eyJzaWQiOiJzLTEiLCJleHAiOjE5MDAwMDAwMDF9.mLmQj9jwe2KkZCgPtnzMbJrmPDhN4kCgsKTsNpKPeKE"
    );
}

#[test]
fn b46_b47_a_changed_character_anywhere_is_refused() {
    let token = keys().sign("session", NOW + 60);
    assert_eq!(keys().verify(&token, NOW).as_deref(), Some("session"));
    for at in 0..token.len() {
        for with in ['A', 'B', '.', '-', '=', ' '] {
            let mut changed = token.clone();
            changed.replace_range(at..=at, with.encode_utf8(&mut [0; 4]));
            if changed != token {
                assert_eq!(keys().verify(&changed, NOW), None, "{changed}");
            }
        }
    }
}

#[test]
fn b48_an_expired_token_is_refused() {
    let token = keys().sign("s", NOW);
    assert!(keys().verify(&token, NOW - 1).is_some());
    assert!(keys().verify(&token, NOW).is_none());
    assert!(keys().verify(&token, u64::MAX).is_none());
}

#[test]
fn b49_garbage_is_refused() {
    let good = keys().sign("s", NOW + 1);
    for token in [
        "",
        ".",
        "..",
        "a",
        "a.b",
        "\u{e9}.\u{e9}",
        &format!("{good}.x"),
        &format!("{good}."),
    ] {
        assert_eq!(keys().verify(token, NOW), None, "{token}");
    }
    assert_eq!(keys().verify(&"a".repeat(10_000_000), NOW), None);
    // However well it is signed.
    let huge = format!(r#"{{"sid":"{}","exp":{}}}"#, "s".repeat(1000), NOW + 1);
    assert_eq!(keys().verify(&signed(huge.as_bytes()), NOW), None);
}

#[test]
fn b50_a_payload_of_another_shape_is_refused() {
    assert!(
        keys()
            .verify(&signed(br#"{"sid":"s","exp":1900000001}"#), NOW)
            .is_some()
    );
    for payload in [
        r#"{"sid":"s","exp":"1900000001"}"#,
        r#"{"sid":"s","exp":1900000001.5}"#,
        r#"{"sid":"s","exp":-1}"#,
        r#"{"sid":"s","exp":null}"#,
        r#"{"sid":"s"}"#,
        r#"{"exp":1900000001}"#,
        r#"{"sid":1,"exp":1900000001}"#,
        "null",
        "[]",
        "",
    ] {
        assert_eq!(
            keys().verify(&signed(payload.as_bytes()), NOW),
            None,
            "{payload}"
        );
    }
}

#[test]
fn b51_one_token_has_one_spelling() {
    // 32 bytes leave two bits over in the last character: its neighbours in the
    // alphabet decode to the same bytes for a careless decoder.
    let token = keys().sign("s", NOW + 1);
    let last = token.chars().last().unwrap();
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for other in alphabet.chars().filter(|c| *c != last) {
        let spelled = format!("{}{other}", &token[..token.len() - 1]);
        assert_eq!(keys().verify(&spelled, NOW), None, "{other}");
    }
    assert_eq!(keys().verify(&format!("{token}="), NOW), None);
}

#[test]
fn b54_a_rotated_key_verifies_for_as_long_as_it_is_kept() {
    let old = keys().sign("s", NOW + 1);
    let rotated = TokenKeys::new(OTHER).unwrap().and_previous(SECRET).unwrap();
    assert!(rotated.verify(&old, NOW).is_some());
    let new = rotated.sign("s", NOW + 1);
    assert!(keys().verify(&new, NOW).is_none());
    assert!(TokenKeys::new(OTHER).unwrap().verify(&old, NOW).is_none());
}

#[test]
fn weak_secrets_are_refused_and_none_is_shown() {
    let error = TokenKeys::new("hunter2").unwrap_err();
    assert_eq!(error, WeakSecret::TooShort(7));
    assert!(!error.to_string().contains("hunter2"));
    assert!(keys().and_previous("hunter2").is_err());
    assert!(TokenKeys::new([0_u8; 32]).is_ok());
    assert_eq!(format!("{:?}", keys()), "TokenKeys(1 keys)");
}
