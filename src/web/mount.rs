//! Pages become routes: one negotiating handler each.

use std::sync::Arc;

use affordances_core::engine::SiteFault;
use affordances_core::table::{PageDef, PageMeta};
use axum::Router;
use axum::extract::{Request, State};
use axum::routing::{MethodRouter, any, get};

use super::serve::{Place, serve};
use super::site::Affordances;

impl<S: Clone + Send + Sync + 'static> Affordances<S> {
    /// Mounts one page with the HTML of its `#[view]`.
    ///
    /// Other methods can still be added to its path with `Router::route`.
    #[must_use = "merge it into the app's Router"]
    pub fn page<L>(&self, page: &'static PageDef<L>) -> Router<S> {
        self.mount(&page.meta, None)
    }

    /// Mounts one page with the app's own handlers for everything that is not
    /// ours: its HTML (`get(..)`), other methods, its own form posts.
    ///
    /// Where `own` has no GET, the page's `#[view]` draws the HTML.
    #[must_use = "merge it into the app's Router"]
    pub fn page_with<L>(&self, page: &'static PageDef<L>, own: MethodRouter<S>) -> Router<S> {
        self.mount(&page.meta, Some(own))
    }

    /// Mounts every page that is not mounted yet. Call it last.
    #[must_use = "merge it into the app's Router"]
    pub fn pages(&self) -> Router<S> {
        let rows = self.shared.site.pages.iter().enumerate();
        rows.filter(|(number, _)| !self.shared.is_mounted(*number))
            .fold(Router::new(), |router, (_, entry)| {
                router.merge(self.mount(entry.meta, None))
            })
    }

    fn mount(&self, meta: &'static PageMeta, own: Option<MethodRouter<S>>) -> Router<S> {
        let rows = self.shared.site.pages;
        // A page is known by the address of its `static`.
        let Some(number) = rows.iter().position(|entry| std::ptr::eq(entry.meta, meta)) else {
            self.shared.note_fault(SiteFault::new(format!(
                "page `{}` ({}) is mounted but not part of this site: add it to `pages` in `site!`",
                meta.name, meta.place
            )));
            return Router::new();
        };
        if !self.shared.note_mounted(number) {
            self.shared.note_fault(SiteFault::new(format!(
                "page `{}` is mounted twice: call `pages()` last",
                meta.name
            )));
            return Router::new();
        }
        if own.is_none() && !rows[number].mount.has_view() {
            self.shared.note_fault(SiteFault::new(format!(
                "page `{}` ({}) has no `#[view]`: write one, or mount it with your own HTML by \
                 `site.page_with(&{}::PAGE, get(..))`",
                meta.name, meta.place, meta.name
            )));
        }
        self.route(number, meta, own)
    }

    fn route(
        &self,
        number: usize,
        meta: &'static PageMeta,
        own: Option<MethodRouter<S>>,
    ) -> Router<S> {
        // The given `MethodRouter` says what else the path does, so it sees
        // every method. `get().post()` would make axum write its own `Allow`
        // on all that a fallback answers, `any` writes none.
        let takes_all = own.is_some();
        let place = Arc::new(Place {
            shared: self.shared.clone(),
            number,
            own,
        });
        let ours = move |State(state): State<S>, request: Request| {
            let place = place.clone();
            async move { serve(&place, state, request).await }
        };
        let methods = if takes_all {
            // GET and POST by name as well: a route of the app's own on the same
            // path is then reported by axum and not quietly taken instead.
            any(ours.clone()).get(ours.clone()).post(ours)
        } else {
            get(ours.clone()).post(ours)
        };
        meta.paths.iter().fold(Router::new(), |router, path| {
            router.route(path, methods.clone())
        })
    }
}
