//! Discovery and the descriptor: B1 to B27.

use affordances::aboard::protocol::Descriptor;
use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{BASE, Server, on_both_stores};

const WELL_KNOWN: &str = "/.well-known/agent-onboarding";
const JSON: (&str, &str) = ("accept", "application/json");

async fn descriptor(on: &Server, slug: &str) -> Value {
    let path = format!("{WELL_KNOWN}/{slug}.json");
    on.client.get(&path).await.ok()
}

/// The path of a URL on this site.
fn path(url: &Value) -> &str {
    url.as_str().unwrap().strip_prefix(BASE).unwrap()
}

on_both_stores! {
    async fn b1_b9_the_well_known_url_has_the_default_flows_descriptor(on) {
        let reply = on.client.get(WELL_KNOWN).await;
        assert_eq!(reply.content_type(), "application/json");
        assert_eq!(reply.ok(), descriptor(&on, "default").await);
        assert_eq!(reply.json()["slug"], "default");
    }

    async fn b2_b3_json_when_it_is_asked_for_or_named(on) {
        let path = format!("{WELL_KNOWN}/default");
        let asked = on.client.send("GET", &path, &[JSON], Body::empty()).await;
        assert_eq!(asked.content_type(), "application/json");
        for accept in ["text/markdown", "text/html", "*/*", "application/json;q=0"] {
            let named = format!("{path}.json");
            let headers = [("accept", accept)];
            let named = on.client.send("GET", &named, &headers, Body::empty()).await;
            assert_eq!(named.content_type(), "application/json");
            assert_eq!(named.ok(), asked.ok());
        }
    }

    async fn b4_b5_b6_markdown_otherwise(on) {
        let path = format!("{WELL_KNOWN}/default");
        let markdown = on.client.get(&path).await;
        assert_eq!(markdown.content_type(), "text/markdown");
        for accept in [
            "*/*",
            "text/html",
            "application/json;q=0",
            "application/*",
            "text/markdown, application/json;q=0.5",
            "nonsense;;;",
        ] {
            let headers = [("accept", accept)];
            let reply = on.client.send("GET", &path, &headers, Body::empty()).await;
            assert_eq!(reply.content_type(), "text/markdown", "{accept}");
            assert_eq!(reply.body, markdown.body);
        }
        for accept in ["application/json, */*", "APPLICATION/JSON", "application/json;q=0.9, */*;q=0.8"] {
            let headers = [("accept", accept)];
            let reply = on.client.send("GET", &path, &headers, Body::empty()).await;
            assert_eq!(reply.content_type(), "application/json", "{accept}");
        }
    }

    async fn b7_onboarding_md_is_the_default_flows_prompt(on) {
        let reply = on.client.get("/onboarding.md").await;
        assert_eq!(reply.content_type(), "text/markdown");
        let prompt = on.client.get(&format!("{WELL_KNOWN}/default")).await;
        assert_eq!(reply.body, prompt.body);
    }

    async fn b8_an_unknown_slug_is_404(on) {
        for slug in ["nope", "nope.json", "default.jsonx", "Default", "%2e%2e"] {
            let reply = on.client.get(&format!("{WELL_KNOWN}/{slug}")).await;
            assert_eq!(reply.error(404), "flow_not_found", "{slug}");
        }
    }

    async fn b10_every_flow_has_its_own_pair(on) {
        let mini = descriptor(&on, "mini").await;
        assert_eq!((&mini["slug"], mini["steps"].as_array().unwrap().len()), (&json!("mini"), 1));
        let prompt = on.client.get(&format!("{WELL_KNOWN}/mini")).await;
        assert!(prompt.text().contains("`only`") && !prompt.text().contains("create_org"));
    }

    async fn b11_the_negotiated_url_varies(on) {
        for headers in [&[][..], &[JSON]] {
            let path = format!("{WELL_KNOWN}/default");
            let reply = on.client.send("GET", &path, headers, Body::empty()).await;
            assert_eq!(reply.header("vary").to_lowercase(), "accept");
        }
    }

    async fn b12_head_works_and_other_methods_are_405(on) {
        for path in [
            WELL_KNOWN,
            "/.well-known/agent-onboarding/default",
            "/.well-known/agent-onboarding/default.json",
            "/onboarding.md",
        ] {
            let head = on.client.send("HEAD", path, &[], Body::empty()).await;
            let get = on.client.get(path).await;
            assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
            assert_eq!(head.header("content-type"), get.header("content-type"));
            assert_eq!(head.header("content-length"), get.body.len().to_string());
            for method in ["POST", "PUT", "DELETE", "PATCH"] {
                let reply = on.client.send(method, path, &[], Body::empty()).await;
                assert_eq!(reply.error(405), "method_not_allowed");
                assert_eq!(reply.header("allow"), "GET,HEAD", "{method} {path}");
            }
        }
        for (path, allow) in [
            ("/api/onboarding/sessions", "POST,GET,HEAD"),
            ("/api/onboarding/sessions/x", "GET,HEAD"),
            ("/api/onboarding/sessions/x/revoke", "POST"),
            ("/api/onboarding/steps/auth", "POST"),
        ] {
            let reply = on.client.send("DELETE", path, &[], Body::empty()).await;
            assert_eq!(reply.error(405), "method_not_allowed");
            assert_eq!(reply.header("allow"), allow, "{path}");
        }
    }

    async fn b13_b14_version_name_and_slug(on) {
        let descriptor = descriptor(&on, "default").await;
        assert_eq!(descriptor["aboard"], "0.2");
        assert_eq!((&descriptor["name"], &descriptor["slug"]), (&json!("Acme"), &json!("default")));
    }

    async fn b15_the_prompt_uri_is_absolute_and_has_the_prompt(on) {
        for slug in ["default", "mini"] {
            let descriptor = descriptor(&on, slug).await;
            let reply = on.client.get(path(&descriptor["prompt_uri"])).await;
            let prompt = on.client.get(&format!("{WELL_KNOWN}/{slug}")).await;
            assert_eq!(reply.body, prompt.body);
        }
    }

    async fn b16_the_session_endpoint_works(on) {
        let descriptor = descriptor(&on, "default").await;
        let endpoint = path(&descriptor["session_endpoint"]);
        let client = on.client.bearer(crate::support::ACCESS);
        assert_eq!(client.post_nothing(endpoint).await.status, 201);
    }

    async fn b17_b18_templates_expand_to_what_works(on) {
        for slug in ["default", "mini"] {
            let descriptor = descriptor(&on, slug).await;
            let template = descriptor["step_endpoint_template"].as_str().unwrap();
            assert!(template.contains("{id}"));
            for step in descriptor["steps"].as_array().unwrap() {
                let id = step["id"].as_str().unwrap();
                assert_eq!(step["endpoint"], template.replace("{id}", id));
                let reply = on.client.post_nothing(path(&step["endpoint"])).await;
                assert_eq!(reply.error(401), "invalid_session_token");
            }
            let revocation = descriptor["revocation_endpoint"].as_str().unwrap();
            assert!(revocation.contains("{id}"));
            let revocation = json!(revocation.replace("{id}", "x"));
            let reply = on.client.post_nothing(path(&revocation)).await;
            assert_eq!(reply.error(401), "unauthorized");
        }
    }

    async fn b19_b20_auth_says_what_holds(on) {
        let auth = descriptor(&on, "default").await["auth"].clone();
        let discovery = format!("{BASE}/auth.md");
        assert_eq!(auth, json!({ "type": "bearer", "required": true, "discovery": discovery }));
        let auth = descriptor(&on, "mini").await["auth"].clone();
        assert_eq!(auth, json!({ "type": "bearer", "required": false }));
        assert_eq!(on.client.post_nothing("/api/onboarding/sessions").await.status, 401);
        assert_eq!(on.client.post_nothing("/api/mini/sessions").await.status, 201);
    }

    async fn b21_b22_steps_are_in_order(on) {
        let descriptor = descriptor(&on, "default").await;
        let mut earlier: Vec<&str> = Vec::new();
        for step in descriptor["steps"].as_array().unwrap() {
            let id = step["id"].as_str().unwrap();
            assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b)));
            assert!(!earlier.contains(&id));
            for dependency in step["dependsOn"].as_array().unwrap() {
                assert!(earlier.contains(&dependency.as_str().unwrap()));
            }
            earlier.push(id);
        }
        let ids = ["auth", "create_org", "pick_plan", "invite", "finish", "flaky"];
        assert_eq!(earlier, ids);
    }

    async fn b23_an_artifact_is_null_or_has_name_and_url(on) {
        let descriptor = descriptor(&on, "default").await;
        let steps = descriptor["steps"].as_array().unwrap();
        let url = format!("{BASE}/kit.json");
        assert_eq!(steps[0]["artifact"], json!({ "name": "kit", "url": url }));
        assert!(steps[1..].iter().all(|step| step["artifact"].is_null()));
    }

    async fn b24_b25_schemas_are_there_and_valid(on) {
        let descriptor = descriptor(&on, "default").await;
        let mut schemas = 0;
        for step in descriptor["steps"].as_array().unwrap() {
            for key in ["input_schema", "output_schema"] {
                let schema = step.get(key).expect("the key is there, null or not");
                if !schema.is_null() {
                    jsonschema::meta::validate(schema).unwrap();
                    jsonschema::draft202012::new(schema).unwrap();
                    schemas += 1;
                }
            }
        }
        // `create_org` has two, `finish` one, `flaky` two; `invite` takes any JSON.
        assert_eq!(schemas, 5);
    }

    async fn b26_members_are_in_snake_case_and_not_null(on) {
        let descriptor = descriptor(&on, "default").await;
        let snake = |name: &str| name == "dependsOn" || !name.contains(char::is_uppercase);
        for (name, value) in descriptor.as_object().unwrap() {
            assert!(snake(name) && !value.is_null(), "{name}");
        }
        for step in descriptor["steps"].as_array().unwrap() {
            for (name, value) in step.as_object().unwrap() {
                let nullable = ["artifact", "input_schema", "output_schema"].contains(&name.as_str());
                assert!(snake(name) && (nullable || !value.is_null()), "{name}");
            }
        }
    }

    async fn b27_the_prompt_agrees_with_the_descriptor(on) {
        for slug in ["default", "mini"] {
            let read: Descriptor = serde_json::from_value(descriptor(&on, slug).await).unwrap();
            let prompt = on.client.get(&format!("{WELL_KNOWN}/{slug}")).await;
            let prompt = prompt.text();
            assert!(prompt.contains(&format!("POST {}", read.session_endpoint)));
            assert!(prompt.contains("Bearer <sessionToken>"));
            assert_eq!(prompt.contains("Bearer <access token>"), read.auth.required);
            let mut sections = prompt.split("\n### Step ").skip(1);
            for step in &read.steps {
                let section = sections.next().unwrap();
                assert!(section.contains(&format!("`{}`", step.id)));
                assert!(section.contains(&format!("POST {}", step.endpoint)));
                assert!(section.contains(&step.description));
                for dependency in &step.depends_on {
                    assert!(section.contains(&format!("`{dependency}`")));
                }
                let blocks = section.split("```json").skip(1).map(|block| {
                    let json = block.split("```").next().unwrap();
                    serde_json::from_str::<Value>(json).unwrap()
                });
                let schemas = [&step.input_schema, &step.output_schema];
                assert!(blocks.eq(schemas.into_iter().flatten().cloned()));
            }
            assert_eq!(sections.next(), None);
        }
    }
}
