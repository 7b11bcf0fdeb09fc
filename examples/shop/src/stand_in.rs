//! Stand-in for `affordances::prelude::Write` until that exists.

use std::marker::PhantomData;

/// The permission to change stored data of type `T`.
#[derive(Debug)]
pub struct Write<T: ?Sized + 'static>(PhantomData<fn(&T) -> &T>);

impl<T: ?Sized> Write<T> {
    const TOKEN: &'static Self = &Self(PhantomData);

    /// For changes that no agent's call makes.
    #[must_use]
    pub const fn outside_any_action(_why: &'static str) -> &'static Self {
        Self::TOKEN
    }
}

/// Someone whom the app recognises.
#[derive(Clone, Debug)]
pub struct Caller(String, std::sync::Arc<dyn std::any::Any + Send + Sync>);

impl Caller {
    /// A caller with this subject.
    pub fn new(subject: impl Into<String>) -> Self {
        Self(subject.into(), std::sync::Arc::new(()))
    }
    /// Carries the app's own user value.
    pub fn with_user<U: std::any::Any + Send + Sync>(self, user: U) -> Self {
        Self(self.0, std::sync::Arc::new(user))
    }
    /// The stable name of this caller.
    pub fn subject(&self) -> &str {
        &self.0
    }
    /// The app's own user value.
    pub fn user<U: std::any::Any>(&self) -> Option<&U> {
        self.1.downcast_ref()
    }
}

/// What a view is told.
#[derive(Clone, Debug, Default)]
pub struct PageView {
    pub path: String,
    pub query: Option<String>,
    pub caller: Option<Caller>,
    pub actions: Vec<ActionView>,
    pub link: String,
    pub failure: Option<FormFailure>,
    pub confirmation: Option<Confirmation>,
}

impl PageView {
    pub fn path(&self) -> &str {
        &self.path
    }
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }
    pub fn caller(&self) -> Option<&Caller> {
        self.caller.as_ref()
    }
    pub fn action(&self, name: &str) -> Option<&ActionView> {
        self.actions.iter().find(|action| action.name == name)
    }
    pub fn link_element(&self) -> &str {
        &self.link
    }
    pub fn failure(&self) -> Option<&FormFailure> {
        self.failure.as_ref()
    }
    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }
}

#[derive(Debug, Clone)]
pub struct ActionView {
    pub name: &'static str,
    pub reason: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Issue {
    pub path: String,
    pub message: String,
}

#[derive(Debug, Clone)]
pub struct FormFailure {
    pub action: String,
    pub message: String,
    pub issues: Vec<Issue>,
    pub typed: serde_json::Map<String, serde_json::Value>,
}

impl FormFailure {
    pub fn issue(&self, path: &str) -> Option<&str> {
        self.issues
            .iter()
            .find(|issue| issue.path == path)
            .map(|issue| issue.message.as_str())
    }
}

#[derive(Debug, Clone)]
pub struct Confirmation {
    pub action: String,
    pub summary: String,
    pub post_url: String,
    pub fields: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
pub struct PageError {
    pub status: axum::http::StatusCode,
    pub message: String,
    pub path: String,
    pub caller: Option<Caller>,
}
