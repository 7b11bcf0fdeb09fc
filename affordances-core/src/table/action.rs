//! One action's row.

use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;
use std::time::Duration;

use affordances_grammar::names::ToolName;
use affordances_grammar::{Expose, Rate};

use crate::call::{Caller, Done, HandlerError, Shim, Verdict};

/// Makes the summary of a call that waits for approval.
pub type SummaryFn<L> = Shim<L, String>;

/// Decides whether a caller may know about an action at all.
pub type VisibleTo = fn(Option<&Caller>) -> bool;

/// Who may call an action, and what they must hold.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ExposeMeta {
    /// The expose level; `None`: not part of the protocol.
    pub level: Option<Expose>,
    /// A scope that the credential must grant.
    pub scope: Option<&'static str>,
    /// Whether a caller may know about it; `None`: everybody may.
    pub visible_to: Option<VisibleTo>,
}

impl ExposeMeta {
    /// Whether the action is part of the protocol and everybody may know so.
    #[must_use]
    pub const fn in_index(&self) -> bool {
        self.level.is_some() && self.visible_to.is_none()
    }
}

/// What an action's annotation says, without its functions.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ActionMeta {
    /// The wire name.
    pub name: &'static str,
    /// From the doc comment.
    pub description: &'static str,
    /// Where its function is written.
    pub place: &'static Location<'static>,
    /// Who may call it.
    pub expose: ExposeMeta,
    /// The guard's words.
    pub guard: Option<&'static str>,
    /// Keys of the entities that it changes; `None`: not declared.
    pub effects: Option<&'static [&'static str]>,
    /// Resources that it changes and this page does not show.
    pub writes: &'static [&'static str],
    /// It changes nothing.
    pub read_only: bool,
    /// Calling it twice is like calling it once.
    pub idempotent: bool,
    /// It destroys what cannot be brought back.
    pub destructive: bool,
    /// Its own rate limit.
    pub rate: Option<Rate>,
    /// How long it may run.
    pub timeout: Option<Duration>,
    /// Its own tool name; see [`tool_name`](Self::tool_name).
    pub tool: Option<&'static str>,
}

impl ActionMeta {
    /// What an annotation without settings says.
    const EMPTY: Self = Self {
        name: "",
        description: "",
        place: Location::caller(),
        expose: ExposeMeta {
            level: None,
            scope: None,
            visible_to: None,
        },
        guard: None,
        effects: None,
        writes: &[],
        read_only: false,
        idempotent: false,
        destructive: false,
        rate: None,
        timeout: None,
        tool: None,
    };

    /// The name of its tool, where `page` is the page's name.
    #[must_use]
    pub const fn tool_name(&self, page: &'static str) -> ToolName<'static> {
        ToolName::new(page, self.name, self.tool)
    }
}

/// What the annotations of `actions` say, without the page's state: what checks
/// in constants can read, and all that the documents are made of.
///
/// # Panics
///
/// While compiling: when `N` is not the number of actions.
#[must_use]
pub const fn metas<L, const N: usize>(actions: &[ActionDef<L>]) -> [ActionMeta; N] {
    assert!(actions.len() == N, "a row for each action");
    let mut metas = [ActionMeta::EMPTY; N];
    let mut i = 0;
    while i < N {
        metas[i] = actions[i].meta;
        i += 1;
    }
    metas
}

/// One action of a page whose state is `L`.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ActionDef<L: 'static> {
    /// What its annotation says.
    pub meta: ActionMeta,
    /// Runs it.
    pub call: Shim<L, Done>,
    /// Evaluates its guard.
    pub guard: Option<Shim<L, Verdict>>,
    /// Makes the summary that a confirmation shows.
    pub summary: Option<SummaryFn<L>>,
}

impl<L> ActionDef<L> {
    /// A row for an action that is not exposed; the other methods add to it.
    /// Its place is that of this call, which macros write where the action's
    /// function is.
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str, description: &'static str, call: Shim<L, Done>) -> Self {
        Self {
            meta: ActionMeta {
                name,
                description,
                place: Location::caller(),
                ..ActionMeta::EMPTY
            },
            call,
            guard: None,
            summary: None,
        }
    }

    /// Who may call it.
    #[must_use]
    pub const fn expose(mut self, level: Expose) -> Self {
        self.meta.expose.level = Some(level);
        self
    }

    /// The scope that the credential must grant.
    #[must_use]
    pub const fn requires(mut self, scope: &'static str) -> Self {
        self.meta.expose.scope = Some(scope);
        self
    }

    /// Who may know about it.
    #[must_use]
    pub const fn visible_to(mut self, visible: VisibleTo) -> Self {
        self.meta.expose.visible_to = Some(visible);
        self
    }

    /// The error that it returns, looked at by its type alone.
    #[must_use]
    pub const fn fails_with<E: HandlerError>(self, _: PhantomData<E>) -> Self {
        self
    }

    /// The guard and its words.
    #[must_use]
    pub const fn guard(mut self, words: &'static str, guard: Shim<L, Verdict>) -> Self {
        self.meta.guard = Some(words);
        self.guard = Some(guard);
        self
    }

    /// The summary of a call that waits for approval.
    #[must_use]
    pub const fn summary(mut self, summary: SummaryFn<L>) -> Self {
        self.summary = Some(summary);
        self
    }

    /// The entities that it changes.
    #[must_use]
    pub const fn effects(mut self, keys: &'static [&'static str]) -> Self {
        self.meta.effects = Some(keys);
        self
    }

    /// The resources that it changes and this page does not show.
    #[must_use]
    pub const fn writes(mut self, resources: &'static [&'static str]) -> Self {
        self.meta.writes = resources;
        self
    }

    /// It changes nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.meta.read_only = true;
        self
    }

    /// Calling it twice is like calling it once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.meta.idempotent = true;
        self
    }

    /// It destroys what cannot be brought back.
    #[must_use]
    pub const fn destructive(mut self) -> Self {
        self.meta.destructive = true;
        self
    }

    /// Its own rate limit: `calls` in `seconds`.
    #[must_use]
    pub const fn rate(mut self, calls: u32, seconds: u32) -> Self {
        self.meta.rate = Some(Rate::new(calls, seconds));
        self
    }

    /// How long it may run, in milliseconds.
    #[must_use]
    pub const fn timeout(mut self, millis: u64) -> Self {
        self.meta.timeout = Some(Duration::from_millis(millis));
        self
    }

    /// Its MCP tool name.
    #[must_use]
    pub const fn tool(mut self, name: &'static str) -> Self {
        self.meta.tool = Some(name);
        self
    }
}

impl<L> fmt::Debug for ActionDef<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ActionDef").field(&self.meta).finish()
    }
}
