//! Which handler a function is. The one list of the attributes that `#[page]` looks for.
use std::fmt;

/// A kind of handler, written in messages as its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandlerKind {
    Load,
    View,
    Guard,
    Nav,
    Markdown,
    Action,
}

impl HandlerKind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Load,
        Self::View,
        Self::Guard,
        Self::Nav,
        Self::Markdown,
        Self::Action,
    ];

    /// The attribute that marks it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::View => "view",
            Self::Guard => "guard",
            Self::Nav => "nav",
            Self::Markdown => "markdown",
            Self::Action => "action",
        }
    }

    /// What a page has one of, at most.
    pub(crate) fn is_single(self) -> bool {
        match self {
            Self::Load | Self::View | Self::Nav | Self::Markdown => true,
            Self::Guard | Self::Action => false,
        }
    }
}

impl fmt::Display for HandlerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
