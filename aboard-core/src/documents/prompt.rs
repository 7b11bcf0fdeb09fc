//! The prompt: the descriptor in words, for agents that read Markdown and people.

use std::fmt::Write as _;

use serde_json::Value;

use crate::protocol::{Descriptor, StepDescriptor};

/// The prompt of the flow that `descriptor` describes. `about` is the flow's own
/// description.
///
/// It names every step with its endpoint, dependencies and schemas, and says which
/// token goes where: an agent needs nothing else.
#[must_use]
pub fn prompt(descriptor: &Descriptor, about: &str) -> String {
    let mut text = String::new();
    let Descriptor {
        name,
        prompt_uri,
        session_endpoint,
        revocation_endpoint,
        auth,
        steps,
        ..
    } = descriptor;
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "# Onboarding: {name}\n\n\
         {about}\n\n\
         Follow these steps by HTTP requests. Bodies and answers are JSON. The same flow for \
         machines: `GET {prompt_uri}.json`.\n\n\
         ## 1. Create a session\n\n\
         `POST {session_endpoint}`\n\n",
    );
    match (&auth.discovery, auth.required) {
        (Some(page), true) => {
            let _ = write!(
                text,
                "Send your access token as `Authorization: Bearer <access token>`; {page} says how \
                 to get one. "
            );
        }
        (None, true) => text
            .push_str("Send the user's access token as `Authorization: Bearer <access token>`. "),
        (_, false) => text.push_str("No access token is needed. "),
    }
    let _ = write!(
        text,
        "The body is optional: `{{\"metadata\": {{..}}}}` says what you want to have noted about \
         this run.\n\n\
         The answer (201) has `sessionId`, `sessionToken` and `next`, the step to begin with.\n\n\
         ## 2. Call the steps\n\n\
         Send `sessionToken` (not the access token) as `Authorization: Bearer <sessionToken>` with \
         every step. An answer's `next` names the step to call next; it is `null` when all are \
         done. Repeating a completed step is safe: it answers what it answered before. After 422, \
         read `error` and `issues`, correct the body and call the same step again. 409 lists what \
         is `missing` first.\n",
    );
    for (number, step) in (1..).zip(steps) {
        write_step(&mut text, number, step);
    }
    let _ = write!(
        text,
        "\n## To give up\n\n\
         `POST {revocation_endpoint}` with the session token abandons the session; `{{id}}` is its \
         `sessionId`.\n"
    );
    text
}

fn write_step(text: &mut String, number: usize, step: &StepDescriptor) {
    let StepDescriptor {
        id,
        description,
        endpoint,
        depends_on,
        artifact,
        input_schema,
        output_schema,
    } = step;
    let _ = write!(
        text,
        "\n### Step {number}: `{id}`\n\n{description}\n\n`POST {endpoint}`\n\n"
    );
    if depends_on.is_empty() {
        text.push_str("- Depends on: nothing\n");
    } else {
        let ids: Vec<String> = depends_on.iter().map(|id| format!("`{id}`")).collect();
        let _ = writeln!(text, "- Depends on: {}", ids.join(", "));
    }
    if let Some(artifact) = artifact {
        let _ = writeln!(
            text,
            "- Gives you: `{}`, at {}",
            artifact.name, artifact.url
        );
    }
    match input_schema {
        Some(schema) => write_schema(text, "Body", schema),
        None => text.push_str("- Body: none needed\n"),
    }
    if let Some(schema) = output_schema {
        write_schema(text, "Output", schema);
    }
}

fn write_schema(text: &mut String, of: &str, schema: &Value) {
    let _ = writeln!(text, "- {of}, by this JSON Schema:\n\n  ```json");
    let pretty = serde_json::to_string_pretty(schema).unwrap_or_default();
    for line in pretty.lines() {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("  ```\n");
}
