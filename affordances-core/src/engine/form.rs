//! The form door: a posted HTML form walks the same seven steps, and a person
//! gets a page for an answer.

use axum_core::response::Response;
use http::{HeaderValue, StatusCode, header};
use serde_json::{Map, Value};

use super::Answer;
use super::admission::Presented;
use super::call::call as run;
use super::form_input::typed;
use super::view::{ViewRequest, view};
use super::visit::Visit;
use crate::call::{Confirmation, FormFailure};
use crate::http::link::own_target;
use crate::protocol::{Call, ErrorCode};

/// A form that was posted to a page, with the action in its URL.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FormPost {
    /// The path as it was requested.
    pub path: String,
    /// The query without the protocol's members, `action` and `confirm`.
    pub query: Option<String>,
    /// The action's wire name.
    pub action: String,
    /// Whether the person has approved the summary.
    pub confirm: bool,
    /// The fields, in order; a name may come several times.
    pub fields: Vec<(String, String)>,
}

impl FormPost {
    /// The page that the form is on.
    fn page(&self) -> String {
        let path = own_target(&self.path);
        match &self.query {
            Some(query) => format!("{path}?{query}"),
            None => path,
        }
    }

    fn confirm_url(&self) -> String {
        let joint = if self.query.is_some() { '&' } else { '?' };
        // A wire name is letters, digits and `_`: nothing to encode.
        format!("{}{joint}action={}&confirm=true", self.page(), self.action)
    }

    /// What the person typed, for the page to show again.
    fn typed(&self) -> Map<String, Value> {
        let mut typed = Map::new();
        for (name, text) in &self.fields {
            match typed.get_mut(name) {
                None => {
                    typed.insert(name.clone(), text.as_str().into());
                }
                Some(Value::Array(texts)) => texts.push(text.as_str().into()),
                Some(first) => *first = Value::Array(vec![first.take(), text.as_str().into()]),
            }
        }
        typed
    }
}

/// Answers a posted form: 303 on success; the page again, with what is wrong or
/// what is to be approved; an error page for the rest.
pub(crate) async fn form<L>(visit: Visit<L>, post: FormPost) -> Response
where
    L: Clone + Send + Sync + 'static,
{
    let action = visit.page.meta.exposed(&post.action);
    let schema = action.map(|n| &visit.runtime().actions[n].schemas.input);
    let input = typed(schema.unwrap_or(&Value::Null), &post.fields);
    let again = Visit {
        site: visit.site.clone(),
        page: visit.page,
        number: visit.number,
        parts: visit.parts.clone(),
        state: visit.state.clone(),
    };
    // What is not part of the input is not posted again with the approval.
    let part_of_input = |(name, _): &(String, String)| input.get(name).is_some();
    let approved = post
        .fields
        .iter()
        .filter(|field| part_of_input(field))
        .cloned()
        .collect();
    let presented = visit.site.present(&visit.parts).await;
    let call = Call::new(post.action.clone(), input).confirmed(post.confirm);
    let answer = run(visit, presented.clone(), call).await;
    match answer.failure.as_ref().map(|failure| failure.code) {
        None => see_other(answer, &post),
        Some(ErrorCode::InvalidInput | ErrorCode::Unavailable | ErrorCode::ConfirmRequired)
            if again.page.view.is_some() =>
        {
            page_again(&again, presented, answer, post, approved).await
        }
        Some(_) => {
            let caller = presented.caller().cloned();
            again.site.error_page(answer, post.path, caller)
        }
    }
}

/// 303 to the action's redirect, or back to the page.
fn see_other(answer: Answer, post: &FormPost) -> Response {
    let to = answer.redirect.unwrap_or_else(|| post.page());
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    *response.headers_mut() = answer.headers;
    if let Ok(to) = HeaderValue::from_str(&to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

async fn page_again<L>(
    visit: &Visit<L>,
    presented: Presented,
    answer: Answer,
    post: FormPost,
    approved: Vec<(String, String)>,
) -> Response
where
    L: Clone + Send + Sync + 'static,
{
    let Some(failure) = &answer.failure else {
        return see_other(answer, &post);
    };
    let mut request = ViewRequest {
        path: post.path.clone(),
        query: post.query.clone(),
        ..ViewRequest::default()
    };
    if failure.code == ErrorCode::ConfirmRequired {
        request.confirmation = Some(Confirmation {
            action: post.action.clone(),
            summary: failure.message.clone(),
            post_url: post.confirm_url(),
            fields: approved,
        });
    } else {
        request.failure = Some(FormFailure {
            action: post.action.clone(),
            code: failure.code,
            message: failure.message.clone(),
            issues: failure.issues.clone(),
            typed: post.typed(),
        });
    }
    let mut response = view(visit, presented, request).await;
    // The page itself may have failed meanwhile; its own status then stands.
    if response.status().is_success() {
        *response.status_mut() = answer.status;
        response.headers_mut().extend(answer.headers);
    }
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    response
}
