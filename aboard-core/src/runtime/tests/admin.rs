//! Revocation, lists, and time.

use std::sync::atomic::AtomicU64;

use super::*;
use crate::protocol::SessionStatus;

#[tokio::test]
async fn b88_b95_who_may_revoke() {
    let on = Fixture::new();
    let created = on.create().await;
    let other = on.create().await;
    let (id, own) = (&*created.session_id, &*created.session_token);
    for credential in [
        None,
        Some(""),
        Some(&*other.session_token),
        Some("access-ada"),
        Some("x"),
    ] {
        assert_eq!(
            code(on.flow.revoke(id, credential).await),
            ErrorCode::Unauthorized
        );
        // B92: no probing.
        for unknown in ["nope", "0197f3a0-0000-7000-8000-000000000000"] {
            assert_eq!(
                code(on.flow.revoke(unknown, credential).await),
                ErrorCode::Unauthorized
            );
        }
    }
    for unknown in ["nope", "0197f3a0-0000-7000-8000-000000000000"] {
        let answer = on.flow.revoke(unknown, Some(ADMIN)).await;
        assert_eq!(code(answer), ErrorCode::SessionNotFound);
    }
    for credential in [own, own, ADMIN] {
        let revoked = on.flow.revoke(id, Some(credential)).await.unwrap();
        let revoked = serde_json::to_value(revoked).unwrap();
        assert_eq!(
            revoked,
            json!({ "ok": true, "sessionId": id, "status": "abandoned" })
        );
    }
    assert_eq!(on.kinds(id).await, ["session.created", "session.revoked"]);
    assert_eq!(
        code(on.call(own, "nope", json!({})).await),
        ErrorCode::SessionRevoked
    );
    // Another's goes on.
    assert!(
        on.call(&other.session_token, "auth", json!({}))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn lists_are_the_operators_and_page() {
    let on = Fixture::new();
    let mut ids = Vec::new();
    for n in 0..5 {
        let created = on.create().await;
        if n == 0 {
            on.call(&created.session_token, "auth", json!({}))
                .await
                .unwrap();
        }
        if n == 1 {
            on.flow
                .revoke(&created.session_id, Some(ADMIN))
                .await
                .unwrap();
        }
        ids.insert(0, created.session_id);
    }
    for credential in [None, Some("x"), Some("")] {
        let answer = on.flow.list(credential, ListRequest::default()).await;
        assert_eq!(code(answer), ErrorCode::Unauthorized);
        assert_eq!(
            code(on.flow.session(&ids[0], credential).await),
            ErrorCode::Unauthorized
        );
    }
    let list = async |request: ListRequest<'_>| on.flow.list(Some(ADMIN), request).await.unwrap();
    let those = |list: &crate::protocol::SessionList| {
        let sessions = list.sessions.iter();
        sessions
            .map(|session| session.session_id.clone())
            .collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let from = cursor.take();
        let page = list(ListRequest {
            limit: Some("2"),
            cursor: from.as_deref(),
            ..ListRequest::default()
        })
        .await;
        found.push(those(&page));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, [&ids[0..2], &ids[2..4], &ids[4..5]]);
    let by = async |status, step, subject| {
        let request = ListRequest {
            status,
            step,
            subject,
            ..ListRequest::default()
        };
        those(&list(request).await)
    };
    assert_eq!(by(Some("abandoned"), None, None).await, ids[3..4]);
    assert_eq!(
        by(Some("active"), Some("create_org"), Some("ada")).await,
        ids[4..5]
    );
    assert_eq!(by(None, None, Some("eve")).await, ids[..0]);
    let whole = list(ListRequest {
        limit: Some("1"),
        step: Some("create_org"),
        ..Default::default()
    });
    let session = serde_json::to_value(&whole.await.sessions[0]).unwrap();
    assert_eq!(
        session["steps"][0],
        json!({
        "id": "auth", "status": "completed", "attempts": 1, "stuck": false })
    );
    assert_eq!(session["principal"]["subject"], "ada");
    assert_eq!(session["events"].as_array().unwrap().len(), 3);
    assert_eq!(session["metadata"], json!({}));
    for request in [
        ListRequest {
            limit: Some("0"),
            ..Default::default()
        },
        ListRequest {
            limit: Some("101"),
            ..Default::default()
        },
        ListRequest {
            limit: Some("x"),
            ..Default::default()
        },
        ListRequest {
            cursor: Some("x"),
            ..Default::default()
        },
        ListRequest {
            cursor: Some(&"A".repeat(1000)),
            ..Default::default()
        },
        ListRequest {
            status: Some("gone"),
            ..Default::default()
        },
    ] {
        assert_eq!(
            code(on.flow.list(Some(ADMIN), request).await),
            ErrorCode::InvalidQuery
        );
    }
}

#[tokio::test]
async fn b48_tokens_end_with_their_session_which_is_purged_in_its_time() {
    static NOW: AtomicU64 = AtomicU64::new(1_900_000_000_000);
    let mut settings = settings(MemoryStore::new());
    settings.clock = || NOW.load(SeqCst);
    settings.lifetime = Duration::from_secs(60);
    settings.retention = Duration::from_secs(40);
    let on = Fixture::with(settings);
    let created = on.create().await;
    let token = Some(created.session_token.as_str());
    NOW.fetch_add(59_999, SeqCst);
    on.call(&created.session_token, "auth", json!({}))
        .await
        .unwrap();
    NOW.fetch_add(1, SeqCst);
    let answer = on.call(&created.session_token, "auth", json!({})).await;
    assert_eq!(code(answer), ErrorCode::InvalidSessionToken);
    assert_eq!(
        code(on.flow.revoke(&created.session_id, token).await),
        ErrorCode::Unauthorized
    );
    // It is still there to be looked at, and then it is not.
    NOW.fetch_add(39_999, SeqCst);
    assert_eq!(on.runtime.purge().await.unwrap(), 0);
    let session = on
        .flow
        .session(&created.session_id, Some(ADMIN))
        .await
        .unwrap();
    assert_eq!(session.status, SessionStatus::Active);
    NOW.fetch_add(1, SeqCst);
    // Another session begins, and the old one goes.
    on.create().await;
    on.runtime.drained().await;
    let answer = on.flow.session(&created.session_id, Some(ADMIN)).await;
    assert_eq!(code(answer), ErrorCode::SessionNotFound);
}
