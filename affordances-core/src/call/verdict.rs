//! What a guard says.

use std::borrow::Cow;

/// Whether an action can be called right now, and if not, why.
///
/// ```
/// use affordances_core::Verdict;
///
/// fn in_stock(stock: u32) -> Verdict {
///     if stock > 0 {
///         Verdict::available()
///     } else {
///         Verdict::unavailable("Sold out")
///     }
/// }
/// assert_eq!(in_stock(0).reason(), Some("Sold out"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Verdict(Option<Cow<'static, str>>);

impl Verdict {
    /// The action can be called.
    pub const fn available() -> Self {
        Self(None)
    }

    /// The action cannot be called now. The reason is published in graphs and
    /// is the message of the refusal, so it is written for people and names no
    /// internals. An empty one is replaced by a plain sentence.
    pub fn unavailable(reason: impl Into<Cow<'static, str>>) -> Self {
        let reason = reason.into();
        Self(Some(if reason.trim().is_empty() {
            Cow::Borrowed("Not available right now")
        } else {
            reason
        }))
    }

    /// `available()` when `condition` holds, else unavailable with `reason`.
    pub fn available_if(condition: bool, reason: impl Into<Cow<'static, str>>) -> Self {
        if condition {
            Self::available()
        } else {
            Self::unavailable(reason)
        }
    }

    /// Why not, or `None` when it is available.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether the action can be called.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.0.is_none()
    }
}
