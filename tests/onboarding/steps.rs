//! Steps: B57 to B77, B81 to B87, and idempotency keys.

use serde_json::{Value, json};

use crate::support::on_both_stores;

const JSON: (&str, &str) = ("content-type", "application/json");

on_both_stores! {
    async fn b57_a_revoked_session_is_403(on) {
        let session = on.session().await;
        session.revoke(&session.client()).await.ok();
        assert_eq!(session.call("auth", json!({})).await.error(403), "session_revoked");
    }

    async fn b58_b86_an_unknown_step_is_404(on) {
        let session = on.session().await;
        for step in ["nope", "AUTH", "auth%00", "%ff", "%E0%A4", "%", "create%2Forg", "auth%20"] {
            let reply = session.call(step, json!({})).await;
            assert_eq!(reply.error(404), "unknown_step", "{step}");
        }
        session.call("%61uth", json!({})).await.ok();
    }

    async fn b59_unmet_dependencies_are_exactly_the_incomplete_ones(on) {
        let session = on.session().await;
        let reply = session.call("create_org", json!({ "name": "x" })).await;
        assert_eq!((reply.error(409), &reply.json()["missing"]), ("unmet_dependencies".into(), &json!(["auth"])));
        let session = session.with_org().await;
        let reply = session.call("finish", json!({})).await;
        assert_eq!(reply.error(409), "unmet_dependencies");
        assert_eq!(reply.json()["missing"], json!(["pick_plan", "invite"]));
        session.call("invite", json!({})).await.ok();
        let reply = session.call("finish", json!({})).await;
        assert_eq!(reply.json()["missing"], json!(["pick_plan"]));
        assert_eq!(on.runs("finish"), 0);
    }

    async fn b60_b61_b62_b63_the_order_of_the_checks(on) {
        let session = on.session().await;
        let bad = on.client.bearer("bad").post(&session.path("nope"), 1).await;
        assert_eq!(bad.error(401), "invalid_session_token");
        // An unmet step with a body that cannot be right.
        let client = session.client();
        let path = session.path("create_org");
        for (headers, body) in [(&[JSON][..], "{"), (&[JSON], "7"), (&[("content-type", "text/plain")], "x")] {
            let reply = client.send("POST", &path, headers, body).await;
            assert_eq!(reply.error(409), "unmet_dependencies", "{body}");
        }
        assert_eq!(session.call("nope", json!(7)).await.error(404), "unknown_step");
        session.revoke(&client).await.ok();
        assert_eq!(session.call("nope", json!(7)).await.error(403), "session_revoked");
    }

    async fn b64_what_is_refused_before_the_run_is_no_attempt(on) {
        let session = on.session().await;
        session.call("create_org", json!({ "name": "x" })).await;
        let client = session.client();
        client.send("POST", &session.path("flaky"), &[JSON], "{").await;
        client.send("POST", &session.path("flaky"), &[("content-type", "a/b")], "{}").await;
        session.call("nope", json!({})).await;
        let view = session.view().await;
        for step in view["steps"].as_array().unwrap() {
            assert_eq!(step["attempts"], 0, "{step}");
        }
        assert_eq!(session.events().await, ["session.created"]);
    }

    async fn b65_an_invalid_body_is_told_what_is_wrong(on) {
        let session = on.session().await;
        session.call("auth", json!({})).await.ok();
        let body = json!({ "name": "", "seats": 300, "colour": "red" });
        let reply = session.call("create_org", body).await;
        assert_eq!(reply.error(422), "input_invalid");
        let answer = reply.json();
        assert_eq!((&answer["ok"], &answer["status"]), (&json!(false), &json!("failed")));
        assert_eq!((&answer["attempts"], &answer["next"]), (&json!(1), &json!("create_org")));
        let paths: Vec<&str> = answer["issues"].as_array().unwrap().iter()
            .map(|issue| issue["path"].as_str().unwrap()).collect();
        for path in ["/name", "/seats", "/colour"] {
            assert!(paths.contains(&path), "{path}: {answer}");
        }
        let again = session.call("create_org", Value::Null).await;
        assert_eq!((again.error(422), &again.json()["attempts"]), ("input_invalid".into(), &json!(2)));
        assert_eq!(on.runs("create_org"), 0);
    }

    async fn b67_b68_a_run_error_says_what_its_author_wrote(on) {
        let session = on.session().await;
        let reply = session.flaky("fail").await;
        assert_eq!(reply.error(422), "upstream refused");
        let answer = reply.json();
        assert_eq!((&answer["ok"], &answer["status"]), (&json!(false), &json!("failed")));
        assert_eq!((&answer["attempts"], &answer["next"]), (&json!(1), &json!("flaky")));
        assert!(answer.get("issues").is_none());
        let reply = session.flaky("opaque").await;
        assert_eq!((reply.error(422), &reply.json()["attempts"]), ("step_failed".into(), &json!(2)));
        assert!(!reply.text().contains("digit") && !reply.text().contains("secret"));
        let reply = session.flaky("field").await;
        assert_eq!(reply.error(422), "input_invalid");
        assert_eq!(reply.json()["issues"][0]["path"], "/mode");
    }

    async fn b69_an_output_that_does_not_fit_is_500(on) {
        let session = on.session().await;
        let reply = session.flaky("bad_output").await;
        assert_eq!(reply.error(500), "step_output_invalid");
        assert!(!reply.text().contains("longer than"));
        let last = session.events().await.pop();
        assert_eq!(last.as_deref(), Some("step.failed flaky"));
    }

    async fn b71_b72_success(on) {
        let session = on.session().await;
        let answer = session.call("auth", json!({})).await.ok();
        let url = format!("{}/kit.json", crate::support::BASE);
        assert_eq!(answer, json!({
            "ok": true, "step": "auth", "status": "completed", "output": null,
            "artifact": { "name": "kit", "url": url },
            "progress": { "completed": 1, "total": 6 }, "next": "create_org" }));
        let answer = session.call("create_org", json!({ "name": "x" })).await.ok();
        assert_eq!(answer, json!({
            "ok": true, "step": "create_org", "status": "completed",
            "output": { "orgId": "org-x", "name": "x", "owner": "ada", "seats": 1 },
            "artifact": null,
            "progress": { "completed": 2, "total": 6 }, "next": "pick_plan" }));
    }

    async fn b73_b74_b75_next_can_be_called_until_all_is_done(on) {
        let session = on.session().await.with_org().await;
        // Out of order, as far as the flow allows it.
        let mut answer = session.call("invite", json!([])).await.ok();
        assert_eq!(answer["next"], "pick_plan");
        for done in 4..=6 {
            let next = answer["next"].as_str().unwrap().to_owned();
            answer = session.call(&next, json!({ "mode": "ok" })).await.ok();
            assert_eq!(answer["progress"], json!({ "completed": done, "total": 6 }));
            assert_eq!(answer["next"].is_null(), done == 6, "{answer}");
        }
        assert_eq!(session.view().await["status"], "completed");
    }

    async fn b77_a_completed_step_answers_its_stored_result(on) {
        let session = on.session().await.with_org().await;
        let first = session.call("invite", json!(["a"])).await.ok();
        for body in ["[\"b\"]", "{", "null"] {
            let again = session.client().send("POST", &session.path("invite"), &[JSON], body).await;
            assert_eq!(again.ok()["output"], first["output"], "{body}");
        }
        session.call("pick_plan", json!({})).await.ok();
        let again = session.call("invite", json!({})).await.ok();
        assert_eq!((&again["output"], &again["progress"]["completed"]), (&first["output"], &json!(4)));
        assert_eq!(on.runs("invite"), 1);
    }

    async fn b82_any_json_reaches_a_step_without_schema(on) {
        for body in [json!(null), json!(true), json!(7.5), json!("x"), json!([1]), json!({ "a": {} })] {
            let session = on.session().await.with_org().await;
            let answer = session.call("invite", body.clone()).await.ok();
            assert_eq!(answer["output"], json!({ "received": body }));
        }
        let session = on.session().await.with_org().await;
        let answer = session.client().post_nothing(&session.path("invite")).await.ok();
        assert_eq!(answer["output"], json!({ "received": {} }));
    }

    async fn b83_b84_b85_bodies_that_cannot_be_read(on) {
        let session = on.session().await;
        let client = session.client();
        let path = session.path("flaky");
        let nested = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        for body in ["{", "nope", "{\"mode\":\"ok\"} x", nested.as_str()] {
            let reply = client.send("POST", &path, &[JSON], body.to_owned()).await;
            assert_eq!(reply.error(400), "malformed_json");
        }
        for kind in ["text/plain", "multipart/form-data", "application/vnd.affordances+json"] {
            let headers = [("content-type", kind)];
            let reply = client.send("POST", &path, &headers, r#"{"mode":"ok"}"#).await;
            assert_eq!(reply.error(415), "unsupported_media_type");
        }
        let zipped = [JSON, ("content-encoding", "gzip")];
        let reply = client.send("POST", &path, &zipped, r#"{"mode":"ok"}"#).await;
        assert_eq!(reply.error(415), "unsupported_media_type");
        let large = vec![b' '; 256 * 1024 + 1];
        let reply = client.send("POST", &path, &[JSON], large.clone()).await;
        assert_eq!(reply.error(413), "payload_too_large");
        // Step 1 comes before that.
        let reply = on.client.bearer("bad").send("POST", &path, &[JSON], large).await;
        assert_eq!(reply.error(401), "invalid_session_token");
        assert_eq!(on.runs("flaky"), 0);
    }

    async fn b87_a_panic_is_500_and_the_server_lives(on) {
        let session = on.session().await;
        let reply = session.flaky("panic").await;
        assert_eq!(reply.error(500), "internal");
        assert!(!reply.text().contains("secret"));
        assert_eq!(session.events().await, ["session.created", "step.started flaky", "step.failed flaky"]);
        let answer = session.flaky("ok").await.ok();
        assert_eq!(answer["output"]["text"], "fine");
        assert_eq!(session.view().await["steps"][5]["attempts"], 2);
    }

    async fn b110_unknown_members_are_ignored_where_the_schema_is_open(on) {
        let session = on.session().await;
        let answer = session.call("auth", json!({ "anything": [1] })).await.ok();
        assert_eq!(answer["ok"], true);
    }

    async fn an_idempotency_key_replays_a_step(on) {
        let session = on.session().await;
        let call = async |key: &str, body: &str| {
            let headers = [JSON, ("idempotency-key", key)];
            let path = session.path("flaky");
            session.client().send("POST", &path, &headers, body.to_owned()).await
        };
        assert_eq!(call("k", r#"{"mode":"fail"}"#).await.error(422), "upstream refused");
        // A 4xx may be corrected and sent again with the same key.
        let first = call("k", r#"{"mode":"ok"}"#).await.ok();
        session.call("auth", json!({})).await.ok();
        let again = call("k", r#"{ "mode": "ok" }"#).await.ok();
        assert_eq!(again, first, "as it was answered, though another step is done since");
        assert_eq!(call("k", r#"{"mode":"fail"}"#).await.error(422), "idempotency_mismatch");
        assert_eq!(on.runs("flaky"), 2);
    }

    async fn attempt_keys_tell_attempts_apart(on) {
        let session = on.session().await;
        session.flaky("fail").await;
        session.flaky("ok").await.ok();
        let keys = on.app.keys.lock().unwrap().clone();
        assert_eq!((keys[0].0, keys[1].0), (1, 2));
        assert_ne!(keys[0].1, keys[1].1);
    }
}
