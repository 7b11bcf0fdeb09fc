//! Session tokens: B43 to B56.

use affordances::aboard::MemoryStore;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{ACCESS, Reply, SECRET, Server, on_both_stores};

fn signed(payload: &str, secret: &str) -> String {
    let payload = BASE64URL.encode(payload);
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(payload.as_bytes());
    format!(
        "{payload}.{}",
        BASE64URL.encode(mac.finalize().into_bytes())
    )
}

async fn with_token(on: &Server, token: &str) -> Reply {
    let client = on.client.bearer(token);
    client.post_nothing("/api/onboarding/steps/auth").await
}

async fn refused(on: &Server, token: &str) {
    let reply = with_token(on, token).await;
    assert_eq!(reply.error(401), "invalid_session_token", "{token}");
}

fn far() -> u64 {
    4_000_000_000
}

on_both_stores! {
    async fn b43_b44_b45_the_format(on) {
        let session = on.session().await;
        let parts: Vec<&str> = session.token.split('.').collect();
        assert_eq!(parts.len(), 2);
        assert!(!session.token.contains('='));
        let payload = BASE64URL.decode(parts[0]).unwrap();
        let payload: Value = serde_json::from_slice(&payload).unwrap();
        assert_eq!(payload["sid"], session.id.as_str());
        assert!(payload["exp"].is_u64());
        assert_eq!(payload.as_object().unwrap().len(), 2);
        let text = String::from_utf8(BASE64URL.decode(parts[0]).unwrap()).unwrap();
        assert_eq!(signed(&text, SECRET), session.token);
    }

    async fn b46_b47_a_changed_token_is_refused(on) {
        let session = on.session().await;
        let (payload, signature) = session.token.split_once('.').unwrap();
        let forged = format!(r#"{{"sid":"{}","exp":{}}}"#, session.id, far());
        refused(&on, &format!("{}.{signature}", BASE64URL.encode(&forged))).await;
        let mut bytes = BASE64URL.decode(signature).unwrap();
        bytes[0] ^= 1;
        refused(&on, &format!("{payload}.{}", BASE64URL.encode(bytes))).await;
        refused(&on, &signed(&forged, &"x".repeat(32))).await;
        with_token(&on, &signed(&forged, SECRET)).await.ok();
    }

    async fn b48_b50_expiry_and_its_type(on) {
        let session = on.session().await;
        for exp in ["1", "\"4000000000\"", "4e9", "-1", "null", "4000000000.5"] {
            let payload = format!(r#"{{"sid":"{}","exp":{exp}}}"#, session.id);
            refused(&on, &signed(&payload, SECRET)).await;
        }
        refused(&on, &signed(&format!(r#"{{"sid":"{}"}}"#, session.id), SECRET)).await;
    }

    async fn b49_garbage_is_refused(on) {
        let session = on.session().await;
        for token in [
            String::new(),
            ".".into(),
            "garbage".into(),
            "a.b".into(),
            format!("{}.x", session.token),
            "x".repeat(7000),
        ] {
            refused(&on, &token).await;
        }
    }

    async fn b51_only_canonical_base64url(on) {
        let session = on.session().await;
        let (payload, signature) = session.token.split_once('.').unwrap();
        // 32 bytes leave four bits over in the last letter, which must be zero.
        let last = signature.chars().last().unwrap();
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let next = alphabet.chars().nth(alphabet.find(last).unwrap() + 1).unwrap();
        let loose = format!("{}{next}", &signature[..signature.len() - 1]);
        refused(&on, &format!("{payload}.{loose}")).await;
        refused(&on, &format!("{payload}.{signature}=")).await;
        let standard = signature.replace('-', "+").replace('_', "/");
        if standard != signature {
            refused(&on, &format!("{payload}.{standard}")).await;
        }
    }

    async fn b52_the_identity_token_does_not_work_on_steps(on) {
        on.session().await;
        refused(&on, ACCESS).await;
    }

    async fn b53_a_token_acts_on_its_own_session(on) {
        let (one, two) = (on.session().await, on.session().await);
        one.call("auth", json!({})).await.ok();
        assert_eq!(one.view().await["progress"]["completed"], 1);
        assert_eq!(two.view().await["progress"]["completed"], 0);
        let unknown = format!(r#"{{"sid":"{}","exp":{}}}"#, "0".repeat(32), far());
        let reply = with_token(&on, &signed(&unknown, SECRET)).await;
        assert!([401, 404].contains(&reply.status.as_u16()));
    }

    async fn b55_a_token_of_another_flow_is_refused(on) {
        let mini = on.mini().await;
        refused(&on, &mini.token).await;
        let default = on.session().await;
        let client = on.client.bearer(&default.token);
        let reply = client.post("/api/mini/steps/only", true).await;
        assert_eq!(reply.error(401), "invalid_session_token");
    }

    async fn b56_no_token(on) {
        let reply = on.client.post_nothing("/api/onboarding/steps/auth").await;
        assert_eq!(reply.error(401), "invalid_session_token");
        assert!(reply.header("www-authenticate").starts_with("Bearer"));
    }
}

#[tokio::test]
async fn b54_tokens_outlive_a_rotation_while_the_old_secret_is_kept() {
    let store = std::sync::Arc::new(MemoryStore::new());
    let old = Server::with(store.clone(), |onboarding| onboarding).await;
    let session = old.session().await;
    let new = "another secret of at least 32 bytes.";
    let kept = Server::with(store.clone(), |onboarding| {
        onboarding.secret(new).previous_secret(SECRET)
    });
    let kept = kept.await;
    with_token(&kept, &session.token).await.ok();
    let fresh = kept.session().await;
    let (payload, _) = fresh.token.split_once('.').unwrap();
    let payload = String::from_utf8(BASE64URL.decode(payload).unwrap()).unwrap();
    assert_eq!(signed(&payload, new), fresh.token, "the current one signs");
    let dropped = Server::with(store, |onboarding| onboarding.secret(new)).await;
    refused(&dropped, &session.token).await;
}
