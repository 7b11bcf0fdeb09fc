//! Two processes on one file.

use super::*;
use crate::store::SqliteStore;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_share_sessions_and_nothing_runs_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let process = async || Fixture::with(settings(SqliteStore::open(&file).await.unwrap()));
    let (one, mut two) = (process().await, process().await);
    two.app = one.app.clone();
    let (one, two) = (Arc::new(one), Arc::new(two));
    let flows = (0..30).map(|_| {
        let (one, two) = (one.clone(), two.clone());
        tokio::spawn(async move {
            let created = one.create().await;
            let token = created.session_token.as_str();
            // Each step is called in both at once.
            for (step, body) in [
                ("auth", json!({})),
                ("create_org", json!({ "name": "x" })),
                ("flaky", mode("ok")),
                ("invite", json!([1])),
                ("pick_plan", json!({})),
            ] {
                let (a, b) = tokio::join!(
                    one.call(token, step, body.clone()),
                    two.call(token, step, body),
                );
                let (a, b) = (a.unwrap(), b.unwrap());
                assert_eq!(
                    a.output.map(|json| json.get().to_owned()),
                    b.output.map(|json| json.get().to_owned())
                );
            }
            let kinds = two.kinds(&created.session_id).await;
            assert_eq!(kinds.len(), 1 + 5 * 2 + 1);
            assert_eq!(kinds.last(), Some(&"session.completed"));
        })
    });
    for flow in flows.collect::<Vec<_>>() {
        flow.await.unwrap();
    }
    assert_eq!(one.runs(), 30 * 2, "`auth` and `flaky` count");
}
