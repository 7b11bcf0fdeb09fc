//! The error table: B107, B108, and B81 where it can be reached.

use affordances::aboard::{MemoryStore, Store as _};
use serde_json::json;

use crate::support::{Server, on_both_stores};

on_both_stores! {
    async fn b107_b108_every_row_of_the_table(on) {
        let session = on.session().await;
        let sessions = "/api/onboarding/sessions";
        let rows = [
            (on.client.post_nothing(sessions).await, 401, "identity_required"),
            (on.client.bearer("x").post_nothing(sessions).await, 401, "invalid_identity"),
            (on.client.post_nothing(&session.path("auth")).await, 401, "invalid_session_token"),
            (session.revoke(&on.client).await, 401, "unauthorized"),
            (on.client.get(sessions).await, 401, "unauthorized"),
            (on.client.get(&format!("{sessions}/{}", session.id)).await, 401, "unauthorized"),
            (on.admin().get(&format!("{sessions}/nope")).await, 404, "session_not_found"),
            (session.call("nope", json!({})).await, 404, "unknown_step"),
            (session.call("finish", json!({})).await, 409, "unmet_dependencies"),
            (session.flaky("nope").await, 422, "input_invalid"),
            (session.flaky("fail").await, 422, "upstream refused"),
            (session.flaky("bad_output").await, 500, "step_output_invalid"),
        ];
        for (reply, status, error) in rows {
            assert_eq!(reply.error(status), error);
            assert_eq!(reply.content_type(), "application/json");
            assert_eq!(reply.header("cache-control"), "no-store");
        }
        session.revoke(&session.client()).await.ok();
        assert_eq!(session.call("auth", json!({})).await.error(403), "session_revoked");
    }
}

#[tokio::test]
async fn b81_a_session_that_was_removed_is_404() {
    let store = std::sync::Arc::new(MemoryStore::new());
    let on = Server::with(store.clone(), |onboarding| onboarding).await;
    let session = on.session().await;
    // As an operator does whose sessions end at once.
    store.purge(u64::MAX, 0, 10).await.unwrap();
    assert_eq!(
        session.call("auth", json!({})).await.error(404),
        "session_not_found"
    );
    let revoked = session.revoke(&on.admin()).await;
    assert_eq!(revoked.error(404), "session_not_found");
}
