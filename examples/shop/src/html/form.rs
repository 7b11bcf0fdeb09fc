//! Forms that call actions: posted to the page itself with the action in the URL.
//! After a failure they come back as they were typed, each fault beside its field.

use affordances::{Confirmation, FormFailure, PageView};
use maud::{Markup, html};
use serde_json::Value;

/// A form for one action of the page.
pub(super) struct ActionForm<'a> {
    page: &'a PageView,
    action: &'a str,
    /// Fields that nobody types. Where a page has several forms for one action,
    /// they also tell which of them a failure belongs to.
    fixed: &'a [(&'a str, &'a str)],
    failure: Option<&'a FormFailure>,
}

impl<'a> ActionForm<'a> {
    pub(super) fn new(
        page: &'a PageView,
        action: &'a str,
        fixed: &'a [(&'a str, &'a str)],
    ) -> Self {
        let failure = page.failure().filter(|failure| {
            failure.action == action
                && fixed.iter().all(|(name, value)| {
                    failure.typed.get(*name).and_then(Value::as_str) == Some(value)
                })
        });
        Self {
            page,
            action,
            fixed,
            failure,
        }
    }

    /// The form, or nothing where the visitor is not to know about the action.
    /// What cannot be done now stays visible, with the reason.
    pub(super) fn draw(&self, button: &str, fields: Markup) -> Markup {
        let Some(action) = self.page.action(self.action) else {
            return html! {};
        };
        let reason = action.reason.as_deref();
        html! {
            form method="post" action=(format_args!("{}?action={}", self.page.path(), self.action)) {
                fieldset disabled[reason.is_some()] {
                    @for (name, value) in self.fixed { input type="hidden" name=(name) value=(value); }
                    (fields)
                    button { (button) }
                }
                @if let Some(reason) = reason { p.reason { (reason) } }
            }
        }
    }

    /// A line of text.
    pub(super) fn text(&self, name: &str, label: &str, max: u32) -> Markup {
        self.field(name, label, |typed, fault| {
            html! {
                input type="text" name=(name) maxlength=(max) value=[typed] aria-invalid=[fault];
            }
        })
    }

    /// A number of pieces.
    pub(super) fn number(&self, name: &str, label: &str, min: u32, value: u32) -> Markup {
        self.field(name, label, |typed, fault| {
            let value = typed.unwrap_or_else(|| value.to_string());
            html! {
                input type="number" name=(name) min=(min) max="10" value=(value) aria-invalid=[fault];
            }
        })
    }

    /// One of a few values.
    pub(super) fn choice<'o>(
        &self,
        name: &str,
        label: &str,
        options: impl Iterator<Item = &'o str>,
    ) -> Markup {
        self.field(name, label, |typed, fault| {
            html! {
                select name=(name) aria-invalid=[fault] {
                    @for option in options {
                        option value=(option) selected[typed.as_deref() == Some(option)] { (option) }
                    }
                }
            }
        })
    }

    fn field(
        &self,
        name: &str,
        label: &str,
        control: impl FnOnce(Option<String>, Option<&'static str>) -> Markup,
    ) -> Markup {
        let typed = self
            .failure
            .and_then(|failure| failure.typed.get(name))
            .map(|typed| match typed {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
        let fault = self
            .failure
            .and_then(|failure| failure.issue(&format!("/{name}")));
        html! {
            label {
                span { (label) }
                (control(typed, fault.map(|_| "true")))
                @if let Some(fault) = fault { strong.fault { (fault) } }
            }
        }
    }
}

/// What will happen, and the button that lets it.
pub(super) fn confirm(confirmation: &Confirmation, page: &PageView) -> Markup {
    html! {
        h1 { "Please confirm" }
        p.lead { (confirmation.summary) }
        form method="post" action=(confirmation.post_url) {
            @for (name, value) in &confirmation.fields {
                input type="hidden" name=(name) value=(value);
            }
            button { "Confirm" }
            " "
            a href=(page.path()) { "Not now" }
        }
    }
}
