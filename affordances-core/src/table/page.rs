//! One page's table.

use std::fmt;

use axum_core::response::Response;

use super::check::names_tools;
use super::{ActionDef, ActionMeta};
use crate::call::{
    BoxError, EntityMeta, Failure, JsonWriter, Loaded, Nav, PageEntities, PathRow, Shim,
    write_entity,
};

/// Draws a page's HTML.
pub type ViewFn<L> = Shim<L, Response>;

/// Writes one entity, by its number in [`PageMeta::entities`].
pub type WriteEntityFn = fn(&Loaded, usize, &mut JsonWriter) -> Result<(), BoxError>;

/// What a page's annotation says that does not depend on its state's type.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PageMeta {
    /// The page's name, unique in its site.
    pub name: &'static str,
    /// The route in the specification's form, without the site's prefix.
    pub route: &'static str,
    /// The same route in axum's form; two for an optional catch-all.
    pub paths: &'static [&'static str],
    /// From the doc comment.
    pub description: &'static str,
    /// What the page shows.
    pub entities: &'static [EntityMeta],
    /// What its actions' annotations say, in the order of [`PageDef::actions`].
    pub actions: &'static [ActionMeta],
    /// What its handlers read from the path, where the macro could not see it.
    pub readers: &'static [PathRow],
    /// Where it is written, as `file:line`.
    pub place: &'static str,
    /// Whether an action has a `tool = ".."`: what `site!` compares across pages.
    pub(super) names_tools: bool,
}

impl PageMeta {
    /// The number of the action that callers know as `name`; one that is not
    /// exposed has no name among them.
    #[must_use]
    pub fn exposed(&self, name: &str) -> Option<usize> {
        self.actions
            .iter()
            .position(|action| action.name == name && action.expose.level.is_some())
    }
}

/// One page whose state is `L`.
#[non_exhaustive]
pub struct PageDef<L: 'static> {
    /// What does not depend on `L`.
    pub meta: PageMeta,
    /// Its actions, those that are not exposed included.
    pub actions: &'static [ActionDef<L>],
    /// Loads the entities.
    pub load: Shim<L, Loaded>,
    /// Writes one of them.
    pub write: WriteEntityFn,
    /// Draws the HTML.
    pub view: Option<ViewFn<L>>,
    /// Makes the links.
    pub nav: Option<Shim<L, Vec<Nav>>>,
    /// Makes the Markdown.
    pub markdown: Option<Shim<L, String>>,
}

impl<L> PageDef<L> {
    /// A page that shows `E`; the other methods add to it.
    #[must_use]
    pub const fn new<E: PageEntities>(
        name: &'static str,
        route: &'static str,
        paths: &'static [&'static str],
        description: &'static str,
        place: &'static str,
        load: Shim<L, Loaded>,
    ) -> Self {
        Self {
            meta: PageMeta {
                name,
                route,
                paths,
                description,
                entities: E::ENTITIES,
                actions: &[],
                readers: &[],
                place,
                names_tools: false,
            },
            actions: &[],
            load,
            write: write_entity::<E>,
            view: None,
            nav: None,
            markdown: None,
        }
    }

    /// What stands in for a page whose annotations have errors: naming it in
    /// `site!` adds no second one.
    #[must_use]
    pub const fn stub() -> Self {
        Self {
            meta: PageMeta {
                name: "",
                route: "",
                paths: &[],
                description: "",
                entities: &[],
                actions: &[],
                readers: &[],
                place: "",
                names_tools: false,
            },
            actions: &[],
            load: |_| Box::pin(async { Err(Failure::internal("the page has errors")) }),
            write: |_, _, _| Ok(()),
            view: None,
            nav: None,
            markdown: None,
        }
    }

    /// Its actions, and what their annotations say (see
    /// [`metas`](super::metas)).
    #[must_use]
    pub const fn actions(
        mut self,
        actions: &'static [ActionDef<L>],
        metas: &'static [ActionMeta],
    ) -> Self {
        self.actions = actions;
        self.meta.actions = metas;
        self.meta.names_tools = names_tools(metas);
        self
    }

    /// What its handlers read from the path, where the macro could not see it.
    #[must_use]
    pub const fn readers(mut self, readers: &'static [PathRow]) -> Self {
        self.meta.readers = readers;
        self
    }

    /// Draws the HTML.
    #[must_use]
    pub const fn view(mut self, view: ViewFn<L>) -> Self {
        self.view = Some(view);
        self
    }

    /// Makes the links.
    #[must_use]
    pub const fn nav(mut self, nav: Shim<L, Vec<Nav>>) -> Self {
        self.nav = Some(nav);
        self
    }

    /// Makes the Markdown.
    #[must_use]
    pub const fn markdown(mut self, markdown: Shim<L, String>) -> Self {
        self.markdown = Some(markdown);
        self
    }
}

impl<L> fmt::Debug for PageDef<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageDef")
            .field("meta", &self.meta)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}
