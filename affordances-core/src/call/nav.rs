//! Links of a graph that an agent can follow.

use std::borrow::Cow;

use serde::Serialize;

/// One link of a graph's `nav`.
///
/// `to` is a path on the same site, percent-encoded as in any `href`; under a
/// declared prefix it is written with the prefix, as in the page's own HTML.
///
/// ```
/// use affordances_core::Nav;
///
/// let nav = Nav::to("/cart").label("Your cart").when("after adding something");
/// assert_eq!(serde_json::to_string(&nav).unwrap(),
///     r#"{"to":"/cart","label":"Your cart","when":"after adding something"}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Nav {
    /// The path.
    pub to: Cow<'static, str>,
    /// What the link is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Cow<'static, str>>,
    /// When to follow it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Cow<'static, str>>,
}

impl Nav {
    /// A link to `path`.
    #[must_use]
    pub fn to(path: impl Into<Cow<'static, str>>) -> Self {
        Self {
            to: path.into(),
            label: None,
            when: None,
        }
    }

    /// What the link is called.
    #[must_use]
    pub fn label(mut self, label: impl Into<Cow<'static, str>>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// When to follow it, in words.
    #[must_use]
    pub fn when(mut self, when: impl Into<Cow<'static, str>>) -> Self {
        self.when = Some(when.into());
        self
    }
}
