//! What is wrong with a route: the message that a macro shows at the route's literal.

use std::error::Error;
use std::fmt;

/// Why a text is not a route.
///
/// A compiler cannot underline a part of a string literal, so the message
/// names the piece itself and the number of its segment. It ends with the fix,
/// which [`fix`](Self::fix) gives alone, for a `note:` line.
///
/// # Example
///
/// ```
/// use affordances_grammar::Route;
///
/// let error = Route::parse("/files/*path").unwrap_err();
/// assert_eq!(error.segment(), Some(2));
/// assert_eq!(error.problem(), "`*path` is not Next.js form");
/// assert_eq!(error.fix(), "write `[...path]`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteError {
    segment: Option<usize>,
    problem: String,
    fix: String,
}

impl RouteError {
    /// A fault of one segment, counted from 1.
    pub(super) fn at(segment: usize, problem: String, fix: String) -> Self {
        Self {
            segment: Some(segment),
            problem,
            fix,
        }
    }

    /// A fault of the route as a whole.
    pub(super) fn whole(problem: String, fix: String) -> Self {
        Self {
            segment: None,
            problem,
            fix,
        }
    }

    /// The number of the bad segment, counted from 1, if it is the fault of one.
    #[must_use]
    pub fn segment(&self) -> Option<usize> {
        self.segment
    }

    /// What is wrong, naming the bad piece.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// How to write it instead.
    #[must_use]
    pub fn fix(&self) -> &str {
        &self.fix
    }
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            segment,
            problem,
            fix,
        } = self;
        match segment {
            Some(number) => write!(f, "{problem} (segment {number}): {fix}"),
            None => write!(f, "{problem}: {fix}"),
        }
    }
}

impl Error for RouteError {}
