//! Revocation: B88 to B95.

use serde_json::json;

use crate::support::on_both_stores;

on_both_stores! {
    async fn b88_b89_by_its_own_token_or_the_operators(on) {
        for by_admin in [false, true] {
            let session = on.session().await;
            let client = if by_admin { on.admin() } else { session.client() };
            let answer = session.revoke(&client).await;
            assert_eq!(answer.status, 200);
            assert_eq!(answer.json(), json!({ "ok": true, "sessionId": session.id, "status": "abandoned" }));
        }
    }

    async fn b90_b92_nobody_else(on) {
        let (session, other) = (on.session().await, on.session().await);
        let wrong = on.client.bearer("wrong");
        for client in [&other.client(), &on.client, &wrong, &on.client.bearer(crate::support::ACCESS)] {
            assert_eq!(session.revoke(client).await.error(401), "unauthorized");
            // Whether there is such a session is not told.
            let unknown = client.post_nothing("/api/onboarding/sessions/nope/revoke").await;
            assert_eq!(unknown.error(401), "unauthorized");
        }
        assert_eq!(session.view().await["status"], "active");
    }

    async fn b91_an_unknown_session_is_404_for_operators(on) {
        let mini = on.mini().await;
        for id in ["nope", "%ff", mini.id.as_str()] {
            let path = format!("/api/onboarding/sessions/{id}/revoke");
            assert_eq!(on.admin().post_nothing(&path).await.error(404), "session_not_found");
        }
    }

    async fn b93_b94_b95_afterwards(on) {
        let session = on.session().await;
        session.revoke(&session.client()).await.ok();
        assert_eq!(session.call("auth", json!({})).await.error(403), "session_revoked");
        for client in [session.client(), on.admin()] {
            assert_eq!(session.revoke(&client).await.status, 200);
        }
        assert_eq!(session.events().await, ["session.created", "session.revoked"]);
    }

    async fn a_completed_session_can_be_revoked(on) {
        let session = on.session().await;
        session.complete().await;
        session.revoke(&session.client()).await.ok();
        assert_eq!(session.view().await["status"], "abandoned");
    }
}
