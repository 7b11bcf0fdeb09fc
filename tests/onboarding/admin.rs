//! The operators' view: lists by cursor with filters, one session.

use serde_json::{Value, json};

use crate::support::on_both_stores;

const SESSIONS: &str = "/api/onboarding/sessions";

fn ids(list: &Value) -> Vec<String> {
    let sessions = list["sessions"].as_array().unwrap().iter();
    sessions
        .map(|session| session["sessionId"].as_str().unwrap().to_owned())
        .collect()
}

on_both_stores! {
    async fn lists_are_for_operators(on) {
        let session = on.session().await;
        for client in [&on.client, &session.client(), &on.client.bearer(crate::support::ACCESS)] {
            assert_eq!(client.get(SESSIONS).await.error(401), "unauthorized");
            let path = format!("{SESSIONS}/{}", session.id);
            assert_eq!(client.get(&path).await.error(401), "unauthorized");
        }
    }

    async fn a_list_goes_on_at_its_cursor(on) {
        let mut created = Vec::new();
        for _ in 0..5 {
            created.push(on.session().await.id);
        }
        on.mini().await;
        created.reverse();
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = on.admin().get(&format!("{SESSIONS}?limit=2&cursor={cursor}")).await.ok();
            seen.extend(ids(&page));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(seen, created, "newest first, and of this flow alone");
    }

    async fn lists_are_filtered(on) {
        let (idle, done, gone) = (on.session().await, on.session().await, on.session().await);
        done.complete().await;
        gone.revoke(&gone.client()).await.ok();
        let eve = on.client.bearer("access-eve").post_nothing(SESSIONS).await.ok();
        let eve = eve["sessionId"].as_str().unwrap().to_owned();
        for (query, expected) in [
            ("status=completed", vec![&done.id]),
            ("status=abandoned", vec![&gone.id]),
            ("status=active&subject=ada", vec![&idle.id]),
            ("subject=eve", vec![&eve]),
            ("status=active&step=auth", vec![&eve, &idle.id]),
            ("step=finish", vec![]),
        ] {
            let list = on.admin().get(&format!("{SESSIONS}?{query}")).await.ok();
            assert_eq!(ids(&list).iter().collect::<Vec<_>>(), expected, "{query}");
        }
        for query in ["limit=0", "limit=101", "limit=x", "status=done", "cursor=x"] {
            let reply = on.admin().get(&format!("{SESSIONS}?{query}")).await;
            assert_eq!(reply.error(400), "invalid_query", "{query}");
        }
    }

    async fn one_session_shows_everything(on) {
        let session = on.session().await.with_org().await;
        session.flaky("fail").await;
        let view = session.view().await;
        assert_eq!(view["sessionId"], session.id.as_str());
        assert_eq!((&view["slug"], &view["status"]), (&json!("default"), &json!("active")));
        assert_eq!(view["principal"]["subject"], "ada");
        assert_eq!(view["progress"], json!({ "completed": 2, "total": 6 }));
        assert!(view["createdAt"].is_u64());
        let steps = view["steps"].as_array().unwrap();
        assert_eq!((&steps[1]["id"], &steps[1]["status"]), (&json!("create_org"), &json!("completed")));
        assert_eq!(steps[1]["output"]["orgId"], "org-acme");
        assert_eq!((&steps[5]["status"], &steps[5]["error"]), (&json!("failed"), &json!("upstream refused")));
        assert_eq!(steps[2]["status"], "pending");
        assert!(!view.to_string().contains(&session.token));
    }
}
