//! A flow that goes well, and who may not have one.

use super::*;

#[tokio::test]
async fn b71_b75_a_flow_to_its_end() {
    let on = Fixture::new();
    let created = on.create().await;
    let token = &created.session_token;
    let call = async |step, input| {
        serde_json::to_string(&on.call(token, step, input).await.unwrap()).unwrap()
    };
    assert_eq!(
        call("auth", json!(null)).await,
        r#"{"ok":true,"step":"auth","status":"completed","output":null,"artifact":{"name":"kit","url":"https://acme.example/kit.json"},"progress":{"completed":1,"total":5},"next":"create_org"}"#
    );
    assert_eq!(
        call("create_org", json!({ "name": "x" })).await,
        r#"{"ok":true,"step":"create_org","status":"completed","output":{"orgId":"ada","name":"x"},"artifact":null,"progress":{"completed":2,"total":5},"next":"pick_plan"}"#
    );
    call("flaky", mode("ok")).await;
    let any = call("invite", json!(["b82", { "any": "body" }])).await;
    assert!(any.contains(r#""output":["b82",{"any":"body"}]"#), "{any}");
    assert_eq!(
        call("pick_plan", json!({})).await,
        r#"{"ok":true,"step":"pick_plan","status":"completed","output":null,"artifact":null,"progress":{"completed":5,"total":5},"next":null}"#
    );
    let kinds = on.kinds(&created.session_id).await;
    assert_eq!(kinds.len(), 1 + 5 * 2 + 1);
    assert_eq!(kinds.last(), Some(&"session.completed"));
}

#[tokio::test]
async fn b77_a_completed_step_answers_what_it_answered() {
    let on = Fixture::new();
    let token = on.create().await.session_token;
    let first = on.call(&token, "auth", json!({})).await.unwrap();
    on.call(&token, "create_org", json!({ "name": "x" }))
        .await
        .unwrap();
    for body in [Body::Absent, Body::Malformed, Body::NotJson] {
        let again = on.call_with(&token, "auth", body, None).await.unwrap();
        assert_eq!(again.artifact, first.artifact);
        assert_eq!(again.progress.completed, 2, "as it stands now");
    }
    let answer = on
        .call(&token, "create_org", json!("invalid"))
        .await
        .unwrap();
    assert_eq!(
        answer.output.unwrap().get(),
        r#"{"orgId":"ada","name":"x"}"#
    );
    assert_eq!(on.runs(), 1);
}

#[tokio::test]
async fn b46_b56_tokens_that_open_nothing() {
    let on = Fixture::new();
    let created = on.create().await;
    let other = on.create().await;
    let (parts, ()) = http::Request::new(()).into_parts();
    let none = StepRequest::new(None, "auth", Body::Absent);
    let answer = on.flow.call(none, parts, on.app.clone()).await;
    assert_eq!(code(answer), ErrorCode::InvalidSessionToken);
    let (payload, _) = created.session_token.split_once('.').unwrap();
    let (_, signature) = other.session_token.split_once('.').unwrap();
    for token in [
        "",
        "access-ada",
        ADMIN,
        "a.b",
        &format!("{payload}.{signature}"),
    ] {
        // B60: before the step is looked at.
        for step in ["auth", "nope"] {
            let answer = on.call(token, step, json!({})).await;
            assert_eq!(code(answer), ErrorCode::InvalidSessionToken, "{token}");
        }
    }
    // Well signed, but no session's.
    let forged = TokenKeys::new(SECRET)
        .unwrap()
        .sign("no-uuid", u64::MAX / 2000);
    assert_eq!(
        code(on.call(&forged, "auth", json!({})).await),
        ErrorCode::InvalidSessionToken
    );
}

#[tokio::test]
async fn b55_a_token_is_for_its_own_flow() {
    let on = Fixture::new();
    let mini = Flow::new(&on.runtime, &MINI, "https://acme.example").unwrap();
    let created = on.create().await;
    let (parts, ()) = http::Request::new(()).into_parts();
    let request = StepRequest::new(Some(&created.session_token), "auth", Body::Absent);
    let answer = mini.call(request, parts, on.app.clone()).await;
    assert_eq!(code(answer), ErrorCode::InvalidSessionToken);
    let (id, token) = (&created.session_id, Some(created.session_token.as_str()));
    assert_eq!(
        code(mini.session(id, Some(ADMIN)).await),
        ErrorCode::SessionNotFound
    );
    assert_eq!(
        code(mini.revoke(id, Some(ADMIN)).await),
        ErrorCode::SessionNotFound
    );
    assert_eq!(
        code(mini.revoke(id, token).await),
        ErrorCode::SessionNotFound
    );
}

#[tokio::test]
async fn b58_b59_b63_unknown_and_unmet() {
    let on = Fixture::new();
    let token = on.create().await.session_token;
    assert_eq!(
        code(on.call(&token, "nope", json!({})).await),
        ErrorCode::UnknownStep
    );
    let unmet = on.call_with(&token, "invite", Body::Malformed, None).await;
    assert_eq!(
        body(unmet),
        json!({ "error": "unmet_dependencies", "missing": ["create_org"] })
    );
}

#[tokio::test]
async fn b83_b84_bodies_that_are_no_json() {
    let on = Fixture::new();
    let created = on.create().await;
    let call = |body| on.call_with(&created.session_token, "flaky", body, None);
    assert_eq!(code(call(Body::Malformed).await), ErrorCode::MalformedJson);
    assert_eq!(
        code(call(Body::NotJson).await),
        ErrorCode::UnsupportedMediaType
    );
    assert_eq!(on.kinds(&created.session_id).await, ["session.created"]);
    // An absent body is an empty object.
    let absent = body(call(Body::Absent).await);
    assert_eq!(absent["issues"][0]["path"], "/mode");
}

#[tokio::test]
async fn an_idempotency_key_at_a_step() {
    let on = Arc::new(Fixture::new());
    let created = on.create().await;
    let token = created.session_token.as_str();
    let call = |step, body: Value| on.call_with(token, step, Body::Json(body), Some("key"));
    assert_eq!(
        body(call("flaky", json!({})).await)["error"],
        "input_invalid"
    );
    // Corrected under its key; another key order is the same value.
    let first = call("flaky", json!({ "mode": "ok", "a": 1 }))
        .await
        .unwrap();
    on.call(token, "auth", json!({})).await.unwrap();
    let again = call("flaky", json!({ "a": 1.0, "mode": "ok" }))
        .await
        .unwrap();
    assert_eq!(
        serde_json::to_value(again).unwrap(),
        serde_json::to_value(first).unwrap()
    );
    let other = call("flaky", json!({ "mode": "ok", "a": 2 })).await;
    assert_eq!(code(other), ErrorCode::IdempotencyMismatch);
    assert_eq!(
        code(call("create_org", json!({})).await),
        ErrorCode::IdempotencyMismatch
    );
    assert_eq!(on.runs(), 2);
    // While the first runs.
    let other = on.create().await.session_token;
    let task = on.begin(&other, mode("wait")).await;
    let unkeyed = on.call_with(&other, "flaky", Body::Json(mode("wait")), Some("key"));
    assert!(
        tokio::time::timeout(Duration::from_millis(30), unkeyed)
            .await
            .is_err(),
        "it waits"
    );
    on.app.gate.add_permits(1);
    task.await.unwrap().unwrap();
}

#[tokio::test]
async fn b81_a_session_that_is_gone() {
    let mut settings = settings(MemoryStore::new());
    settings.retention = Duration::ZERO;
    let on = Fixture::with(settings);
    let created = on.create().await;
    // By an operator whose clock is a year ahead.
    on.runtime.store().purge(u64::MAX, 0, 10).await.unwrap();
    let answer = on.call(&created.session_token, "auth", json!({})).await;
    assert_eq!(code(answer), ErrorCode::SessionNotFound);
    let answer = on.flow.revoke(&created.session_id, Some(ADMIN)).await;
    assert_eq!(code(answer), ErrorCode::SessionNotFound);
}

#[test]
fn the_descriptor_follows_the_specification() {
    let on = Fixture::new();
    let descriptor = serde_json::to_value(on.flow.descriptor()).unwrap();
    assert_eq!(descriptor["aboard"], "0.2");
    assert_eq!(
        descriptor["auth"],
        json!({
        "type": "bearer", "required": true, "discovery": "https://acme.example/auth.md" })
    );
    let steps = descriptor["steps"].as_array().unwrap();
    assert_eq!(
        steps[0],
        json!({
        "id": "auth", "description": "Say hello.",
        "endpoint": "https://acme.example/api/onboarding/steps/auth", "dependsOn": [],
        "artifact": { "name": "kit", "url": "https://acme.example/kit.json" },
        "input_schema": null, "output_schema": null })
    );
    assert_eq!(steps[1]["dependsOn"], json!(["auth"]));
    assert_eq!(steps[1]["input_schema"]["required"], json!(["name"]));
    assert_eq!(steps[1]["output_schema"]["type"], "object");
    assert_eq!(
        (&steps[3]["input_schema"], &steps[3]["output_schema"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn faults_of_a_table_show_at_start() {
    static BROKEN: FlowDef<()> = FlowDef::new(
        "broken",
        "Acme",
        "A flow.",
        "src/flow.rs:7",
        &[
            StepDef::new("a", "A step.", |_| Box::pin(async { ().into_step() }))
                .artifact("kit", "//evil.example/kit"),
        ],
    )
    .types(&[(<() as crate::call::StepReturn<_>>::schema, &[])])
    .at("/{id}")
    .discovery("auth.md");
    let runtime = Runtime::new(settings(MemoryStore::new())).unwrap();
    let faults = Flow::new(&runtime, &BROKEN, "https://acme.example").unwrap_err();
    assert_eq!(
        faults.to_string(),
        "flow `broken` (src/flow.rs:7):\n- its endpoints must not stand at `/{id}`:\n  write one path \
         such as `/api/onboarding`\n- step `a`: artifact `kit` must not be at \
         `//evil.example/kit`:\n  write a path such as `/downloads/kit.json`, or an absolute URL\n\
         - `discovery` must not be `auth.md`:\n  write a path such as `/downloads/kit.json`, or an \
         absolute URL"
    );
    let mut unverified = Settings::new(MemoryStore::new(), TokenKeys::new(SECRET).unwrap());
    assert!(unverified.admin_token("short").is_err());
    let unverified = Runtime::new(unverified).unwrap();
    let faults = Flow::new(&unverified, &FLOW, "https://acme.example").unwrap_err();
    assert!(faults.to_string().contains("nothing verifies one"));
    assert!(Flow::new(&unverified, &OPEN, "https://acme.example").is_ok());
}
