//! Sessions begin.

use super::*;
use crate::protocol::Progress;
use crate::verifier::from_fn;

fn json_body(value: Value) -> Body {
    Body::Json(value)
}

#[tokio::test]
async fn b29_b31_a_session_and_its_principal() {
    let on = Fixture::new();
    let created = on.create().await;
    assert_eq!(created.next.as_deref(), Some("auth"));
    assert_eq!(created.progress, Progress::new(0, 5));
    let principal = created.principal.unwrap();
    assert_eq!(
        (&*principal.subject, principal.agent_provider.as_deref()),
        ("ada", Some("demo"))
    );
}

#[tokio::test]
async fn b32_b33_identity_is_required_and_verified() {
    let on = Fixture::new();
    // Before the body is looked at.
    for body in [Body::Absent, Body::Malformed] {
        let answer = on.flow.create(CreateRequest::new(None, body.clone())).await;
        assert_eq!(code(answer), ErrorCode::IdentityRequired);
        for token in ["", "wrong", "access-ada "] {
            let answer = on
                .flow
                .create(CreateRequest::new(Some(token), body.clone()))
                .await;
            assert_eq!(code(answer), ErrorCode::InvalidIdentity);
        }
    }
}

#[tokio::test]
async fn b34_a_verifier_that_is_down_rejects_nobody() {
    struct Down;
    impl Verifier for Down {
        async fn verify(&self, _: &str) -> Result<Option<Identity>, Unreachable> {
            Err(Unreachable::new("secret cause"))
        }
    }
    let mut down = settings(MemoryStore::new());
    down.verifier(Down);
    let mut hangs = settings(MemoryStore::new());
    hangs.verifier_timeout = Duration::from_millis(20);
    hangs.verifier(from_fn(|_| std::future::pending()));
    for settings in [down, hangs] {
        let on = Fixture::with(settings);
        let answer = on
            .flow
            .create(CreateRequest::new(Some("x"), Body::Absent))
            .await;
        assert_eq!(
            body(answer),
            json!({ "error": "verifier_unavailable", "referred": true })
        );
    }
}

#[tokio::test]
async fn b42_a_token_that_need_not_be_is_verified_all_the_same() {
    let on = Fixture::of(&OPEN, settings(MemoryStore::new()));
    let create = |token| on.flow.create(CreateRequest::new(token, Body::Absent));
    assert_eq!(create(None).await.unwrap().principal, None);
    assert!(
        create(Some("access-ada"))
            .await
            .unwrap()
            .principal
            .is_some()
    );
    assert_eq!(
        code(create(Some("wrong")).await),
        ErrorCode::InvalidIdentity
    );
    // Where nothing verifies it, it says nothing.
    let settings = Settings::new(MemoryStore::new(), TokenKeys::new(SECRET).unwrap());
    let on = Fixture::of(&OPEN, settings);
    let answer = on
        .flow
        .create(CreateRequest::new(Some("wrong"), Body::Absent))
        .await;
    assert_eq!(answer.unwrap().principal, None);
}

#[tokio::test]
async fn b36_b39_metadata() {
    let on = Fixture::new();
    let create = async |body| {
        on.flow
            .create(CreateRequest::new(Some("access-ada"), body))
            .await
    };
    for body in [
        json!([]),
        json!("x"),
        json!(null),
        json!({ "metadata": [] }),
        json!({ "metadata": "x" }),
        json!({ "metadata": null }),
        json!({ "metadata": { "x": "y".repeat(20_000) } }),
    ] {
        assert_eq!(
            code(create(json_body(body)).await),
            ErrorCode::InvalidMetadata
        );
    }
    assert_eq!(
        code(create(Body::Malformed).await),
        ErrorCode::MalformedJson
    );
    assert_eq!(
        code(create(Body::NotJson).await),
        ErrorCode::UnsupportedMediaType
    );
    let body = json!({ "metadata": { "agent": "x", "n": [1] }, "unknown": true });
    let created = create(json_body(body)).await.unwrap();
    let session = on
        .flow
        .session(&created.session_id, Some(ADMIN))
        .await
        .unwrap();
    let metadata = json!({ "agent": "x", "n": [1] });
    assert_eq!(Value::Object(session.metadata), metadata);
    assert_eq!(
        session.events[0].data.as_ref().unwrap()["metadata"],
        metadata
    );
    create(json_body(json!({ "metadata": {} }))).await.unwrap();
}

#[tokio::test]
async fn an_idempotency_key_at_creation() {
    let on = Fixture::new();
    let create = async |body, key| {
        let request = CreateRequest::new(Some("access-ada"), body).key(Some(key));
        on.flow.create(request).await
    };
    let body = |n| json_body(json!({ "metadata": { "n": n } }));
    let first = create(body(1), "k").await.unwrap();
    on.call(&first.session_token, "auth", json!({}))
        .await
        .unwrap();
    assert_eq!(
        create(body(1), "k").await.unwrap(),
        first,
        "as it was answered"
    );
    assert_eq!(
        code(create(body(2), "k").await),
        ErrorCode::IdempotencyMismatch
    );
    assert_ne!(
        create(body(1), "l").await.unwrap().session_id,
        first.session_id
    );
}

#[tokio::test]
async fn a_key_is_its_callers_own() {
    let mut settings = settings(MemoryStore::new());
    settings.verifier(from_fn(|token| {
        std::future::ready(Ok(Some(Identity::new(token))))
    }));
    let on = Fixture::of(&OPEN, settings);
    let create = async |token| {
        let request = CreateRequest::new(token, Body::Absent).key(Some("k"));
        on.flow.create(request).await.unwrap().session_id
    };
    let ada = create(Some("ada")).await;
    assert_eq!(create(Some("ada")).await, ada);
    assert_ne!(create(Some("eve")).await, ada);
    // A stranger is nobody that an answer could be kept for.
    assert_ne!(create(None).await, create(None).await);
}
