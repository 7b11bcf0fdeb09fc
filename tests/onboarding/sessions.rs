//! Sessions: B29 to B42, and idempotency keys at creation.

use axum::body::Body;
use serde_json::json;

use crate::support::{ACCESS, on_both_stores};

const SESSIONS: &str = "/api/onboarding/sessions";
const JSON: (&str, &str) = ("content-type", "application/json");

on_both_stores! {
    async fn b29_b30_a_session_is_created(on) {
        let reply = on.client.bearer(ACCESS).post_nothing(SESSIONS).await;
        assert_eq!(reply.status, 201);
        let created = reply.json();
        assert!(!created["sessionId"].as_str().unwrap().is_empty());
        assert!(!created["sessionToken"].as_str().unwrap().is_empty());
        assert_eq!(created["next"], "auth");
        assert_eq!(created["progress"], json!({ "completed": 0, "total": 6 }));
    }

    async fn b31_principal_is_there_exactly_when_there_is_an_identity(on) {
        let known = on.client.bearer(ACCESS).post_nothing(SESSIONS).await.ok();
        assert_eq!(known["principal"], json!({ "subject": "ada", "agentProvider": "demo" }));
        let stranger = on.client.post_nothing("/api/mini/sessions").await.ok();
        assert!(stranger.get("principal").is_none());
    }

    async fn b32_b33_b35_no_token_and_a_wrong_one(on) {
        let none = on.client.post_nothing(SESSIONS).await;
        assert_eq!(none.error(401), "identity_required");
        assert_eq!(none.header("www-authenticate"), "Bearer");
        let basic = [("authorization", "Basic YWRhOng=")];
        let basic = on.client.send("POST", SESSIONS, &basic, Body::empty()).await;
        assert_eq!(basic.error(401), "identity_required");
        for token in ["wrong", "", "access"] {
            let wrong = on.client.bearer(token).post_nothing(SESSIONS).await;
            assert_eq!(wrong.error(401), "invalid_identity");
            assert_eq!(wrong.header("www-authenticate"), r#"Bearer error="invalid_token""#);
        }
    }

    async fn b34_a_verifier_out_of_reach_is_503(on) {
        let reply = on.client.bearer("down").post_nothing(SESSIONS).await;
        assert_eq!(reply.error(503), "verifier_unavailable");
        assert!(!reply.header("retry-after").is_empty());
        assert!(!reply.text().contains("no route"));
    }

    async fn b36_metadata_is_kept_and_shown(on) {
        let metadata = json!({ "agent": "x", "run": [1, null] });
        let body = json!({ "metadata": metadata, "more": true });
        let created = on.client.bearer(ACCESS).post(SESSIONS, body).await.ok();
        let path = format!("{SESSIONS}/{}", created["sessionId"].as_str().unwrap());
        let view = on.admin().get(&path).await.ok();
        assert_eq!(view["metadata"], metadata);
        assert_eq!(view["events"][0]["data"]["metadata"], metadata);
    }

    async fn b37_no_body_is_fine(on) {
        let client = on.client.bearer(ACCESS);
        for (headers, body) in [(&[][..], ""), (&[JSON], ""), (&[JSON], "{}"), (&[("content-type", "text/plain")], " ")] {
            let reply = client.send("POST", SESSIONS, headers, body).await;
            assert_eq!(reply.status, 201, "{headers:?} {body}");
        }
    }

    async fn b38_malformed_json_is_400(on) {
        let client = on.client.bearer(ACCESS);
        for body in ["{", "nope", "{} {}", "\u{feff}{}"] {
            let reply = client.send("POST", SESSIONS, &[JSON], body).await;
            assert_eq!(reply.error(400), "malformed_json", "{body}");
        }
    }

    async fn b39_metadata_that_is_no_object_is_422(on) {
        let client = on.client.bearer(ACCESS);
        for body in [json!([]), json!({ "metadata": [] }), json!({ "metadata": "x" }), json!({ "metadata": null })] {
            let reply = client.post(SESSIONS, &body).await;
            assert_eq!(reply.error(422), "invalid_metadata", "{body}");
        }
    }

    async fn b40_the_scheme_is_case_insensitive(on) {
        for scheme in ["bearer", "BEARER", "BeArEr"] {
            let line = format!("{scheme} {ACCESS}");
            let headers = [("authorization", line.as_str())];
            let reply = on.client.send("POST", SESSIONS, &headers, Body::empty()).await;
            assert_eq!(reply.status, 201, "{scheme}");
        }
    }

    async fn b41_no_answer_is_stored(on) {
        let created = on.client.bearer(ACCESS).post_nothing(SESSIONS).await;
        assert_eq!(created.header("cache-control"), "no-store");
        let refused = on.client.post_nothing(SESSIONS).await;
        assert_eq!(refused.header("cache-control"), "no-store");
    }

    async fn b42_a_token_that_need_not_be_is_verified_all_the_same(on) {
        let path = "/api/mini/sessions";
        let known = on.client.bearer(ACCESS).post_nothing(path).await.ok();
        assert_eq!(known["principal"]["subject"], "ada");
        let wrong = on.client.bearer("wrong").post_nothing(path).await;
        assert_eq!(wrong.error(401), "invalid_identity");
    }

    async fn b84_b85_bodies_that_are_not_read(on) {
        let client = on.client.bearer(ACCESS);
        for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
            let reply = client.send("POST", SESSIONS, &[("content-type", kind)], "{}").await;
            assert_eq!(reply.error(415), "unsupported_media_type", "{kind}");
        }
        let reply = client.send("POST", SESSIONS, &[JSON], vec![b' '; 256 * 1024 + 1]).await;
        assert_eq!(reply.error(413), "payload_too_large");
    }

    async fn an_idempotency_key_replays_the_session(on) {
        let create = async |client: &crate::support::Client, key: &str, body: &str| {
            let headers = [JSON, ("idempotency-key", key)];
            client.send("POST", SESSIONS, &headers, body.to_owned()).await
        };
        let ada = on.client.bearer(ACCESS);
        let first = create(&ada, "k", r#"{"metadata":{"a":1,"b":2}}"#).await;
        let again = create(&ada, "k", r#"{ "metadata": { "b": 2, "a": 1 } }"#).await;
        assert_eq!((again.status.as_u16(), again.ok()), (201, first.ok()));
        let other = create(&ada, "k", "{}").await;
        assert_eq!(other.error(422), "idempotency_mismatch");
        let eve = create(&on.client.bearer("access-eve"), "k", "{}").await;
        assert_ne!(eve.ok()["sessionId"], first.ok()["sessionId"]);
    }

    async fn an_idempotency_key_that_is_none_is_refused(on) {
        const KEY: &str = "idempotency-key";
        let (ada, session, long) = (on.client.bearer(ACCESS), on.session().await, "k".repeat(256));
        for keys in [&[(KEY, "")][..], &[(KEY, "a"), (KEY, "b")], &[(KEY, &long)], &[(KEY, "é")]] {
            let headers: Vec<_> = keys.iter().copied().chain([JSON]).collect();
            let created = ada.send("POST", SESSIONS, &headers, "{}").await;
            assert_eq!(created.error(400), "invalid_idempotency_key", "{keys:?}");
            let path = session.path("auth");
            let called = session.client().send("POST", &path, &headers, "{}").await;
            assert_eq!(called.error(400), "invalid_idempotency_key", "{keys:?}");
            let stranger = on.client.send("POST", &path, &headers, "{}").await;
            assert_eq!(stranger.error(401), "invalid_session_token", "{keys:?}");
        }
        assert_eq!(on.runs("auth"), 0);
    }
}
